"""The words of a text, in any script, and where they stand."""

from __future__ import annotations

import re
from array import array
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Self

import numpy as np

from ragauge.pipeline.chunking.graphemes import cut_at_most, extending
from ragauge.pipeline.chunking.spans import BREAKS, Span

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextvars import Token

    from ragauge.core.arrays import BoolArray, IntArray

LONGEST_WORD = 64
"""Characters; a longer run without spaces counts as several words."""
IDEOGRAPHS = (
    "\u2e80-\u2fdf\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff"
)
OPENING, CLOSING = "「『（【〈《〔［", "、。，．！？；：」』）】〉》〕］…‥・"


FIRST_ODD = 0x300
"""The first code point of a mark; Han and kana come later."""
BEYOND_SPACE = 0x3001
"""The code point after the last white space."""

Words = tuple["array[int]", "array[int]"]
"""The starts and the ends of words."""
KEPT = 4_000_000
"""Words whose places are kept at most: 64 MB."""


def word_spans(text: str) -> Iterator[Span]:
    """The words of a text: runs without spaces; each Han or kana character with its punctuation; parts of huge runs.

    >>> list(word_spans("a lamp,  東京。")), len(list(word_spans("x" * 100)))
    ([(0, 1), (2, 7), (9, 10), (10, 12)], 2)
    """
    for match in _patterns()[0].finditer(text):
        yield from _parts(text, *match.span())


class WordTables:
    """The word tables of texts that are cut again and again, for as long as it is entered.

    >>> with WordTables() as tables:
    ...     first = word_table("a lamp")
    ...     (word_table("a lamp") is first, tables.words)
    (True, 2)
    >>> word_table("a lamp") is first
    False
    """

    def __init__(self) -> None:
        self.words = 0
        self._tables: dict[str, Words] = {}
        self._before: list[Token[WordTables | None]] = []

    def __enter__(self) -> Self:
        self._before.append(_TABLES.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        _TABLES.reset(self._before.pop())

    def of(self, text: str) -> Words:
        """The table of a text, made when it is not there; kept while there is room."""
        found = self._tables.get(text)
        if found is None:
            found = _word_table(text)
            if self.words + len(found[0]) <= KEPT:
                self._tables[text] = found
                self.words += len(found[0])
        return found


_TABLES: ContextVar[WordTables | None] = ContextVar("word tables", default=None)


def word_table(text: str) -> Words:
    """The same, as the starts and the ends; fast where every word is a run without spaces.

    >>> starts, ends = word_table("a lamp,  here")
    >>> starts.tolist(), ends.tolist()
    ([0, 2, 9], [1, 7, 13])
    """
    tables = _TABLES.get()
    return _word_table(text) if tables is None else tables.of(text)


def _word_table(text: str) -> Words:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    if codes.max(initial=0) >= FIRST_ODD and _patterns()[1].search(text):
        spans = np.array(list(word_spans(text)), dtype=np.int64)
        return _array(spans[:, 0]), _array(spans[:, 1])
    space = _spaces()[np.minimum(codes, BEYOND_SPACE)]
    edges = np.flatnonzero(np.diff(np.concatenate([[True], space, [True]])))
    spans = edges.reshape(-1, 2)
    huge = spans[:, 1] - spans[:, 0] > LONGEST_WORD
    if huge.any():
        parts = [part for start, end in spans[huge].tolist() for part in _parts(text, start, end)]
        spans = np.concatenate([spans[~huge], np.array(parts)])
        spans = spans[spans[:, 0].argsort()]
    return _array(spans[:, 0]), _array(spans[:, 1])


def _parts(text: str, start: int, end: int) -> Iterator[Span]:
    while end - start > LONGEST_WORD:
        cut = cut_at_most(text, start, start + LONGEST_WORD)
        yield start, cut
        start = cut
    yield start, end


def _array(places: IntArray) -> array[int]:
    table = array("q")
    table.frombytes(places.astype(np.int64).tobytes())
    return table


@lru_cache(maxsize=1)
def _spaces() -> BoolArray:
    return np.array([chr(code).isspace() for code in range(BEYOND_SPACE + 1)])


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A word; and what makes words something else than runs without spaces."""
    marks = extending()
    run = rf"(?:[^\s{IDEOGRAPHS}]++|(?![{BREAKS}])\s(?=[{marks}]))++"
    word = rf"[{OPENING}]*+[{IDEOGRAPHS}][{marks}{CLOSING}]*+|{run}"
    return re.compile(word), re.compile(rf"[{IDEOGRAPHS}]|\s[{marks}]")
