"""The claims of a text: its sentences, and their parts between semicolons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ragauge.core.texts.clauses import clauses
from ragauge.core.texts.contents import contents
from ragauge.core.texts.negations import negates
from ragauge.core.texts.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable

_QUESTION = re.compile(r"[?？؟][\"'”’»)\]]*\Z")
_BARE = frozenset(words("yes no ok okay sure indeed certainly exactly correct да нет конечно верно именно"))
"""Words that are no claim by themselves."""


def claims_of(text: str) -> list[str]:
    """The claims in the order of the text; questions, and what says nothing that could be looked for, are none.

    >>> claims_of("Yes. Mars has two moons; Phobos is one. Is it red? Да. Гарантия — 2 года.")
    ['Mars has two moons', 'Phobos is one.', 'Гарантия — 2 года.']
    """
    return [part for part in clauses(text) if is_claim(part) and not _QUESTION.search(part)]


def is_claim(text: str) -> bool:
    """Whether a sentence has something that could be looked for: content words besides yes and no, numbers, dates."""
    return not contents(text).empty and not set(words(text)) <= _BARE


def without_repeats(claims: Iterable[str]) -> list[str]:
    """The claims, each once: what has the same content words, numbers and dates, and negates alike, is a repetition.

    >>> without_repeats(["Mars has two moons.", "Two moons has Mars!", "Mars has not two moons."])
    ['Mars has two moons.', 'Mars has not two moons.']
    """
    return list({_key(claim): claim for claim in reversed(list(claims))}.values())[::-1]


def without_padding(claims: Iterable[str], question: str | None) -> list[str]:
    """The claims that say something beyond the others: no parts of another one, and no echo of the question.

    If nothing but echoes is there, they are the answer and stay.

    >>> without_padding(["Mars has two moons.", "Mars has moons.", "You ask of Mars."], "You ask: moons of Mars?")
    ['Mars has two moons.']
    """
    distinct = without_repeats(claims)
    kept = [one for one in distinct if not any(_within(one, other) for other in distinct if other != one)]
    asked = question or ""
    return [one for one in kept if not _within(one, asked, negation=False)] or kept


def _key(claim: str) -> tuple[frozenset[str], frozenset[object], frozenset[object], bool]:
    found = contents(claim)
    numbers = frozenset((one.value if one.value is not None else one.text, one.unit) for one in found.figures)
    return found.words, numbers, frozenset(one.readings for one in found.dates), negates(claim)


def _within(claim: str, other: str, *, negation: bool = True) -> bool:
    """Whether the other text has all that the claim has."""
    if negation and negates(claim) != negates(other):
        return False
    mine, theirs = contents(claim), contents(other)
    figures = all(theirs.has_figure(one) for one in mine.figures)
    return figures and mine.words <= theirs.words and all(theirs.has_date(one) for one in mine.dates)
