"""Numbers in a text with their units, compared by value: 1,200.50 kg, 5 %, 1 200,5 кг, two weeks, 3.5.1."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ragauge.core.numbers import NOTATIONS, read_numbers
from ragauge.core.texts.number_words import pattern as word_pattern
from ragauge.core.texts.number_words import value_of
from ragauge.core.texts.scripts import mostly
from ragauge.core.texts.spans import within
from ragauge.core.texts.units import BEFORE, Unit, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ragauge.core.texts.spans import Span

_BLANK = " \u00a0\u202f\u2009"
_GROUPED = rf"\d{{1,3}}(?:[{_BLANK}'’]\d{{3}})+(?!\d)(?:[.,]\d+)?"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?"
_NUMBER = re.compile(
    rf"(?P<before>[{BEFORE}])?[{_BLANK}]?(?<!\w)(?<![^\W\d_][-‑–])(?<!\d[.,:])(?P<sign>(?<![^\s(\[«“\"'])[-−])?"
    rf"(?P<digits>{_TIME}|{_GROUPED}|\d+(?:[.,]\d+)*)(?P<ordinal>(?:st|nd|rd|th|-?(?:й|го|му|м|я|ю|е|ой))(?!\w))?"
    rf"(?:[{_BLANK}\n-]?(?P<after>[%‰$€£₽℃℉]|°[CF]|µ?[^\W\d_]+))?"
)
_PAST_POWER = re.compile(rf"\.?[{_BLANK}\n]?(?P<after>[$€£₽]|[^\W\d_]+)")

_AFTER_WORD = re.compile(r"[\s-]([^\W\d_]+)")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it stands in a text; ``value`` None is one that is compared as text: a version, a time."""

    text: str
    start: int
    end: int
    value: Decimal | None
    unit: Unit | None = None

    @property
    def stated(self) -> tuple[object, ...]:
        """What it says: its value, its value without a unit, and its value in the smallest unit."""
        if self.value is None:
            return (self.text,)
        if self.unit is None:
            return ("any", self.value), ("bare", self.value)
        return ("any", self.value), (self.unit.measures, self.value * self.unit.size)

    @property
    def agreeing(self) -> tuple[object, ...]:
        """Of what another one says, whatever agrees with this one."""
        if self.value is None:
            return (self.text,)
        if self.unit is None:
            return (("any", self.value),)
        return ("bare", self.value), (self.unit.measures, self.value * self.unit.size)

    def agrees(self, other: Figure) -> bool:
        """Whether the other one says the same: the same value, in the same unit or in one that it can be counted in.

        A unit that only one of them has, or that is not known, parts nothing.
        """
        return not set(self.agreeing).isdisjoint(other.stated)


def notation_of(text: str) -> str:
    """The notation that a text is read in where nobody says it: Russian for Cyrillic, else English.

    >>> notation_of("1,234 рубля"), notation_of("1,234 dollars")
    ('ru', 'en')
    """
    return "ru" if mostly(text) == "cyrillic" else "en"


def one_value(digits: str, notation: str) -> Decimal | None:
    """The value in the notation, else in the first other one that the digits are right in; None in none.

    >>> one_value("1,234", "en"), one_value("1,234", "ru"), one_value("3,5", "en"), one_value("3.5.1", "en")
    (Decimal('1234'), Decimal('1.234'), Decimal('3.5'), None)
    """
    for name in dict.fromkeys((notation, "en", "si", "ru", "de", "ch", "in")):
        found = read_numbers(digits, locales=(name,))
        if found:
            return found[0]
    return None


def figures(text: str, *, notation: str | None = None, skip: Iterable[Span] = ()) -> list[Figure]:
    """The numbers in the order of the text, without those that begin within the spans to skip (dates).

    ``notation`` is one of ``core.numbers.NOTATIONS``; None is that of the text. Digits in a name (C-400, B2) are none.

    >>> for one in figures("Two lamps, 1,200.50 kg, from −5 to 12 %, v. 3.5.1, the C-400; 10-14 days, at 10:30."):
    ...     print(one.text, one.value, one.unit and one.unit.measures)
    Two 2 None
    1,200.50 kg 1200.50 mass
    −5 -5 None
    12 % 12 ratio
    3.5.1 None None
    10 10 None
    14 days 14 time
    10:30 None None
    >>> [str(one.value) for one in figures("1 200,5 руб. за 2,5 млн. тонн")]
    ['1200.5', '2500000.0']
    """
    given = notation or notation_of(text)
    if given not in NOTATIONS:
        raise ValueError(f"no notation {given!r}; there are {', '.join(NOTATIONS)}")
    left_out = within(skip)
    found = [*_digits(text, given), *_words(text)]
    kept = (one for one in found if not left_out(one.start))
    return sorted(kept, key=lambda one: one.start)


class Numeral(NamedTuple):
    """Digits as they stand in a text, with their sign, and what they are worth in a notation; None: not one number."""

    start: int
    end: int
    value: Decimal | None


def numerals(text: str, notation: str) -> list[Numeral]:
    """The numbers in digits, without units and powers of ten.

    >>> numerals("−5 to 1,200.5 million", "en")
    [Numeral(start=0, end=2, value=Decimal('-5')), Numeral(start=6, end=13, value=Decimal('1200.5'))]
    """
    return [_numeral(match, notation) for match in _NUMBER.finditer(text) if not _in_a_name(match)]


def _numeral(match: re.Match[str], notation: str) -> Numeral:
    value = None if ":" in match["digits"] else one_value(match["digits"], notation)
    if match["sign"]:
        return Numeral(match.start("sign"), match.end("digits"), None if value is None else -value)
    return Numeral(match.start("digits"), match.end("digits"), value)


def _in_a_name(match: re.Match[str]) -> bool:
    """Whether letters that are neither a unit nor a power of ten follow the digits without a space: 3D."""
    after = match["after"]
    glued = after is not None and match.start("after") == match.end("digits") and after[0].isalpha()
    return glued and _unit(after) is None and _powers(after.casefold()) is None


def _digits(text: str, notation: str) -> Iterator[Figure]:
    for match in _NUMBER.finditer(text):
        if _in_a_name(match):
            continue
        start, end, value = _numeral(match, notation)
        unit = units().get(match["before"] or "")
        if match["ordinal"]:
            end = match.end("ordinal")
        elif match["after"]:
            power, past, name = _power(text, match)
            if power is not None and value is not None:
                value, end = value * power, past
            if _unit(name):
                unit, end = _unit(name), past
        yield Figure(text[start:end], start, end, value, unit)


def _power(text: str, match: re.Match[str]) -> tuple[Decimal | None, int, str | None]:
    """The power of ten after the digits, where what follows ends, and the name that may be a unit."""
    after, end = match["after"], match.end("after")
    power = None if _unit(after) else _powers(after.casefold())
    if power is None:
        return None, end, after
    following = _PAST_POWER.match(text, end)
    name = following["after"] if following else None
    return power, following.end() if following and _unit(name) else end, name


@cache
def _powers(word: str) -> Decimal | None:
    found = read_numbers(f"1 {word}")
    return found[0] if len(found) == 1 else None


def _unit(name: str | None) -> Unit | None:
    return None if name is None else units().get(name) or units().get(name.casefold())


def _words(text: str) -> Iterator[Figure]:
    plain = text.replace("ё", "е").replace("Ё", "Е")
    for match in word_pattern().finditer(plain):
        after = _AFTER_WORD.match(plain, match.end())
        unit = _unit(after[1]) if after else None
        end = after.end() if after and unit else match.end()
        yield Figure(text[match.start() : end], match.start(), end, Decimal(value_of(match)), unit)
