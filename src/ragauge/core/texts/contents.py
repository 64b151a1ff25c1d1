"""What a text says, as far as rules can see it: content words, numbers, dates, and whether it negates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from ragauge.core.texts.clauses import clauses
from ragauge.core.texts.dates import Date, dates
from ragauge.core.texts.figures import Figure, figures
from ragauge.core.texts.forms import base_form
from ragauge.core.texts.function_words import function_words
from ragauge.core.texts.negations import negates, without_negations
from ragauge.core.texts.words import words


@dataclass(frozen=True)
class Contents:
    """The content words of a text in their base forms, its numbers and its dates; the words of these are no others."""

    text: str
    dates: tuple[Date, ...]
    figures: tuple[Figure, ...]
    words: frozenset[str]

    @property
    def empty(self) -> bool:
        """Whether it says nothing that could be looked for."""
        return not (self.words or self.figures or self.dates)

    @cached_property
    def all_words(self) -> frozenset[str]:
        """The base forms of all words, those of numbers and dates too."""
        return frozenset(map(base_form, words(self.text)))

    @cached_property
    def clauses(self) -> tuple[tuple[frozenset[str], bool], ...]:
        """Of each part of a sentence the content words, and whether it negates."""
        return tuple((contents(part).words, negates(part)) for part in clauses(self.text))

    def has_figure(self, one: Figure) -> bool:
        """Whether a number stands in the text, as a number or as the day or year of a date."""
        if one.value is not None and one.unit is None and one.value in self._dated:
            return True
        return not self._stated.isdisjoint(one.agreeing)

    @cached_property
    def _stated(self) -> frozenset[object]:
        return frozenset(key for one in self.figures for key in one.stated)

    @cached_property
    def _dated(self) -> frozenset[int]:
        return frozenset(number for one in self.dates for number in one.numbers)

    def has_date(self, one: Date) -> bool:
        """Whether a date stands in the text with at least the parts that it names here."""
        return any(other.says(one) for other in self.dates)


@lru_cache(maxsize=8192)
def contents(text: str, notation: str | None = None) -> Contents:
    """The contents of a text; ``notation`` is that of its numbers, None as the text is.

    >>> found = contents("The Curiosity rover did not land on Mars before 2012, or 6 August 2012.")
    >>> sorted(found.words), [one.text for one in found.figures], [one.text for one in found.dates]
    (['befor', 'curiosity', 'land', 'mar', 'rover'], ['2012'], ['6 August 2012'])
    """
    told = tuple(dates(text))
    spans = [(one.start, one.end) for one in told]
    counted = tuple(figures(text, notation=notation, skip=spans))
    spans += [(one.start, one.end) for one in counted]
    plain = words(without_negations(_blanked(text, spans)))
    return Contents(text, told, counted, frozenset(base_form(one) for one in plain if one not in function_words()))


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    parts, last = [], 0
    for start, end in sorted(spans):
        parts.append(text[last:start])
        last = max(end, last)
    return " ".join([*parts, text[last:]])
