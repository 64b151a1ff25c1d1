"""How long a part of a text is, in words, characters or tokens, and how far a length reaches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Protocol

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.graphemes import cut_at_least, cut_at_most, joined
from ragauge.pipeline.chunking.words import word_table

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from ragauge.pipeline.chunking.checks import Unit


class Ruler(Protocol):
    """Measures parts of one text."""

    def length(self, start: int, end: int) -> int:
        """How long a part is."""

    def reach(self, start: int, size: int, *, whole: bool = False) -> int:
        """The furthest end of a part of at most that length; beyond start always, so one character may be longer.

        ``whole``: characters too are cut at white space, where there is any.
        """

    def back(self, start: int, end: int, size: int) -> int:
        """The first place from start on whose part up to end is at most that long."""


def make_ruler(text: str, unit: Unit) -> Ruler:
    """The ruler of a unit.

    >>> make_ruler("a lamp here", "words").reach(0, 2), make_ruler("a lamp here", "chars").length(2, 6)
    (6, 4)
    >>> make_ruler("a lamp here", lambda text: len(text) // 2).reach(0, 3)
    6
    """
    if unit == "chars":
        return _Chars(text)
    starts, ends = word_table(text)
    return _Tokens(text, starts, ends, unit) if callable(unit) else _Words(text, starts, ends)


class _Chars:
    def __init__(self, text: str) -> None:
        self._text = text

    def length(self, start: int, end: int) -> int:
        return end - start

    def reach(self, start: int, size: int, *, whole: bool = False) -> int:
        if start + size >= len(self._text):
            return len(self._text)
        cut = cut_at_most(self._text, start, start + size)
        if not whole or self._text[cut].isspace():
            return cut
        spaces = (place for place in range(cut, start, -1) if self._text[place - 1].isspace())
        return next((place for place in spaces if not joined(self._text, place, start)), cut)

    def back(self, start: int, end: int, size: int) -> int:
        return cut_at_least(self._text, max(start, end - size), end, start)


class _Words:
    def __init__(self, text: str, starts: array[int], ends: array[int]) -> None:
        self._text, self._starts, self._ends = text, starts, ends

    def length(self, start: int, end: int) -> int:
        return max(0, bisect_left(self._starts, end) - bisect_right(self._ends, start))

    def reach(self, start: int, size: int, *, whole: bool = False) -> int:
        last = bisect_right(self._ends, start) + size - 1
        return self._ends[last] if last < len(self._ends) else len(self._text)

    def back(self, start: int, end: int, size: int) -> int:
        word = bisect_left(self._starts, end) - size
        return max(start, self._starts[max(word, 0)]) if size and self._starts else end


class _Tokens(_Words):
    """A counter is taken to give no less for more text; what is cut is measured, so sizes hold for any counter."""

    def __init__(self, text: str, starts: array[int], ends: array[int], counter: Callable[[str], int]) -> None:
        super().__init__(text, starts, ends)
        self._counter, self._guess = counter, 64

    def length(self, start: int, end: int) -> int:
        count: object = self._counter(self._text[start:end])
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise InputError(f"the unit {brief(self._counter)} must give a count of tokens, gave {brief(count)}")
        return count

    def reach(self, start: int, size: int, *, whole: bool = False) -> int:
        first = bisect_right(self._ends, start)
        if first == len(self._ends):
            return len(self._text)
        fits = longest(lambda words: self.length(start, self._ends[first + words - 1]) <= size,
                       len(self._ends) - first, self._guess)  # fmt: skip
        if fits:
            self._guess = fits
            return self._ends[first + fits - 1]
        word = self._ends[first]
        cut = longest(lambda chars: self.length(start, start + chars) <= size, word - start, 8)
        return cut_at_most(self._text, start, start + max(cut, 1))

    def back(self, start: int, end: int, size: int) -> int:
        after = bisect_left(self._starts, end)
        low = bisect_left(self._starts, start, 0, after)
        words = longest(lambda count: self.length(self._starts[after - count], end) <= size, after - low, 16)
        return self._starts[after - words] if words and size else end


def longest(fits: Callable[[int], bool], most: int, guess: int = 1) -> int:
    """The largest number up to a most that fits, 0 for none, where all below one that fits do so as well.

    >>> longest(lambda n: n * n <= 50, 100), longest(lambda n: True, 5), longest(lambda n: False, 5)
    (7, 5, 0)
    """
    low, high = 0, most + 1
    probe = min(max(guess, 1), most)
    while high - low > 1:
        if fits(probe):
            low, probe = probe, probe * 2 if high > most else (probe + high) // 2
        else:
            high, probe = probe, (low + probe) // 2
        probe = min(max(probe, low + 1), high - 1)
    return low
