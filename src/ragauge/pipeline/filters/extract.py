"""Predicates that a question states, by a table of phrases."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.backends.snowball import SnowballStemmer
from ragauge.core.errors import InputError
from ragauge.pipeline.filters.predicate import Predicate
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.pipeline.filters.kinds import Scalar

Phrase = tuple[str, ...]

SHORT = 2
NEGATIONS = frozenset({"not", "except", "without", "excluding", "кроме", "не", "без", "исключая"})
ARTICLES = frozenset({"the", "a", "an", "in", "of", "for", "from", "to", "на", "в", "во", "для", "из", "от", "с"})
"""Words that may stand between a negation and what it denies."""
JOINING = frozenset({"and", "or", "nor", "и", "или", "ни"})
"""Words after which a negation goes on."""


@dataclass(frozen=True, slots=True)
class _Found:
    field: str
    value: Scalar
    negated: bool


class RuleExtractor:
    """Finds the values of fields in a question by what they are called.

    ``table`` holds, for each field, its values and the phrases that mean them, beside the value's own text where that
    is longer than two letters ("it" is rarely Italy). Phrases are compared by stemmed words (English and Russian),
    the longest first, and none twice over the same words. Several values of one field become an ``in``; a value
    after a negation (not, except, without, кроме, не, без) is denied, and so are those joined to it by and, or.

    >>> extractor = RuleExtractor({"locale": {"en-US": ["the US", "Америка"], "en-GB": ["Great Britain"]}})
    >>> [str(predicate) for predicate in extractor("What holds in the US and Great Britain?")]
    ['locale in {"en-US", "en-GB"}']
    >>> [str(predicate) for predicate in extractor("Что действует везде, кроме Америки?")]
    ['locale != "en-US"']

    Raises: InputError for a phrase that means two values of one field, or has no words.
    """

    def __init__(self, table: Mapping[str, Mapping[Any, Sequence[str]]]) -> None:
        self._stemmer = SnowballStemmer()
        self._meanings: dict[Phrase, list[tuple[str, Scalar]]] = defaultdict(list)
        for field, values in table.items():
            for value, synonyms in values.items():
                own = [str(value)] if sum(map(len, words(str(value)))) > SHORT else []
                self._add(field, value, [*own, *synonyms])
        self._longest = max(map(len, self._meanings), default=0)

    def __call__(self, question: str) -> list[Predicate]:
        """The predicates, in the order in which the question states them."""
        plain = words(question)
        stems = self._stems(question)
        found: list[_Found] = []
        place = last = 0
        denied = False
        while place < len(stems):
            length = next(
                (n for n in range(self._longest, 0, -1) if tuple(stems[place : place + n]) in self._meanings), 0
            )
            meanings = self._meanings[tuple(stems[place : place + length])] if length else []
            if length:
                before = {one.field for one in found[-1:] if one.negated}
                goes_on = any(field in before for field, _ in meanings)
                denied = _denied(plain[last:place], goes_on)
                last = place + length
            found.extend(_Found(field, value, denied) for field, value in meanings)
            place += length or 1
        return _predicates(found)

    def _add(self, field: str, value: Scalar, phrases: Iterable[str]) -> None:
        for phrase in phrases:
            stems = tuple(self._stems(phrase))
            if not stems:
                raise InputError(f"field {field!r}, value {value!r}: the phrase {phrase!r} has no words")
            known = self._meanings[stems]
            other = [held for name, held in known if name == field and held != value]
            if other:
                raise InputError(f"field {field!r}: {phrase!r} means both {other[0]!r} and {value!r}")
            if (field, value) not in known:
                known.append((field, value))

    def _stems(self, text: str) -> list[str]:
        return self._stemmer.stem(words(text))


def _denied(between: Sequence[str], goes_on: bool) -> bool:
    """Whether a phrase is denied, by the words before it; a denial goes on to a value of the same field."""
    left = [word for word in between if word not in ARTICLES]
    if left and left[-1] in NEGATIONS:
        return True
    return goes_on and all(word in JOINING for word in left) and (bool(left) or not between)


def _predicates(found: Iterable[_Found]) -> list[Predicate]:
    grouped: dict[tuple[str, bool], list[Scalar]] = defaultdict(list)
    for one in found:
        values = grouped[one.field, one.negated]
        if one.value not in values:
            values.append(one.value)
    return [_predicate(field, values, negated) for (field, negated), values in grouped.items()]


def _predicate(field: str, values: Sequence[Scalar], negated: bool) -> Predicate:
    if len(values) == 1:
        return Predicate(field, "ne" if negated else "eq", values[0])
    return Predicate(field, "not_in" if negated else "in", tuple(values))
