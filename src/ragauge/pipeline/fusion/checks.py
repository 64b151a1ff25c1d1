"""What is wrong with a fusion, seen before any quality is measured."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.core.records import Hit


def disjoint_lanes(questions: Iterable[Mapping[str, Sequence[Hit]]]) -> list[str]:
    """A warning for every two lanes that share no id in any question.

    Two retrievers of one corpus agree now and then; where they never do, their ids are most likely of different
    kinds (chunks and documents), and fusing them only interleaves the lists. A lane that returned nothing anywhere
    is not compared.

    >>> from ragauge.core.records import Hit
    >>> disjoint_lanes([{"dense": [Hit("a.md#0", 0.9)], "sparse": [Hit("a.md", 7.5)]}])
    ["lanes 'dense' and 'sparse' share no id in any of 1 questions (for example 'a.md#0', 'a.md'): same ids?"]
    """
    seen: dict[str, dict[str, None]] = {}
    together: dict[tuple[str, str], int] = {}
    sharing: set[tuple[str, str]] = set()
    for lanes in questions:
        ids = {name: dict.fromkeys(hit.item for hit in hits) for name, hits in lanes.items() if hits}
        for name, found in ids.items():
            seen.setdefault(name, found)
        for pair in combinations(sorted(ids), 2):
            together[pair] = together.get(pair, 0) + 1
            if ids[pair[0]].keys() & ids[pair[1]].keys():
                sharing.add(pair)
    return [
        f"lanes {one!r} and {other!r} share no id in any of {count} questions"
        f" (for example {next(iter(seen[one]))!r}, {next(iter(seen[other]))!r}): same ids?"
        for (one, other), count in together.items()
        if (one, other) not in sharing
    ]


@dataclass(frozen=True, slots=True)
class OrderViolation:
    """A document that a fused list holds before a better one: better in no lane, worse in at least one.

    The ranks are by lane, None where a lane did not return it; ``place`` is that of the better one in the fused list,
    None where it is not there.
    """

    better: str
    worse: str
    better_ranks: Mapping[str, int | None]
    worse_ranks: Mapping[str, int | None]
    place: int | None
    worse_place: int


def order_violations(lanes: Mapping[str, Sequence[Hit]], fused: Sequence[str]) -> list[OrderViolation]:
    """Every two documents that a fused list has the wrong way round, or of which it kept the wrong one.

    Holds for any fusion in which a better rank never harms: RRF with any weights, sums of scores. ``lanes`` are those
    that take part, as they went into the fusion. Repeated ids count where they come first. Two documents with equal
    scores in a lane are ordered by it all the same.

    >>> from ragauge.core.records import Hit
    >>> lanes = {"knn": [Hit("a", 0.9), Hit("b", 0.8), Hit("c", 0.7)]}
    >>> [(found.better, found.worse) for found in order_violations(lanes, ["a", "c"])]
    [('b', 'c')]
    """
    items = list(dict.fromkeys(hit.item for hits in lanes.values() for hit in hits))
    if not items or not lanes:
        return []
    ranks = np.column_stack([_ranks(list(dict.fromkeys(hit.item for hit in hits)), items) for hits in lanes.values()])
    places = _ranks(list(dict.fromkeys(fused)), items)
    found = []
    for worse in np.flatnonzero(np.isfinite(places)).tolist():
        better = (ranks <= ranks[worse]).all(axis=1) & (ranks < ranks[worse]).any(axis=1) & (places > places[worse])
        for place in np.flatnonzero(better).tolist():
            by_lane = [dict(zip(lanes, map(_rank_or_none, ranks[row].tolist()), strict=True)) for row in (place, worse)]
            at, worse_at = _rank_or_none(float(places[place])), int(places[worse])
            found.append(OrderViolation(items[place], items[worse], by_lane[0], by_lane[1], at, worse_at))
    return found


def _ranks(order: Sequence[str], items: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The rank of every item in an order, from 1; infinite where it is not in it."""
    place = {item: rank for rank, item in enumerate(order, start=1)}
    return np.array([place.get(item, np.inf) for item in items])


def _rank_or_none(rank: float) -> int | None:
    return int(rank) if np.isfinite(rank) else None
