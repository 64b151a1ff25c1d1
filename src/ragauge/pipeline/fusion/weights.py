"""Weights of lanes, and which lanes take part."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def taking_part(lanes: Collection[str], weights: Mapping[str, float] | None) -> dict[str, float]:
    """The weight of every lane that takes part: 1 each without ``weights``; a lane of weight 0 takes no part.

    >>> taking_part(["bm25", "dense"], None), taking_part(["bm25", "dense"], {"bm25": 2.0, "dense": 0.0})
    ({'bm25': 1.0, 'dense': 1.0}, {'bm25': 2.0})

    Raises: InputError for a lane without a weight, a weight without a lane, a negative, NaN or infinite weight, and
        where all lanes have weight 0; all of them at once.
    """
    if weights is None:
        return dict.fromkeys(lanes, 1.0)
    odd = [name for name, weight in weights.items() if not (math.isfinite(weight) and weight >= 0)]
    problems = [
        *(f"no weight for lane {name!r} (0 leaves it out)" for name in lanes if name not in weights),
        *(
            f"a weight for {name!r}, which is no lane; there are {_names(lanes)}"
            for name in weights
            if name not in lanes
        ),
        *(f"the weight of lane {name!r} must be a number from 0, not {weights[name]}" for name in odd),
    ]
    if lanes and not problems and not any(weights.values()):
        problems = ["every lane has weight 0, so that nothing would be fused"]
    if problems:
        raise InputError([Problem(message) for message in problems])
    return {name: float(weights[name]) for name in lanes if weights[name] > 0}


def _names(lanes: Collection[str]) -> str:
    return ", ".join(map(repr, lanes)) or "none"
