"""Markers of citations in a generated text: [1], [1, 2], [1][3], [1-3]."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_ONE = r"[0-9]{1,4}(?:\s*[-–—]\s*[0-9]{1,4})?"
MARKER = re.compile(rf"\[\s*{_ONE}(?:\s*[,;]\s*{_ONE})*\s*\]")
_RANGE = re.compile(r"([0-9]+)(?:\s*[-–—]\s*([0-9]+))?")
_GAP = re.compile(rf"[^\S\n]*{MARKER.pattern}")


class Markers(NamedTuple):
    """The markers that passages have, each once in the order of the text, and how often others stand there."""

    known: tuple[int, ...]
    unknown: int


def read_markers(text: str, passages: int) -> Markers:
    """The citations of passages that are numbered from 1.

    A range stands for all its numbers. A number that no passage has is counted, each time it stands there: neither is 0
    the last passage, nor a number beyond the last one. A range that runs backwards is one such.

    >>> read_markers("Two years [1-3], as [3][5; 1] say. Or one [0].", passages=3)
    Markers(known=(1, 2, 3), unknown=2)
    """
    known: dict[int, None] = {}
    unknown = 0
    for marker in MARKER.finditer(text):
        for numbers in _ranges(marker[0]):
            inside = [number for number in numbers if 1 <= number <= passages]
            known |= dict.fromkeys(inside)
            unknown += len(numbers) - len(inside) if numbers else 1
    return Markers(tuple(known), unknown)


def without_markers(text: str) -> str:
    """The text without its markers and the blanks before them.

    >>> without_markers("Two years [1], as of 2026 [2][3].")
    'Two years, as of 2026.'
    """
    return _GAP.sub("", text).strip()


def renumbered(text: str, lengths: Sequence[int]) -> str:
    """The text with markers of passages turned into markers of the chunks in them.

    Chunks count on from passage to passage; ``lengths`` has the number of them in each. What named no passage names no
    chunk.

    >>> renumbered("Two years [1-2], or one [3][0].", [1, 2])
    'Two years [1, 2, 3], or one [4][0].'
    """
    if all(length == 1 for length in lengths):
        return text
    ends = list(accumulate(lengths, initial=0))

    def places(number: int) -> range:
        if 1 <= number <= len(lengths):
            return range(ends[number - 1] + 1, ends[number] + 1)
        beyond = number - len(lengths) + ends[-1] if number > 0 else 0
        return range(beyond, beyond + 1)

    def marker(found: re.Match[str]) -> str:
        groups = [numbers or range(1) for numbers in _ranges(found[0])]  # one that runs backwards names nothing
        return f"[{', '.join(str(place) for numbers in groups for number in numbers for place in places(number))}]"

    return MARKER.sub(marker, text)


def _ranges(marker: str) -> list[range]:
    """The numbers of a marker; a range that runs backwards has none."""
    return [range(int(low), int(high or low) + 1) for low, high in _RANGE.findall(marker)]
