"""What lanes have in common, and what each of them adds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ragauge.core.records import Hit


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many ids two lists share, and how many there are in either."""

    shared: int
    either: int

    @property
    def jaccard(self) -> float | None:
        """Shared ÷ either; None where both lists are empty."""
        return self.shared / self.either if self.either else None


def overlaps(lanes: Mapping[str, Sequence[Hit]], *, k: int | None = None) -> dict[tuple[str, str], Overlap]:
    """The overlap of the first k hits of every two lanes, for one question.

    >>> from ragauge.core.records import Hit
    >>> lanes = {"dense": [Hit("a", 2), Hit("b", 1)], "sparse": [Hit("b", 9), Hit("c", 8)]}
    >>> overlaps(lanes)
    {('dense', 'sparse'): Overlap(shared=1, either=3)}
    """
    found = _ids(lanes, k)
    return {
        (one, other): Overlap(len(found[one] & found[other]), len(found[one] | found[other]))
        for one, other in combinations(found, 2)
    }


def unique_contributions(
    lanes: Mapping[str, Sequence[Hit]], *, relevant: Collection[str] | None = None, k: int | None = None
) -> dict[str, list[str]]:
    """What only this lane returned among the first k hits, for one question; of the ``relevant`` ids where given.

    >>> from ragauge.core.records import Hit
    >>> lanes = {"dense": [Hit("a", 2), Hit("b", 1)], "sparse": [Hit("b", 9), Hit("c", 8)]}
    >>> unique_contributions(lanes), unique_contributions(lanes, relevant={"b", "c"})
    ({'dense': ['a'], 'sparse': ['c']}, {'dense': [], 'sparse': ['c']})
    """
    found = _ids(lanes, k)
    wanted = None if relevant is None else set(relevant)
    alone: dict[str, list[str]] = {}
    for name, ids in found.items():
        others = set().union(*(other for lane, other in found.items() if lane != name))
        alone[name] = sorted(item for item in ids - others if wanted is None or item in wanted)
    return alone


def _ids(lanes: Mapping[str, Sequence[Hit]], k: int | None) -> dict[str, set[str]]:
    return {name: set(list(dict.fromkeys(hit.item for hit in hits))[:k]) for name, hits in lanes.items()}
