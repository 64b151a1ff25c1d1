"""Foldings: tables that say for each character what stands for it in a simpler form of the text."""

from __future__ import annotations

import sys
import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.arrays import IntArray

CodePoints = NDArray[np.int32]

QUOTE_MARK, DASH = "'", "-"
QUOTE_MARKS = "\"'`´«»‹›“”„‟‘’‚‛ʼ′‵「」『』〝〞〟❛❜❝❞"
DASHES = "-‐‑‒–—―⁃−─﹘"
MEANT = {**dict.fromkeys(QUOTE_MARKS, QUOTE_MARK), **dict.fromkeys(DASHES, DASH), "⁄": "/"}
"""Look-alikes that compatibility decomposition keeps apart, and what stands for all of them."""

INVISIBLE = {"Cc", "Cf", "Zs", "Zl", "Zp"}
"""Categories without ink: white space, soft hyphens, zero-width and direction marks, control characters."""
MORE_INVISIBLE = frozenset(map(chr, chain([0x34F], range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))))
"""The grapheme joiner and the variation selectors, which count as marks."""

OPTIONAL_MARKS = frozenset(
    map(chr, chain([0x300, 0x301, 0x308, 0x640, 0x670], range(0x64B, 0x660), range(0x591, 0x5C8)))
)
"""Stress and diaeresis (so that ё is е), Arabic tashkeel and tatweel, Hebrew points: texts leave them out at will."""

ASSIGNED = (range(0xD800), range(0xE000, 0x32000), range(0xE0000, 0xE0200))
"""Everything that has a decomposition, a case or no ink lies here; other characters stand for themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Folding:
    """For each code point, where in ``pool`` its replacement begins and how long it is."""

    start: NDArray[np.int32]
    length: NDArray[np.uint8]
    pool: CodePoints

    def apply(self, codes: CodePoints) -> tuple[CodePoints, IntArray]:
        """The replacements of all characters in a row, and the index of the character that each comes from."""
        length = self.length[codes]
        source = np.repeat(np.arange(len(codes)), length)
        if length.size and length.max() == 1:
            return self.pool[self.start[codes[source]]], source
        within = np.arange(len(source)) - np.repeat(np.cumsum(length, dtype=np.int64) - length, length)
        return self.pool[self.start[codes][source] + within], source


@cache
def plain_folding() -> Folding:
    """Compatibility decomposition (NFKD), one kind of quote mark and dash, nothing invisible."""
    return _folding(_plain)


@cache
def loose_folding() -> Folding:
    """On top of the plain one: no case, no quote marks, none of the marks that texts leave out at will."""
    return _folding(_loose)


@cache
def mark_classes() -> NDArray[np.uint8]:
    """The canonical combining class of each code point: 0 for all but marks."""
    classes = np.zeros(sys.maxunicode + 1, dtype=np.uint8)
    classes[:0x1F000] = [unicodedata.combining(chr(code)) for code in range(0x1F000)]
    return classes


def _plain(char: str) -> str:
    if char in MEANT:
        return MEANT[char]
    return "".join(MEANT.get(part, part) for part in unicodedata.normalize("NFKD", char) if not _invisible(part))


def _invisible(char: str) -> bool:
    return unicodedata.category(char) in INVISIBLE or char in MORE_INVISIBLE


def _loose(char: str) -> str:
    if char == QUOTE_MARK or char in OPTIONAL_MARKS:
        return ""
    return char.casefold()


def _folding(rule: Callable[[str], str]) -> Folding:
    size = sys.maxunicode + 1
    start, length = np.arange(size, dtype=np.int32), np.ones(size, dtype=np.uint8)
    more: list[int] = []
    for code in chain(*ASSIGNED):
        folded = rule(chr(code))
        if folded != chr(code):
            start[code], length[code] = size + len(more), len(folded)
            more += map(ord, folded)
    return Folding(start, length, np.concatenate((np.arange(size, dtype=np.int32), np.array(more, dtype=np.int32))))
