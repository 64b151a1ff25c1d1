"""Plain text: what is left of a text when everything is folded that parsers and typists change without harm.

Two forms, each with the place that every character has in the original:

- *plain*: any Unicode form and ligature, any white space or none, soft hyphens, hyphens at line breaks, and any
  kind of quote mark, dash and ellipsis are the same.
- *loose*: on top of that, letter case, ё and е, stress and vowel marks, quote marks, and dashes that do not stand
  before a digit make no difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ragauge.golden.quotes.folding import DASH, loose_folding, mark_classes, plain_folding

if TYPE_CHECKING:
    from ragauge.core.arrays import IntArray
    from ragauge.golden.quotes.folding import CodePoints

LETTER, MARK = r"[^\W\d_]", r"[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u3099\u309a]"
LINE_HYPHEN = re.compile(rf"[-‐‑¬﹣－]\s*[\n\r\f\u2028]\s*(?={LETTER})")
"""A hyphen, a line break, a letter. With a letter before it, it goes, a real one too: loose text has none at all."""
LETTER_BEFORE = re.compile(rf"{LETTER}|{MARK}")


@dataclass(frozen=True, eq=False)
class PlainText:
    """Folded text as code points; ``origin`` is the place of each in the original."""

    codes: CodePoints
    origin: IntArray

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def text(self) -> str:
        """The folded text itself."""
        return self.codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original span of the characters from ``start`` up to ``end``, which must not be empty."""
        return int(self.origin[start]), int(self.origin[end - 1]) + 1


def plain_text(text: str) -> PlainText:
    """Fold Unicode forms, ligatures, white space, invisible characters, line breaks in words, quote marks, dashes.

    >>> plain_text("«Con\\u00adﬁg»  exam-\\nple…").text
    "'Config'example..."
    >>> plain_text("a ﬁ").span(1, 2)
    (2, 3)
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int32)
    # what precedes is looked at last: a pattern that begins with it is searched for many times more slowly
    breaks = [match.start() for match in LINE_HYPHEN.finditer(text)]
    hyphens = [place for place in breaks if place and LETTER_BEFORE.match(text, place - 1)]
    origin = np.delete(np.arange(len(codes)), hyphens)
    codes, source = plain_folding().apply(codes[origin])
    codes, source = _marks_in_order(codes, source)
    return PlainText(codes, origin[source])


def loose_text(plain: PlainText) -> PlainText:
    """Fold plain text further: case, ё, stress and vowel marks, quote marks, dashes not before a digit.

    >>> loose_text(plain_text("Ёлка — «ВЕЧНО-зелёная», -5°")).text
    'елкавечнозеленая,-5°'
    """
    codes, source = loose_folding().apply(plain.codes)
    after = np.append(codes[1:], 0)
    keep = (codes != ord(DASH)) | ((after >= ord("0")) & (after <= ord("9")))
    return PlainText(codes[keep], plain.origin[source[keep]])


class Folded:
    """A text in both forms, each made once, when it is first needed."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def plain(self) -> PlainText:
        """Folded without loss."""
        return plain_text(self.text)

    @cached_property
    def loose(self) -> PlainText:
        """Folded further: case, ё, stress marks, dashes."""
        return loose_text(self.plain)


def gram_hashes(codes: CodePoints, size: int) -> IntArray:
    """A hash of every run of ``size`` characters, none if the text is shorter.

    >>> first, second = gram_hashes(plain_text("abcdabcd").codes, 4)[[0, 4]]
    >>> bool(first == second)
    True
    """
    count = max(0, len(codes) - size + 1)
    hashes = np.zeros(count, dtype=np.uint64)
    for place in range(size):
        hashes = hashes * np.uint64(0x9E3779B97F4A7C15) + codes[place : place + count].astype(np.uint64)
    # the low bits of a product hang on the low bits of its factors only
    return (hashes ^ (hashes >> np.uint64(29))).astype(np.int64)


def _marks_in_order(codes: CodePoints, source: IntArray) -> tuple[CodePoints, IntArray]:
    """Marks on one letter in canonical order, as decomposition character by character leaves them where they were."""
    classes = mark_classes()[codes]
    if not ((classes[1:] > 0) & (classes[:-1] > classes[1:])).any():
        return codes, source
    letter = np.cumsum(classes == 0)
    order = np.lexsort((classes, letter))
    return codes[order], source[order]
