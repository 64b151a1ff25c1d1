"""Filters whose results must go together: those that allow the same, and those of which one is the tighter."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Literal

from ragauge.pipeline.filters.metamorphic import equivalent_problem, tighter_problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.core.records import Hit
    from ragauge.studying.index.measured import Narrowed, Point


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How often a setting gives two filters results that do not go together, with the first question as an example."""

    setting: str
    kind: Literal["equivalent", "tighter"]
    first: str
    second: str
    questions: int
    wrong: int
    example: str | None


def disagreements(points: Sequence[Point], filters: Sequence[Narrowed]) -> Iterator[Disagreement]:
    """Every setting with every pair of filters that can be held against each other; the tighter one stands first."""
    for one, other in permutations(filters, 2):
        kind: Literal["equivalent", "tighter"]
        if one.ids == other.ids and filters.index(one) < filters.index(other):
            kind = "equivalent"
        elif one.ids < other.ids:
            kind = "tighter"
        else:
            continue
        for point in points:
            lists = [point.filtered[narrowed.name].lists for narrowed in (one, other)]
            found = {name: _problem(kind, lists[0][name], lists[1][name], one.ids) for name in lists[0]}
            wrong = [f"{name}: {problem}" for name, problem in found.items() if problem]
            yield Disagreement(
                point.name, kind, one.name, other.name, len(found), len(wrong), wrong[0] if wrong else None
            )


def _problem(kind: str, first: Sequence[Hit], second: Sequence[Hit], allowed: frozenset[str]) -> str | None:
    one, other = ([hit.item for hit in hits] for hits in (first, second))
    return equivalent_problem(one, other) if kind == "equivalent" else tighter_problem(one, other, allowed)
