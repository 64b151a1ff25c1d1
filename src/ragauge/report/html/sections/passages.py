"""Texts for the page: cut where they are long, with a mark, and the places of quotes in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 2400
"""So many characters of a text are shown at most."""
BEFORE = 600
"""So many stand before the first quote where the text is cut."""
LONGEST_QUOTE = 4000
WORD = re.compile(r"\w+")
BETWEEN = r"[\W_]+"


@dataclass(frozen=True, slots=True)
class Passage:
    """A text as it is shown: ``before`` and ``after`` characters are left out; ``marks`` are places in what is left."""

    text: str
    before: int = 0
    after: int = 0
    marks: tuple[tuple[int, int], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain data, without what is nothing."""
        found = {
            "text": self.text,
            "before": self.before,
            "after": self.after,
            "marks": [list(one) for one in self.marks],
        }
        return {name: value for name, value in found.items() if value or name == "text"}


def passage(text: str, quotes: Sequence[str] = (), *, longest: int = LONGEST) -> Passage:
    """The text around its first quote, or its beginning, with every quote marked.

    >>> passage("The lamp hums at night.", ["hums  at\\nnight"])
    Passage(text='The lamp hums at night.', before=0, after=0, marks=((9, 22),))
    >>> one = passage("a " * 2000 + "needle" + " b" * 2000, ["needle"])
    >>> one.before, len(one.text), one.text[slice(*one.marks[0])]
    (3400, 2400, 'needle')
    """
    spans = sorted(span for quote in quotes if (span := found_in(text, quote)) is not None)
    start = 0
    if len(text) > longest and spans and spans[0][1] > longest:
        start = max(0, spans[0][0] - BEFORE)
    end = min(len(text), start + longest)
    marks = [(max(one, start) - start, min(other, end) - start) for one, other in spans if one < end and other > start]
    return Passage(text[start:end], start, len(text) - end, tuple(marks))


def found_in(text: str, quote: str) -> tuple[int, int] | None:
    """Where a quote stands, whatever the white space, punctuation and case between its words; None where it does not.

    >>> found_in("Срок — 10 дней.", "срок 10 дней"), found_in("a", "b"), found_in("a", "?")
    ((0, 14), None, None)
    """
    pattern = _pattern(quote[:LONGEST_QUOTE])
    found = None if pattern is None else pattern.search(text)
    return None if found is None else found.span()


@lru_cache(maxsize=64)
def _pattern(quote: str) -> re.Pattern[str] | None:
    """The words of a quote with anything but words between them; it is looked for in one text after the other."""
    words = WORD.findall(quote)
    return re.compile(rf"(?<!\w){BETWEEN.join(map(re.escape, words))}(?!\w)", re.IGNORECASE) if words else None
