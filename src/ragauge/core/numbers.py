"""Numbers in the notations of several countries, compared by value and not by spelling."""

from __future__ import annotations

import re
import unicodedata
from decimal import Context, Decimal
from functools import cache
from typing import TYPE_CHECKING

from ragauge.core.ids import is_truth_value

if TYPE_CHECKING:
    from collections.abc import Collection

Number = str | int | float | Decimal

NOTATIONS = {
    "en": (",", r"\d{3}", "."),
    "in": (",", r"\d{2}", "."),
    "de": (r"\.", r"\d{3}", ","),
    "ru": (" ", r"\d{3}", ","),
    "si": (" ", r"\d{3}", "."),
    "ch": ("['’]", r"\d{3}", "."),
}
"""Notation → what stands between groups of digits, a group, and the decimal mark. The last group has three digits."""

_POWERS = {
    3: "千|천|тыс|тысяч[аи]?|thousand|tausend",
    4: "万|萬|만",
    5: "lakhs?",
    6: "млн|миллион(?:а|ов)?|millions?|millionen|mio",
    7: "crores?",
    8: "億|亿|억",
    9: "млрд|миллиард(?:а|ов)?|milliarden?|mrd|bn",
    12: "трлн|триллион(?:а|ов)?",
    -2: "%|٪",
    -3: "‰",
}
"""Words that mean the same power of ten everywhere; "billion" does not, and makes a text no number."""
LONGEST = 100

_BY_GROUP = {f"p{place}": power for place, power in enumerate(_POWERS)}
_UNIT = re.compile(
    "|".join(rf"(?P<p{place}>(?:{words})\.?)" for place, words in enumerate(_POWERS.values())), re.IGNORECASE
)
_PARTS = re.compile(
    r"(?P<sign>[-+−]?)\s*(?P<digits>[\d.,'’ ]*\d(?:e[-+]?\d{1,2})?)\s*(?P<unit>[^\d\s]*)", re.IGNORECASE
)
_SPACES = re.compile(r"\s")
_EXACT = Context(prec=2 * LONGEST)
_MARKS = str.maketrans({"٫": ".", "٬": ",", "−": "-"})


def same_number(one: Number, other: Number, *, locales: Collection[str] = tuple(NOTATIONS)) -> bool:
    """Whether two numbers can be read as the same value in one of the notations.

    >>> [same_number("580231.5", text) for text in ("580,231.50", "580 231,50", "5,80,231.50", "580.231,5", "580231")]
    [True, True, True, True, False]
    >>> same_number("920000", "92万"), same_number("1,5 млн", "1.5 million"), same_number("12 %", "0.12")
    (True, True, True)
    >>> same_number("1234", "1.234"), same_number("1234", "1.234", locales=["en"])
    (True, False)
    """
    return not set(read_numbers(one, locales=locales)).isdisjoint(read_numbers(other, locales=locales))


def read_numbers(number: Number, *, locales: Collection[str] = tuple(NOTATIONS)) -> list[Decimal]:
    """The values that a text may stand for, from the smallest; none if it is no number, or more than one.

    Groups of three digits (India: two, and three at the end) are told by what stands between them; the first group
    does not begin with 0. One mark before exactly three digits may be either a decimal mark or a group: both readings
    are given. White space of any kind is one, a minus may be U+2212. A percent sign and words for powers of ten
    count, if they mean the same everywhere.

    >>> read_numbers("1,234"), read_numbers("1,234", locales=["en"]), read_numbers("1,234,567")
    ([Decimal('1.234'), Decimal('1234')], [Decimal('1234')], [Decimal('1234567')])
    >>> read_numbers("−1,5 тыс."), read_numbers("12 и 13"), read_numbers("0,125")
    ([Decimal('-1500')], [], [Decimal('0.125')])

    Raises: ValueError for a notation that there is none of.
    """
    unknown = sorted(set(locales) - NOTATIONS.keys())
    if unknown:
        raise ValueError(f"no notation {', '.join(map(repr, unknown))}; there are {', '.join(NOTATIONS)}")
    if not isinstance(number, str):
        return _plain(number)
    found = _PARTS.fullmatch(_SPACES.sub(" ", unicodedata.normalize("NFC", number).translate(_MARKS)).strip())
    if found is None or len(number) > LONGEST:
        return []
    power = _power(found["unit"])
    if power is None:
        return []
    sign = "-" if found["sign"] == "-" else ""
    texts = {text for name in locales if (text := _as_decimal(found["digits"].casefold(), name)) is not None}
    return sorted({_tidy(Decimal(f"{sign}{text}").scaleb(power, _EXACT)) for text in texts})


def _plain(number: float | Decimal) -> list[Decimal]:
    """The value of what is a number already."""
    if is_truth_value(number):
        return []
    value = Decimal(repr(number)) if isinstance(number, float) else Decimal(number)
    return [_tidy(value)] if value.is_finite() else []


def _tidy(value: Decimal) -> Decimal:
    whole = value.to_integral_value()
    return Decimal(int(value)) if value == whole else value


def _power(unit: str) -> int | None:
    """The power of ten that a unit means, None for any other word."""
    if not unit:
        return 0
    found = _UNIT.fullmatch(unit)
    return None if found is None else _BY_GROUP[str(found.lastgroup)]


def _as_decimal(digits: str, notation: str) -> str | None:
    """The digits as Python writes them, or None if they break the rules of the notation."""
    found = _pattern(notation).fullmatch(digits)
    if found is None:
        return None
    whole = re.sub(r"\D", "", found["whole"]) or "0"
    return f"{whole}.{found['fraction'] or '0'}e{found['power'] or '0'}"


@cache
def _pattern(notation: str) -> re.Pattern[str]:
    mark, group, point = NOTATIONS[notation]
    grouped = rf"[1-9]\d{{0,2}}(?:{mark}{group})*{mark}\d{{3}}"
    return re.compile(rf"(?P<whole>{grouped}|\d*)(?:[{point}](?P<fraction>\d+))?(?:e(?P<power>[-+]?\d+))?")
