"""Reciprocal rank fusion."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.fusion.lists import best_first, unique
from ragauge.pipeline.fusion.weights import taking_part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit


def rrf(lanes: Mapping[str, Sequence[Hit]], *, k: float = 60, weights: Mapping[str, float] | None = None) -> list[Hit]:
    """Lists of hits fused by their ranks alone.

    Formula: Σ over the lanes of weight ÷ (k + rank), ranks from 1; a lane that did not return a document adds 0.

    The order of each list is its ranking, whatever its scores; what a list repeats is removed first, and ranks count
    without it. Equal sums stand by falling id; the order of the lanes makes no difference. A lane of weight 0 takes
    no part: what only it returned is not in the result.
    Source: Cormack, Clarke and Büttcher 2009. The numbers of ranx's ``rrf``, except that ranx ranks tied scores by
    insertion.

    Example: the lists of two lanes.
        >>> from ragauge.core.records import Hit
        >>> dense = [Hit(name, 0.0) for name in "d3 d7 d1 d4 d2 d9 d10".split()]
        >>> sparse = [Hit(name, 0.0) for name in "d2 d3 d8 d1 d11 d4 d6".split()]
        >>> [(hit.item, round(hit.score, 5)) for hit in rrf({"dense": dense, "sparse": sparse})[:3]]
        [('d3', 0.03252), ('d2', 0.03178), ('d1', 0.0315)]

    Raises: InputError for a k that is negative or no number, and for odd weights (see ``taking_part``).
    """
    if not (math.isfinite(k) and k >= 0):
        raise InputError(f"k must be a number from 0, not {k}")
    parts: defaultdict[str, list[float]] = defaultdict(list)
    for name, weight in taking_part(lanes, weights).items():
        for rank, hit in enumerate(unique(lanes[name]), start=1):
            parts[hit.item].append(weight / (k + rank))
    return best_first({item: math.fsum(shares) for item, shares in parts.items()})
