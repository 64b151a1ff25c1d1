"""Numbers as comparisons and gates write them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.score import Interval

DIGITS = 4


def fixed(number: float | None) -> str:
    """Four digits; nothing for what does not exist.

    >>> fixed(0.7), fixed(None)
    ('0.7000', '')
    """
    return "" if number is None else f"{number:.{DIGITS}f}"


def signed(number: float | None) -> str:
    """Four digits with a sign; what is not 0 never reads as 0.

    >>> signed(-0.02), signed(0.0), signed(-0.00001), signed(None)
    ('-0.0200', '0.0000', '-1.0e-05', '')
    """
    if number is None:
        return ""
    if number == 0:
        return fixed(abs(number))
    return f"{number:+.1e}" if abs(number) < 0.5 * 10**-DIGITS else f"{number:+.{DIGITS}f}"


def short(number: float) -> str:
    """At most four digits, no zeros at the end.

    >>> short(0.71), short(-0.00001), short(0.98765), short(3.0)
    ('0.71', '-1e-05', '0.9877', '3')
    """
    if number and abs(number) < 0.5 * 10**-DIGITS:
        return f"{number:.1g}"
    return f"{number + 0:.{DIGITS}f}".rstrip("0").rstrip(".")


def at_least(number: float) -> str:
    """The same, rounded up: for bounds, which must not be told too small.

    >>> at_least(0.031), at_least(0.03101), at_least(1 / 3)
    ('0.031', '0.0311', '0.3334')
    """
    return short(math.ceil(round(number * 10**DIGITS, 6)) / 10**DIGITS)


def p_text(p: float | None) -> str:
    """A p value; a small one is never 0.

    >>> p_text(0.03), p_text(1e-9), p_text(None)
    ('0.0300', '<0.0001', '')
    """
    if p is None:
        return ""
    return "<0.0001" if p < 10**-DIGITS else fixed(p)


def interval_text(interval: Interval | None, write: Callable[[float], str] = fixed) -> str:
    """Both ends in brackets; nothing where there is no interval.

    >>> from ragauge.core.score import Interval
    >>> interval_text(Interval(-0.05, 0.01, 0.95, "student"), signed)
    '[-0.0500, +0.0100]'
    """
    return "" if interval is None else f"[{write(interval.low)}, {write(interval.high)}]"


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "rule"), plural(2, "rule")
    ('1 rule', '2 rules')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def first_of(names: tuple[str, ...], most: int = 10) -> str:
    """The first names, and how many more there are.

    >>> first_of(("a", "b", "c"), 2)
    'a, b, and 1 more'
    """
    more = [f"and {len(names) - most} more"] if len(names) > most else []
    return ", ".join([*names[:most], *more])
