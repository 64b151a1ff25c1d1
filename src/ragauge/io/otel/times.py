"""Moments, in nanoseconds since 1970 in UTC; a time without a zone is nobody's time."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from ragauge.core.brief import brief
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIRST, LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
"""Nothing was traced before, and nothing is traced yet after: counters that ran over, and dates that mean *never*."""
SKEW = timedelta(days=1)
"""How far the clock of another machine may be ahead."""
BOUNDS = (int(FIRST.timestamp()) * 10**9, int(LAST.timestamp()) * 10**9)
UNITS = (1_000_000_000, 1_000_000, 1_000, 1)


def moment_of(value: object, zone: tzinfo | None = None) -> int:
    """A moment from a date with a zone, its text in ISO 8601, or a number since 1970.

    Numbers are seconds, milli-, micro- or nanoseconds: the unit in which they are a year from 2000 to 2099, else
    nanoseconds. ``zone`` is that of times without one.

    >>> moment_of("2031-05-01T23:30:00+08:00") == moment_of("2031-05-01T15:30:00Z") == moment_of(1935415800)
    True
    >>> moment_of("2031-05-01T23:30:00")
    Traceback (most recent call last):
    ValueError: the time '2031-05-01T23:30:00' has no zone; give the one that it is of (zone=)

    Raises: ValueError in words for what is no time, and for a time without a zone.
    """
    if isinstance(value, str):
        text = value.strip()
        if text.isdecimal():
            return _of_number(int(text))
        try:
            value = datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(f"{brief(text)} is no time") from None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _of_number(value)
    if not isinstance(value, datetime):
        raise ValueError(f"{brief(value)} is no time")  # noqa: TRY004  (a wrong value in a file)
    moment: datetime = value if value.tzinfo is not None or zone is None else value.replace(tzinfo=zone)
    if moment.tzinfo is None:
        raise ValueError(f"the time {moment.isoformat()!r} has no zone; give the one that it is of (zone=)")
    return (moment - EPOCH) // timedelta(microseconds=1) * 1000


def _of_number(value: float) -> int:
    for unit in UNITS:
        if BOUNDS[0] <= value * unit < BOUNDS[1]:
            return round(value * unit)
    return int(value)


def zone_of(zone: str | tzinfo | None) -> tzinfo | None:
    """A zone by its name.

    Raises: InputError for a name that is none.
    """
    if zone is None or isinstance(zone, tzinfo):
        return zone
    try:
        return UTC if zone.upper() in ("UTC", "Z") else ZoneInfo(zone)
    except (OSError, ValueError, KeyError) as error:
        raise InputError(f"no time zone {zone!r}; it is a name like Europe/Berlin, or UTC") from error


def moment_asked(value: datetime | None, name: str) -> int | None:
    """The moment of an argument.

    Raises: InputError for a time without a zone.
    """
    if value is None:
        return None
    try:
        return moment_of(value)
    except ValueError as error:
        raise InputError(f"{name}: {error}") from error


def latest(now: int | None) -> int:
    """The moment from which on a time is out of range: a day after ``now``, or the year 2100."""
    return BOUNDS[1] if now is None else now + SKEW // timedelta(microseconds=1) * 1000


def date_of(moment: int) -> datetime:
    """A moment as a date and time in UTC, to the microsecond.

    >>> date_of(1935415800 * 10**9).isoformat()
    '2031-05-01T15:30:00+00:00'
    """
    return EPOCH + timedelta(microseconds=moment // 1000)


def by_day(times: Iterable[datetime], zone: str | tzinfo = "UTC") -> dict[date, int]:
    """How many times are on each day of a zone, from midnight on to before the next, in the order of the days.

    >>> late = [datetime.fromisoformat(f"2031-05-0{time}:30:00+08:00") for time in ("1T23", "2T00")]
    >>> [(str(day), count) for day, count in by_day(late).items()]
    [('2031-05-01', 2)]
    >>> [(str(day), count) for day, count in by_day(late, "Asia/Shanghai").items()]
    [('2031-05-01', 1), ('2031-05-02', 1)]

    Raises: InputError for a time without a zone, and for a zone that is none.
    """
    asked, days = zone_of(zone), Counter[date]()
    for time in times:
        if time.tzinfo is None:
            raise InputError(f"the time {time.isoformat()!r} has no zone")
        days[time.astimezone(asked).date()] += 1
    return dict(sorted(days.items()))
