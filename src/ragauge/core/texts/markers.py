"""Markers of citations in a generated text: [1], [1, 2], [1][3], [1-3]."""

from __future__ import annotations

import re
from typing import NamedTuple

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
        for low, high in _RANGE.findall(marker[0]):
            numbers = range(int(low), int(high or low) + 1)
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
