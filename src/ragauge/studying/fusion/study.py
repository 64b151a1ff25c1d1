"""The study of fusion: every lane alone, every way to fuse them, and whether that is worth it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.comparison.columns import clusters_of
from ragauge.core.errors import InputError
from ragauge.studying.evidence import evidence_of
from ragauge.studying.fusion.advice import advice_on, notes_on
from ragauge.studying.fusion.alphas import Alphas, alphas_of, choice_table, sweep_table, within
from ragauge.studying.fusion.common import contribution_table, disjoint_advice, overlap_table, time_table
from ragauge.studying.fusion.near import near_the_best
from ragauge.studying.fusion.settings import NORMS, RRF_DEFAULT, Lane, by_ranks, fused, norms_of, summed
from ragauge.studying.paired import (
    Held,
    cut_of,
    deciding,
    held_against,
    names_of,
    notes_of,
    paired_table,
    sign_of,
    value_cells,
)
from ragauge.studying.study import Column, Study, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.scorecard import Scorecard
    from ragauge.pipeline.fusion.normalise import Norm
    from ragauge.studying.subject import Subject

    Cards = Sequence[tuple[str, Scorecard]]

TWO = 2
LOWEST = {"bm25": 0.0}
"""The lowest score that a lane can give; that of a dense lane is a cosine."""
COSINE = -1.0


def searched(subject: Subject, name: str) -> Lane:
    """A lane of the reference pipeline."""
    return Lane(name, subject.lists((name,)), LOWEST.get(name, COSINE), seconds=subject.times((name,)))


def fusion_study(subject: Subject, lanes: Sequence[Lane]) -> Study:
    """Hold every fusion of the lanes against the best single one.

    The first metric decides. In the table of lanes stand settings that were fixed beforehand (RRF with k = 60, scores
    with equal weights) and convex combinations whose alpha was chosen on other questions; p is adjusted by Holm for all
    of them and all metrics together. The sweeps of k, weights and alpha show how much they matter: their best values
    were chosen on the same questions and are optimistic.

    Raises: InputError for fewer than two lanes, two of one name, or a first metric without better and worse.
    """
    _refuse_odd(lanes)
    metric = deciding(subject)
    k, norms = cut_of(metric), norms_of(lanes)
    alone = [(lane.name, subject.card(lane.name, lane.lists)) for lane in lanes]
    swept = {name: subject.card(name, fused(lanes, subject.questions, fuse)) for name, fuse in by_ranks(lanes).items()}
    convex = [alphas_of(subject, lanes, norm) for norm in norms] if len(lanes) == TWO else []
    base, held = _held(subject, metric, alone, _together(subject, lanes, norms, swept, convex))
    fusions = held[len(alone) - 1 :]
    firsts = [{question: hits[:k] for question, hits in lane.lists.items()} for lane in lanes]
    tables = [
        *(paired_table("lanes alone and fused", "lists", name, [base, *held], base.name) for name in names_of(subject)),
        overlap_table(subject, lanes, k),
        contribution_table(subject, lanes, evidence_of(subject, *firsts), k),
        _rrf_table(subject, metric, swept),
        *([sweep_table(convex, metric, lanes[0].name), choice_table(convex, metric)] if convex else []),
        *time_table(lanes),
    ]
    return Study(
        "fusion",
        f"Fusion of {', '.join(lane.name for lane in lanes)}",
        tuple(tables),
        advice=(*disjoint_advice(subject, lanes), *advice_on(subject, metric, base, fusions)),
        notes=(*notes_on(lanes, norms, base, fusions, metric), *notes_of([Held(*one) for one in alone])),
        provenance=subject.provenance() | {"metric": metric, "k": k, "lanes": [lane.name for lane in lanes]},
    )


def _refuse_odd(lanes: Sequence[Lane]) -> None:
    names = [lane.name for lane in lanes]
    if len(names) < TWO:
        raise InputError(f"a fusion is of two lanes or more, not {', '.join(names) or 'none'}")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(f"two lanes are called {', '.join(map(repr, twice))}")


def _together(
    subject: Subject,
    lanes: Sequence[Lane],
    norms: Sequence[Norm],
    swept: Mapping[str, Scorecard],
    convex: Sequence[Alphas],
) -> Cards:
    """The fusions whose settings were not chosen on the questions that they are measured on."""
    found = [(f"rrf k={RRF_DEFAULT}", swept[f"k={RRF_DEFAULT}"])]
    for norm in norms:
        name = f"{NORMS[norm]}, equal weights"
        found.append((name, subject.card(name, fused(lanes, subject.questions, summed(lanes, norm)))))
    return [*found, *((f"{one.name}, α by CV", one.held_out) for one in convex if one.held_out is not None)]


def _held(subject: Subject, metric: str, alone: Cards, together: Cards) -> tuple[Held, list[Held]]:
    """The best single lane, and everything else against it: the other lanes first."""
    if alone[0][1][metric].value is None:
        raise InputError(f"{metric} has no value for any question, so no lane can be called the best")
    best = max(alone, key=lambda one: sign_of(metric) * (one[1][metric].value or 0.0))
    base = Held(*best)
    return base, held_against(subject, base, [*(one for one in alone if one[0] != best[0]), *together])


def _rrf_table(subject: Subject, metric: str, swept: Mapping[str, Scorecard]) -> Table:
    """RRF over k and weights, each against the best of them; of equal ones the default counts as the best."""
    cards = list(swept.values())
    defined = np.logical_and.reduce([card.values[metric].defined for card in cards])
    values = sign_of(metric) * np.column_stack([card.values[metric].value[defined] for card in cards])
    codes = clusters_of(cards[0])
    near = near_the_best(
        values,
        [float(name != f"k={RRF_DEFAULT}") for name in swept],
        clusters=None if codes is None else codes[defined],
        level=subject.options.level,
        seed=subject.options.seed,
    )
    rows = [
        (name, *value_cells(card, metric), sign_of(metric) * near.differences[place], within(near, place))
        for place, (name, card) in enumerate(swept.items())
    ]
    columns = (
        Column("rrf"),
        Column("n", "count"),
        Column(metric, "value"),
        Column("interval", "interval"),
        Column("from the best", "difference"),
        Column("within noise of it"),
    )
    return Table(f"reciprocal rank fusion by k and weights: {metric}", columns, tuple(rows))
