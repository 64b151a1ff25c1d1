"""Dates in a text, English and Russian: found, read, and compared by their parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

Reading = tuple[int | None, int | None, int | None]
"""Year, month and day; None where it is not said."""

_MONTHS = (
    "January|Jan",
    "February|Feb",
    "March|Mar",
    "April|Apr",
    "May",
    "June|Jun",
    "July|Jul",
    "August|Aug",
    "September|Sept|Sep",
    "October|Oct",
    "November|Nov",
    "December|Dec",
)
_RUSSIAN_MONTHS = (
    "январ[ьяею]|янв",
    "феврал[ьяею]|февр?",
    "март[ае]?",
    "апрел[ьяею]|апр",
    "ма[йяею]",
    "июн[ьяею]",
    "июл[ьяею]",
    "август[ае]?|авг",
    "сентябр[ьяею]|сент?",
    "октябр[ьяею]|окт",
    "ноябр[ьяею]|нояб",
    "декабр[ьяею]|дек",
)


@dataclass(frozen=True, slots=True)
class Date:
    """A date as it stands in a text, and what it can be read as: 03/04/2024 is two days."""

    text: str
    start: int
    end: int
    readings: tuple[Reading, ...]

    def says(self, other: Date) -> bool:
        """Whether this date has all parts that the other one names, with the same values."""
        return any(_holds(mine, theirs) for mine in self.readings for theirs in other.readings)

    @property
    def numbers(self) -> frozenset[int]:
        """The days and years in it."""
        return frozenset(part for year, _, day in self.readings for part in (year, day) if part is not None)


def dates(text: str) -> list[Date]:
    """The dates in the order of the text.

    ISO dates, dates with full stops or slashes and a year (of two readings where day and month can change places), and
    dates with the name of a month beside a day, a year, or both. A year of two digits is in this century up to 68.

    >>> for one in dates("From 2024-03-12 to 31 марта 2025 г., not March 5; 03/04/24. May 1999. You may 5"):
    ...     print(one.text, *one.readings)
    2024-03-12 (2024, 3, 12)
    31 марта 2025 (2025, 3, 31)
    March 5 (None, 3, 5)
    03/04/24 (2024, 4, 3) (2024, 3, 4)
    May 1999 (1999, 5, None)
    """
    found = []
    for match in _pattern().finditer(text):
        readings = _readings(match)
        if readings:
            found.append(Date(match[0], match.start(), match.end(), readings))
    return found


def _holds(mine: Reading, theirs: Reading) -> bool:
    return all(asked is None or asked == part for part, asked in zip(mine, theirs, strict=True))


@cache
def _pattern() -> re.Pattern[str]:
    months = "|".join((*_MONTHS, *_RUSSIAN_MONTHS, *(f"{one[0].upper()}{one[1:]}" for one in _RUSSIAN_MONTHS)))
    name = rf"(?:{months})(?![^\W_])\.?"
    day, year = r"\d{1,2}(?:st|nd|rd|th|-го)?", r"\d{4}"
    return re.compile(
        rf"(?<![\w.,/-])(?:(?P<iso>{year}-\d{{2}}-\d{{2}})(?![\d-])"
        r"|(?P<marks>\d{1,2}(?P<mark>[./])\d{1,2}(?P=mark)(?:\d{4}|\d{2}))(?![\w/]|\.\d)"
        rf"|(?P<day1>{day})\s+(?:of\s+)?(?P<month1>{name})(?:,?\s+(?P<year1>{year})(?!\d))?"
        rf"|(?P<month2>{name})\s+(?P<day2>{day})(?![\d:.,]\d|\d|\w)(?:,?\s+(?P<year2>{year})(?!\d))?"
        rf"|(?P<month3>{name}),?\s+(?P<year3>{year})(?!\d))"
    )


def _readings(match: re.Match[str]) -> tuple[Reading, ...]:
    if match["iso"]:
        year, month, day = map(int, match["iso"].split("-"))
        return _possible([(year, month, day)])
    if match["marks"]:
        one, other, last = match["marks"].split(match["mark"])
        year = int(last) if len(last) == 4 else int(last) + (2000 if int(last) <= 68 else 1900)
        return _possible(list(dict.fromkeys([(year, int(other), int(one)), (year, int(one), int(other))])))
    at = next(number for number in "123" if match[f"month{number}"])
    said = match.groupdict()
    digits = {part: re.match(r"\d+", said.get(f"{part}{at}") or "") for part in ("day", "year")}
    parts = {part: None if one is None else int(one[0]) for part, one in digits.items()}
    return _possible([(parts["year"], _month(match[f"month{at}"].rstrip(".")), parts["day"])])


def _month(name: str) -> int:
    plain = name.casefold()
    for number, forms in enumerate(zip(_MONTHS, _RUSSIAN_MONTHS, strict=True), start=1):
        if re.fullmatch("|".join(forms), plain, re.IGNORECASE):
            return number
    raise ValueError(f"no month {name!r}")


def _possible(readings: list[tuple[int | None, int, int | None]]) -> tuple[Reading, ...]:
    return tuple(one for one in readings if 1 <= one[1] <= 12 and (one[2] is None or 1 <= one[2] <= 31))
