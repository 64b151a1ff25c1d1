"""Whether an answer agrees with its reference, by words and numbers alone: enough for a funnel, no grade."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from ragauge.backends.snowball import SnowballStemmer
from ragauge.core.texts.figures import notation_of, one_value
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

SHARE = 0.6
"""So much of the reference's content words an answer must have."""
NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?")
SMALL = """
a an the and or of to in on at by for with within from into up is are was were be been has have had do does did can will
would it its this that as not no yes you your we our they their he she his her if then than so
до и в во на с со к ко о об от по за из у не нет да это как что или но а же ли бы вы ваш мы наш он она они его её их
если то так для при
"""
"""Words that say nothing by themselves."""
PASSED_OVER = frozenset(SMALL.split())


def agrees(answer: str, references: Iterable[str], *, share: float = SHARE) -> bool | None:
    """Whether the answer has all numbers, and at least a ``share`` of the other content words, of some reference.

    Words are compared by their stems (English and Russian), numbers by their value in either notation. None where no
    reference has a number or a content word. It cannot see a negation, nor a wrong claim beside the right one.

    >>> agrees("You get the full 1,200.50 back within 14 days.", ["1200,50 is paid back within 14 days"])
    True
    >>> agrees("You get it back within 30 days.", ["It is paid back within 14 days"])
    False
    >>> agrees("Гарантия действует два года.", ["Два года гарантии"]), agrees("Yes", ["The"])
    (True, None)
    """
    said, counted = content(answer), numbers(answer)
    verdicts = []
    for reference in references:
        stems, values = content(reference), numbers(reference)
        if stems or values:
            enough = not stems or len(stems & said) >= share * len(stems)
            verdicts.append(enough and values <= counted)
    return any(verdicts) if verdicts else None


def content(text: str) -> frozenset[str]:
    """The stems of the words that say something, numbers aside."""
    plain = [word for word in words(NUMBER.sub(" ", text)) if word not in PASSED_OVER]
    return frozenset(_stemmer().stem(plain))


def numbers(text: str) -> frozenset[Decimal | str]:
    """The values of the numbers, those in names too, in the notation of the text; digits that are none stand as text.

    >>> sorted(numbers("1,200.50 and 0.125 of the C-400")), sorted(numbers("1 200,50 и 0,125"))
    ([Decimal('0.125'), Decimal('400'), Decimal('1200.50')], [Decimal('0.125'), Decimal('1200.50')])
    """
    notation = notation_of(text)
    found = NUMBER.findall(text)
    return frozenset(digits if (value := one_value(digits, notation)) is None else value for digits in found)


@cache
def _stemmer() -> SnowballStemmer:
    return SnowballStemmer()
