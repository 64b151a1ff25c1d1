"""The figures of agreement: of a judge with the humans, and of the humans with each other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ragauge.judging.measured.calibration import Figure
from ragauge.stats.agreement import balanced_accuracy, constant_agreement, raw_agreement
from ragauge.stats.confusion import confusion_cells
from ragauge.stats.gwet import gwet_ac1s
from ragauge.stats.intervals import mean_interval
from ragauge.stats.kappa import cohen_kappas
from ragauge.stats.krippendorff import coincidence_cells, krippendorff_alphas
from ragauge.stats.ratios import ratio_or_none
from ragauge.stats.table_bootstrap import bootstrap_tables, table_interval

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.judging.measured.scale import Scale
    from ragauge.judging.measured.settings import Settings
    from ragauge.stats.kappa import Weights
    from ragauge.stats.krippendorff import Level

    Statistic = Callable[[FloatArray], FloatArray]

UNDEFINED = "undefined: both gave one and the same label to every item"
NO_INTERVAL = "no interval: too few items differ"


def chosen_weights(scale: Scale, settings: Settings) -> Weights:
    """The weights of the kappa that counts."""
    return settings.weights or ("quadratic" if scale.ordered else "none")


def chosen_level(scale: Scale, settings: Settings) -> Level:
    """The level of Krippendorff's alpha."""
    return settings.alpha or ("ordinal" if scale.ordered else "nominal")


def judge_figures(
    human: IntArray, judge: IntArray, scale: Scale, settings: Settings, clusters: IntArray | None
) -> list[Figure]:
    """Agreement, that of the constant judge, kappas, alpha, AC1 and balanced accuracy, with their intervals.

    The kappa named ``kappa`` is the one that counts; on an ordered scale all three kinds stand beside it.
    """
    k = len(scale.labels)
    cells = confusion_cells(human, judge, k)
    table = cells.sum(axis=0).reshape(k, k)
    same = (human == judge).astype(np.float64)
    tables = bootstrap_tables(cells, resamples=settings.resamples, seed=settings.seed, clusters=clusters)
    tables = tables.reshape(-1, k, k)
    make = partial(_figure, table, tables, level=settings.level)
    weights = chosen_weights(scale, settings)
    kinds: list[Weights] = ["none", "linear", "quadratic"] if scale.ordered else []
    return [
        Figure("agreement", raw_agreement(table),
               mean_interval(same, binary=True, bounds=(0.0, 1.0), clusters=clusters, level=settings.level)),
        Figure("constant judge", constant_agreement(table), note="always gives the most frequent label"),
        make("kappa", partial(cohen_kappas, weights=weights), note=f"weights: {weights}"),
        *(make(f"kappa, {kind}", partial(cohen_kappas, weights=kind)) for kind in kinds),
        _alpha(np.column_stack([human, judge]), scale, settings, clusters),
        make("AC1", gwet_ac1s),
        Figure("balanced accuracy", balanced_accuracy(table)),
    ]  # fmt: skip


def human_figures(labels: IntArray, scale: Scale, settings: Settings, clusters: IntArray | None) -> list[Figure]:
    """Alpha and raw agreement of the annotators with each other: about as well as a judge can be asked to agree."""
    k = len(scale.labels)
    total = coincidence_cells(labels, k).sum(axis=0).reshape(k, k)
    if not total.sum():
        return []
    several = int(((labels >= 0).sum(axis=1) > 1).sum())
    agreed = Figure("agreement of pairs", float(np.trace(total) / total.sum()), note=f"{several} items with two labels")
    return [_alpha(labels, scale, settings, clusters, "alpha of the humans"), agreed]


def pair_figure(
    first: tuple[str, IntArray],
    second: tuple[str, IntArray],
    scale: Scale,
    settings: Settings,
    clusters: IntArray | None,
) -> Figure:
    """The kappa of two raters on the items that both labelled; −1 is a missing label."""
    k, weights = len(scale.labels), chosen_weights(scale, settings)
    both = (first[1] >= 0) & (second[1] >= 0)
    cells = confusion_cells(first[1][both], second[1][both], k)
    groups = None if clusters is None else clusters[both]
    tables = bootstrap_tables(cells, resamples=settings.resamples, seed=settings.seed, clusters=groups)
    name, note = f"kappa, {first[0]} and {second[0]}", f"weights: {weights}; {int(both.sum())} items"
    statistic = partial(cohen_kappas, weights=weights)
    table = cells.sum(axis=0).reshape(k, k)
    return _figure(table, tables.reshape(-1, k, k), name, statistic, level=settings.level, note=note)


def _alpha(
    labels: IntArray, scale: Scale, settings: Settings, clusters: IntArray | None, name: str = "alpha"
) -> Figure:
    k, level = len(scale.labels), chosen_level(scale, settings)
    cells = coincidence_cells(labels, k)
    tables = bootstrap_tables(cells, resamples=settings.resamples, seed=settings.seed, clusters=clusters)
    statistic = partial(krippendorff_alphas, level=level, values=scale.numbers)
    table = cells.sum(axis=0).reshape(k, k)
    return _figure(table, tables.reshape(-1, k, k), name, statistic, level=settings.level, note=f"level: {level}")


def _figure(
    table: FloatArray, tables: FloatArray, name: str, statistic: Statistic, *, level: float, note: str = ""
) -> Figure:
    value = ratio_or_none(statistic(table[None]))
    if value is None:
        return Figure(name, None, None, UNDEFINED)
    interval = table_interval(tables, statistic, level=level)
    return Figure(name, value, interval, "; ".join(filter(None, [note, "" if interval else NO_INTERVAL])))
