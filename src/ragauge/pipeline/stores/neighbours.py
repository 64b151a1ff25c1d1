"""How near an approximate list of neighbours comes to the exact one, with or without a filter."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from ragauge.core.records import Hit

TOLERANCE = 1e-6
"""What two sums of the same products may differ by, relative to their size (to 1 where they are smaller)."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The first k hits of a search for one question, counted against exact search under the same filter.

    ``due`` is min(k, matching), ``returned`` how many different hits came that the filter allows, ``near`` how many of
    them are as near as the last of the exact list, ``same`` how many stand in it. ``repeated`` and ``forbidden`` count
    what came twice, or against the filter: neither counts for anything else.
    """

    due: int
    returned: int
    near: int
    same: int
    repeated: int = 0
    forbidden: int = 0

    @property
    def recall(self) -> float | None:
        """ANN recall: near ÷ due, from 0 to 1, higher is better; None where nothing matches."""
        return self.near / self.due if self.due else None

    @property
    def overlap(self) -> float | None:
        """The same by ids: a neighbour at rank k that ties with another one counts only if it is the same."""
        return self.same / self.due if self.due else None

    @property
    def fill(self) -> float | None:
        """Fill rate: returned ÷ due, from 0 to 1, higher is better; None where nothing matches."""
        return self.returned / self.due if self.due else None

    @property
    def short(self) -> int:
        """How many places stayed empty although more documents match."""
        return self.due - self.returned

    @property
    def wrong(self) -> int:
        """How many hits are not among the nearest: what recall loses beyond short lists."""
        return self.returned - self.near


def neighbours(
    exact: Sequence[Hit],
    found: Sequence[Hit],
    k: int,
    *,
    allowed: AbstractSet[str] | None = None,
    tolerance: float = TOLERANCE,
) -> Neighbours:
    """Count the first k hits of a search against those of exact search.

    Formula: due = min(k, |exact|); near = |{different allowed hits among the first k with s ≥ s_due − tolerance ·
    max(1, |s_due|)}|, s_due the score of the last exact one that is due; recall = near ÷ due. A hit that ties with it
    counts, whichever of them exact search chose. Scores are similarities (negate distances), and both lists' are to be
    computed in the same way: engines round differently.

    ``exact`` has the k nearest, or all that match where these are fewer. ``allowed``: the ids that the filter lets
    pass; None is all. Raises: ValueError for k < 1, a score that is no number, and more hits that are near than are
    due: then ``exact`` is not complete.

    Source: ann-benchmarks (recall by distance), with a tolerance that is relative and in the unit of the score, and
    every hit counted once.

    >>> from ragauge.core.records import Hit
    >>> exact = [Hit("a", 0.9), Hit("b", 0.5), Hit("c", 0.5)]
    >>> found = neighbours(exact, [Hit("c", 0.5), Hit("x", 0.1)], 2)
    >>> found.recall, found.overlap, found.fill, found.short, found.wrong
    (0.5, 0.0, 1.0, 0, 1)
    >>> neighbours(exact, [Hit("a", 0.9)], 10).fill
    0.3333333333333333
    >>> neighbours([], [], 10).recall is None
    True
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    if not all(math.isfinite(hit.score) for hit in (*exact[:k], *found[:k])):
        raise ValueError("a neighbour has a score that is no number")
    first = found[:k]
    different = {hit.item: hit.score for hit in reversed(first)}
    scores = {item: score for item, score in different.items() if allowed is None or item in allowed}
    due = min(k, len(exact))
    near = 0
    if due:
        last = exact[due - 1].score
        least = last - tolerance * max(1.0, abs(last))
        near = sum(score >= least for score in scores.values())
    if near > due or (len(exact) < k and len(scores) > due):
        raise ValueError(f"{len(scores)} hits for {due} that are due: the exact list is not complete")
    return Neighbours(
        due=due,
        returned=len(scores),
        near=near,
        same=len({hit.item for hit in exact[:due]} & scores.keys()),
        repeated=len(first) - len(different),
        forbidden=len(different) - len(scores),
    )
