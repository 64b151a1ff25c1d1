"""Configurations of one sweep compared question by question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragauge.catalog import find_metric
from ragauge.comparison.columns import clusters_of
from ragauge.comparison.pairs import moves
from ragauge.stats.corrections import holm
from ragauge.stats.differences import difference_interval
from ragauge.stats.sign_flips import sign_flip_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import BoolArray, FloatArray
    from ragauge.core.score import Interval
    from ragauge.sweeping.result import Point


@dataclass(frozen=True, slots=True)
class Paired:
    """The mean difference over the questions where both have a value, None of none, and its p adjusted for all pairs.

    ``alone`` is the p of this pair, ``interval`` that of the difference; neither is adjusted.
    """

    difference: float | None
    p: float
    identical: bool
    alone: float = 1.0
    interval: Interval | None = None
    worse: bool = False


def differences(base: Point, candidate: Point) -> tuple[FloatArray, BoolArray]:
    """Candidate − base, question by question, and where both have a value."""
    before, now = base.card.values[base.metric], candidate.card.values[candidate.metric]
    both = before.defined & now.defined
    return moves(before.value, now.value), both


def paired_tests(pairs: Sequence[tuple[Point, Point]], seed: int, level: float = 0.95) -> list[Paired]:
    """Each (base, candidate) by sign flips; p is adjusted by Holm for all of them."""
    found = []
    for base, candidate in pairs:
        change, both = differences(base, candidate)
        clusters = clusters_of(base.card)
        kept = None if clusters is None else clusters[both]
        test = sign_flip_test(change[both], clusters=kept, seed=seed)
        mean = float(change[both].mean()) if both.any() else None
        width = find_metric(base.metric).spec.width
        interval = difference_interval(change[both], clusters=kept, level=level, width=width)
        same = mean is not None and not change[both].any()
        found.append(Paired(mean, 1.0, same, 1.0 if test is None else test.p, interval))
    adjusted = holm([one.alone for one in found])
    return [replace(one, p=p) for one, p in zip(found, adjusted, strict=True)]


def shown_worse(best: Point, others: Sequence[Point], *, level: float, seed: int) -> list[Paired]:
    """The others against the best, and which of them are shown to be worse at a level."""
    return [
        replace(one, worse=one.difference is not None and one.difference < 0 and one.p <= 1 - level)
        for one in paired_tests([(best, other) for other in others], seed, level)
    ]
