"""Ranked lists: each id once, and the order of equal scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.core.records import Hit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def unique(hits: Iterable[Hit]) -> list[Hit]:
    """The hits without those whose id came before: the first occurrence counts.

    >>> unique([Hit("a", 3), Hit("b", 2), Hit("a", 1)])
    [Hit(item='a', score=3), Hit(item='b', score=2)]
    """
    first: dict[str, Hit] = {}
    for hit in hits:
        first.setdefault(hit.item, hit)
    return list(first.values())


def best_first(scores: Mapping[str, float]) -> list[Hit]:
    """Ids by falling score, equal scores by falling id.

    >>> [hit.item for hit in best_first({"a": 1.0, "b": 1.0, "c": 2.0})]
    ['c', 'b', 'a']
    """
    ordered = sorted(scores.items(), key=lambda pair: (pair[1], pair[0]), reverse=True)
    return [Hit(item, score) for item, score in ordered]


def finite(hits: Iterable[Hit], *, where: str) -> list[Hit]:
    """The hits, all of whose scores can be calculated with.

    >>> finite([Hit("a", float("nan"))], where="lane 'dense'")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: lane 'dense': the score of 'a' is nan

    Raises: InputError naming the first id whose score is NaN or infinite.
    """
    listed = list(hits)
    for hit in listed:
        if not math.isfinite(hit.score):
            raise InputError(f"{where}: the score of {hit.item!r} is {hit.score}")
    return listed
