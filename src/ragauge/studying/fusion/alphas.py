"""The weight of two lanes in a convex combination: swept, chosen by cross-validation, and how much it matters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.comparison.columns import clusters_of
from ragauge.studying.fusion.folds import chosen_elsewhere, folds_of
from ragauge.studying.fusion.near import Near, around, near_the_best
from ragauge.studying.fusion.settings import ALPHAS, NORMS, fused, side_by_side, summed
from ragauge.studying.paired import deciding, ends, sign_of, value_cells
from ragauge.studying.study import Column, Table
from ragauge.sweeping.steps import HITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.scorecard import Scorecard
    from ragauge.pipeline.fusion.normalise import Norm
    from ragauge.studying.fusion.settings import Lane
    from ragauge.studying.subject import Subject

MIDDLE = tuple(abs(alpha - 0.5) for alpha in ALPHAS)
"""Of alphas that are equally good the one nearest to the middle is taken."""
FLAT = 0.4
"""An optimum is flat where alphas over so much of the scale are within noise of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Alphas:
    """The convex combinations of one normalisation.

    ``cards`` are those of the alphas, ``near`` says how far they are from the best. ``held_out`` is the scorecard in
    which every question was fused with the alpha that was best on the other folds, and ``of_folds`` are those alphas;
    None where there are too few questions for folds.
    """

    norm: Norm
    cards: tuple[Scorecard, ...]
    near: Near | None
    held_out: Scorecard | None
    of_folds: tuple[float, ...] = ()

    @property
    def name(self) -> str:
        """What the normalisation is called in tables."""
        return NORMS[self.norm]


def alphas_of(subject: Subject, lanes: Sequence[Lane], norm: Norm) -> Alphas:
    """Fuse two lanes at every alpha, and at the alphas of the cross-validation."""
    metric = deciding(subject)
    fuses = [summed(lanes, norm, alpha) for alpha in ALPHAS]
    cards = tuple(
        subject.card(f"{NORMS[norm]} α={alpha:g}", fused(lanes, subject.questions, fuse))
        for alpha, fuse in zip(ALPHAS, fuses, strict=True)
    )
    first = cards[0]
    defined = np.logical_and.reduce([card.values[metric].defined for card in cards])
    values = sign_of(metric) * np.column_stack([card.values[metric].value for card in cards])
    clusters, seed = clusters_of(first), subject.options.seed
    folds = folds_of(first.questions, clusters, seed=seed)
    if folds is None or not defined.any():
        return Alphas(norm, cards, None, None)
    near = near_the_best(
        values[defined],
        MIDDLE,
        clusters=None if clusters is None else clusters[defined],
        level=subject.options.level,
        seed=seed,
    )
    chosen = chosen_elsewhere(values, defined, folds, MIDDLE)
    of_question = dict(zip(first.questions, chosen.tolist(), strict=True))
    lists = {
        question: fuses[of_question[question]](side_by_side(lanes, question))[:HITS] for question in subject.questions
    }
    card = subject.card(f"{NORMS[norm]}, α by cross-validation", lists)
    return Alphas(norm, cards, near, card, tuple(ALPHAS[place] for place in _by_fold(chosen.tolist(), folds.tolist())))


def _by_fold(chosen: Sequence[int], folds: Sequence[int]) -> list[int]:
    return list(dict(sorted(dict(zip(folds, chosen, strict=True)).items())).values())


def sweep_table(found: Sequence[Alphas], metric: str, first: str) -> Table:
    """Every alpha of every normalisation."""
    rows = []
    for one in found:
        for place, (alpha, card) in enumerate(zip(ALPHAS, one.cards, strict=True)):
            apart = None if one.near is None else sign_of(metric) * one.near.differences[place]
            word = None if one.near is None else within(one.near, place)
            rows.append((one.name, f"{alpha:g}", *value_cells(card, metric), apart, word))
    columns = (
        Column("scores"),
        Column("α"),
        Column("n", "count"),
        Column(metric, "value"),
        Column("interval", "interval"),
        Column("from the best", "difference"),
        Column("within noise of it"),
    )
    return Table(f"convex combination, α the weight of {first}: {metric}", columns, tuple(rows))


def within(near: Near, place: int) -> str:
    """Whether a setting is the best, within noise of it, or shown to be worse."""
    return "best" if place == near.best else "yes" if near.within[place] else "no"


def choice_table(found: Sequence[Alphas], metric: str) -> Table:
    """What cross-validation chose, what that is worth on held-out questions, and how much the choice matters."""
    columns = (
        Column("scores"),
        Column("n", "count"),
        Column("α of the folds"),
        Column("held out", "value"),
        Column("interval", "interval"),
        Column("best α in sample"),
        Column("in sample", "value"),
        Column("in sample − held out", "difference"),
        Column("α within noise"),
        Column("optimum"),
    )
    rows = tuple(_choice(one, metric) for one in found)
    return Table(f"α by cross-validation over questions: {metric}", columns, rows)


def _choice(one: Alphas, metric: str) -> tuple[object, ...]:
    if one.near is None or one.held_out is None:
        return (one.name, one.cards[0][metric].n, *(None,) * 8)
    held, inside = one.held_out[metric], one.cards[one.near.best][metric]
    low, high = around(one.near)
    return (
        one.name,
        held.n,
        ", ".join(f"{alpha:g}" for alpha in one.of_folds),
        held.value,
        ends(held.interval),
        f"{ALPHAS[one.near.best]:g}",
        inside.value,
        None if held.value is None or inside.value is None else inside.value - held.value,
        f"{ALPHAS[low]:g} to {ALPHAS[high]:g}",
        "flat" if ALPHAS[high] - ALPHAS[low] >= FLAT - 1e-9 else "sharp",
    )
