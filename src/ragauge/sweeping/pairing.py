"""Configurations of one sweep compared question by question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.comparison.columns import clusters_of
from ragauge.comparison.pairs import moves
from ragauge.stats.corrections import holm
from ragauge.stats.sign_flips import sign_flip_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import BoolArray, FloatArray
    from ragauge.sweeping.result import Point


@dataclass(frozen=True, slots=True)
class Paired:
    """The mean difference over the questions where both have a value, None of none, and its p."""

    difference: float | None
    p: float
    identical: bool
    worse: bool = False


def differences(base: Point, candidate: Point) -> tuple[FloatArray, BoolArray]:
    """Candidate − base, question by question, and where both have a value."""
    before, now = base.card.values[base.metric], candidate.card.values[candidate.metric]
    both = before.defined & now.defined
    return moves(before.value, now.value), both


def paired_tests(pairs: Sequence[tuple[Point, Point]], seed: int) -> list[Paired]:
    """Each (base, candidate) by sign flips; p is adjusted by Holm for all of them."""
    found = []
    for base, candidate in pairs:
        change, both = differences(base, candidate)
        clusters = clusters_of(base.card)
        test = sign_flip_test(change[both], clusters=None if clusters is None else clusters[both], seed=seed)
        mean = float(change[both].mean()) if both.any() else None
        found.append((mean, 1.0 if test is None else test.p, mean is not None and not change[both].any()))
    adjusted = holm([p for _, p, _ in found])
    return [Paired(mean, p, same) for (mean, _, same), p in zip(found, adjusted, strict=True)]


def shown_worse(best: Point, others: Sequence[Point], *, level: float, seed: int) -> list[Paired]:
    """The others against the best, and which of them are shown to be worse at a level."""
    return [
        Paired(
            one.difference,
            one.p,
            one.identical,
            one.difference is not None and one.difference < 0 and one.p <= 1 - level,
        )
        for one in paired_tests([(best, other) for other in others], seed)
    ]
