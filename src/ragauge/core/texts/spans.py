"""Spans of a text: where white space ends, in the sense of a reader."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from ragauge.core.texts.graphemes import extending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Span = tuple[int, int]
BREAKS = "\\t-\\r\\x1c-\\x1f\\x85\\u2028\\u2029"
"""White space that no mark joins, the inside of a character class."""


@lru_cache(maxsize=1)
def _space() -> re.Pattern[str]:
    return re.compile(rf"(?:[{BREAKS}]|\s(?![{extending()}]))*+")


def skip_space(text: str, start: int, end: int) -> int:
    """The first place from start on that is no white space, at most end."""
    match = _space().match(text, start, end)
    return match.end() if match else start


def trimmed(text: str, start: int, end: int) -> Span:
    """A span without the white space at its ends.

    >>> trimmed("  a lamp ", 0, 9)
    (2, 8)
    """
    start = skip_space(text, start, end)
    return start, start + len(text[start:end].rstrip())


def within(spans: Iterable[Span]) -> Callable[[int], bool]:
    """Whether a place is in one of the spans, which may overlap; the end of a span is not in it.

    >>> inside = within([(5, 7), (0, 3)])
    >>> [place for place in range(9) if inside(place)]
    [0, 1, 2, 5, 6]
    """
    ordered = sorted(spans)
    starts = [start for start, _ in ordered]
    ends = list(accumulate((end for _, end in ordered), max))

    def inside(place: int) -> bool:
        before = bisect_right(starts, place)
        return before > 0 and place < ends[before - 1]

    return inside
