"""Relevance grades: whole numbers of a sane size, whatever number type they come in."""

from __future__ import annotations

import re
from decimal import Decimal
from numbers import Real
from typing import SupportsInt, cast

from ragauge.core.brief import brief

HIGHEST = 1000
"""No scale has more grades; an exponential gain of a much larger one would overflow."""
WHOLE = re.compile(r"[+-]?[0-9]+(\.0*)?")
NUMERAL = re.compile(r"[+-]?(?:[0-9.]+(?:e[+-]?[0-9]+)?|nan|inf)", re.IGNORECASE)


def as_grade(value: object) -> int:
    """The grade as an integer.

    >>> as_grade(2.0), as_grade(True)
    (2, 1)

    Raises: ValueError in words for anything but a whole number within ±1000.
    """
    number = _whole(value)
    if number is None:
        raise ValueError(f"grade {brief(value)} is not a whole number")
    if abs(number) > HIGHEST:
        raise ValueError(f"grade {brief(value)} is not within ±{HIGHEST}")
    return number


def read_grade(value: object) -> int:
    """The grade in a cell of a table, where it may be text; ``float`` would read ``1_0`` as ten.

    >>> read_grade(" 2.0 "), read_grade(3)
    (2, 3)

    Raises: ValueError in words for anything but a whole number within ±1000.
    """
    if not isinstance(value, str):
        return as_grade(value)
    text = value.strip()
    if WHOLE.fullmatch(text):
        return as_grade(int(text.partition(".")[0]))
    raise ValueError(f"grade {text if NUMERAL.fullmatch(text) else brief(text)} is not a whole number")


def _whole(value: object) -> int | None:
    if isinstance(value, Real | Decimal):
        try:
            number = int(cast("SupportsInt", value))  # exact, where float() would overflow or round
        except (OverflowError, ValueError):  # infinite, or no number at all
            return None
        return number if number == value else None
    return None
