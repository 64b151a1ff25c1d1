"""Fusion by score: the convex combination of two lanes, and weighted sums of any number."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.fusion.lists import best_first
from ragauge.pipeline.fusion.normalise import Norm, Normalised, normalise
from ragauge.pipeline.fusion.weights import taking_part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit


def convex(
    lanes: Mapping[str, Sequence[Hit]],
    *,
    alpha: float = 0.5,
    norm: Norm = "minmax",
    minima: Mapping[str, float] | None = None,
) -> list[Hit]:
    """The convex combination of two lanes, the first and the second of ``lanes``.

    Formula: alpha × norm(first) + (1 − alpha) × norm(second).

    A document that a lane did not return gets the lane's normalised minimum (the table of ``normalise``), so that it
    never beats one that was. An alpha of 1 or 0 leaves a lane out altogether. ``minima`` holds the lowest score that
    each lane can give, for ``norm="theoretical"``: cosine −1, BM25 0.
    Source: Bruch, Gai and Ingber 2023 (TM2C2: theoretical minima).

    >>> from ragauge.core.records import Hit
    >>> dense, sparse = [Hit("a", 0.8), Hit("b", 0.35)], [Hit("b", 12.0), Hit("c", 3.0)]
    >>> lanes = {"dense": dense, "sparse": sparse}
    >>> [(hit.item, hit.score) for hit in convex(lanes, norm="theoretical", minima={"dense": -1, "sparse": 0})]
    [('b', 0.875), ('a', 0.5), ('c', 0.125)]

    Raises: InputError for another number of lanes, an alpha outside 0 to 1, and what ``normalise`` refuses.
    """
    if len(lanes) != 2:
        raise InputError(f"a convex combination by alpha is of two lanes, not {len(lanes)}; weighted_sum takes any")
    if not 0 <= alpha <= 1:
        raise InputError(f"alpha lies between 0 and 1, not at {alpha}")
    return weighted_sum(lanes, weights=dict(zip(lanes, (alpha, 1 - alpha), strict=True)), norm=norm, minima=minima)


def weighted_sum(
    lanes: Mapping[str, Sequence[Hit]],
    *,
    weights: Mapping[str, float] | None = None,
    norm: Norm = "minmax",
    minima: Mapping[str, float] | None = None,
) -> list[Hit]:
    """The weighted sum of normalised scores over any number of lanes; CombSUM where all weights are 1 (the default).

    Formula: Σ over the lanes of weight × norm(score). Missing documents and weights of 0 as in ``convex``.

    >>> from ragauge.core.records import Hit
    >>> lanes = {"a": [Hit("x", 9.0), Hit("y", 1.0)], "b": [Hit("y", 3.0), Hit("x", 2.0)], "c": [Hit("y", 1.0)]}
    >>> weighted_sum(lanes)
    [Hit(item='y', score=2.0), Hit(item='x', score=1.0)]

    Raises: InputError for odd weights (see ``taking_part``), and for what ``normalise`` refuses, naming the lane.
    """
    shares = taking_part(lanes, weights)
    unknown = sorted(set(minima or {}) - set(lanes))
    if unknown:
        raise InputError(f"minima for {', '.join(map(repr, unknown))}, which are no lanes")
    scaled = {name: _normalised(name, lanes[name], norm, (minima or {}).get(name)) for name in shares}
    items = {item for lane in scaled.values() for item in lane.scores}
    return best_first(
        {
            item: math.fsum(
                weight * scaled[name].scores.get(item, scaled[name].missing) for name, weight in shares.items()
            )
            for item in items
        }
    )


def _normalised(name: str, hits: Sequence[Hit], norm: Norm, minimum: float | None) -> Normalised:
    try:
        return normalise(hits, norm, minimum=minimum)
    except InputError as error:
        raise InputError(f"lane {name!r}: {error}") from error
