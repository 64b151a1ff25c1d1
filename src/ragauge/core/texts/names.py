"""Names in a text: words with a capital letter inside a sentence, and codes such as C-400. Rules, no model."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ragauge.core.texts.dates import dates
from ragauge.core.texts.figures import figures
from ragauge.core.texts.forms import base_form
from ragauge.core.texts.function_words import function_words
from ragauge.core.texts.sentences import sentence_spans
from ragauge.core.texts.spans import within
from ragauge.core.texts.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WORD = re.compile(r"[^\W_]+(?:[-‑'’.&][^\W_]+)*")
_OPENS = re.compile(r"[\s\"'«„“‘([{*_#>•–—-]*(?:\d{1,3}[.)]\s+)?")
_POSSESSIVE = re.compile(r"['’]s\Z")
_COLON = re.compile(r":\s+[\"“«„‘']?\Z")
_LINKS = frozenset((" ", "-"))


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it stands in a text, and the base forms of its words."""

    text: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int
    first: bool

    @property
    def capital(self) -> bool:
        return self.text[0].isupper() or self.text[0].istitle()

    @property
    def owns(self) -> bool:
        """A possessive, which ends a name."""
        return _POSSESSIVE.search(self.text) is not None

    @property
    def code(self) -> bool:
        """All capitals, a capital inside, or digits beside letters: a name wherever it stands."""
        letters = [letter for letter in self.text if letter.isalpha()]
        digits = any(letter.isdigit() for letter in self.text)
        inside = any(letter.isupper() for letter in self.text[1:])
        return bool(letters) and (digits or inside) and (self.capital or inside) and len(self.text) > 1


def names(text: str, around: Iterable[str] = ()) -> list[Name]:
    """The names in the order of the text, neighbours joined to one.

    A word with a capital letter counts inside a sentence. As the first word of one it counts only where something else
    shows that it is a name: it is a code, another word with a capital follows, or it has its capital inside a sentence
    of this text or of those ``around`` it. Function words, and what belongs to a date or a number, are none.
    Scripts without capital letters have no names, and every German noun is one.

    >>> [one.text for one in names("The Velden Mill in Москве uses NASA's C-400. Later it closed in March 2012.")]
    ['Velden Mill', 'Москве', 'NASA', 'C-400']
    >>> [one.text for one in names("Mars is red. Lamps hum.")], [one.text for one in names("Mars is red.", ["on Mars"])]
    ([], ['Mars'])
    """
    text = unicodedata.normalize("NFKC", text)  # as ``words`` does: № is two letters of a word
    inside = inner_capitals(text).union(*map(inner_capitals, around))
    groups: list[list[_Word]] = []
    for one in _named(_words(text), inside):
        last = groups[-1][-1] if groups else None
        if last is not None and not one.first and not last.owns and text[last.end : one.start] in _LINKS:
            groups[-1].append(one)
        else:
            groups.append([one])
    return [_name(text, group) for group in groups]


@lru_cache(maxsize=4096)
def inner_capitals(text: str) -> frozenset[str]:
    """The base forms of words that have a capital letter inside a sentence.

    >>> sorted(inner_capitals("Lamps of Velden hum."))
    ['velden']
    """
    found = _words(unicodedata.normalize("NFKC", text))
    return frozenset(form for one in found if one.capital and not one.first for form in _forms(one.text))


def _named(found: list[_Word], inside: frozenset[str]) -> Iterator[_Word]:
    after = {id(one): other for one, other in pairwise(found)}
    for one in found:
        if one.code:
            yield one
        elif one.capital and words(one.text)[0] not in function_words():
            following = after.get(id(one))
            goes_on = following is not None and following.capital and not following.first
            goes_on = goes_on and following is not None and following.start - one.end == 1
            if not one.first or goes_on or set(_forms(one.text)) <= inside:
                yield one


def _words(text: str) -> list[_Word]:
    dated = [(one.start, one.end) for one in dates(text)]
    taken = within([*dated, *((one.start, one.end) for one in figures(text, skip=dated))])
    found: list[_Word] = []
    for start, end in sentence_spans(text):
        opened = _OPENS.match(text, start, end)
        first = opened.end() if opened else start
        found.extend(
            _Word(one[0], one.start(), one.end(), one.start() <= first or _after_colon(text, start, one.start()))
            for one in _WORD.finditer(text, start, end)
            if not taken(one.start())
        )
    return found


def _after_colon(text: str, start: int, place: int) -> bool:
    return _COLON.search(text[max(start, place - 4) : place]) is not None


def _forms(word: str) -> list[str]:
    return [base_form(part) for part in words(_POSSESSIVE.sub("", word))]


def _name(text: str, group: list[_Word]) -> Name:
    shown = _POSSESSIVE.sub("", text[group[0].start : group[-1].end])
    return Name(shown, tuple(form for one in group for form in _forms(one.text)))
