"""What anybody's rerank must keep, whatever its quality."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def pool_problems(candidates: Sequence[str], reranked: Sequence[str]) -> list[str]:
    """How a reranked list is not a permutation of its candidates; repeated candidates count once.

    >>> pool_problems(["a", "b", "c"], ["c", "x", "c"])
    ["'x' was no candidate", "'c' is there 2 times", 'candidates lost: a, b']
    """
    pool, times = set(candidates), Counter(reranked)
    lost = [item for item in dict.fromkeys(candidates) if item not in times]
    return [
        *(f"{item!r} was no candidate" for item in times if item not in pool),
        *(f"{item!r} is there {count} times" for item, count in times.items() if count > 1),
        *([f"candidates lost: {', '.join(lost)}"] if lost else []),
    ]


def not_the_best(scores: Mapping[str, float], top: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of an id outside and one inside a top list where the one outside has the higher score.

    A list that was cut before it was sorted has such pairs. None means: min(score in top) ≥ max(score outside).

    >>> scores = {"a": 0.2, "b": 0.9, "c": 0.5, "d": 0.8}
    >>> not_the_best(scores, ["b", "a"]), not_the_best(scores, ["b", "d"])
    ([('d', 'a'), ('c', 'a')], [])

    Raises: InputError for an id of the list that has no score.
    """
    unknown = [item for item in top if item not in scores]
    if unknown:
        raise InputError(f"no score for {', '.join(map(repr, unknown))}")
    outside = sorted((item for item in scores if item not in set(top)), key=lambda item: (-scores[item], item))
    return [(out, item) for out in outside for item in dict.fromkeys(top) if scores[out] > scores[item]]


def by_indexes(texts: Sequence[str], indexes: Sequence[int]) -> list[str]:
    """The texts that indexes into the list *without repetitions* mean, as services that deduplicate give them.

    >>> by_indexes(["a", "a", "b", "c"], [2, 0])
    ['c', 'a']

    Raises: InputError for an index that is not in the list without repetitions.
    """
    once = list(dict.fromkeys(texts))
    wrong = [index for index in indexes if not 0 <= index < len(once)]
    if wrong:
        raise InputError(f"index {wrong[0]} is outside of the {len(once)} different texts that were sent")
    return [once[index] for index in indexes]
