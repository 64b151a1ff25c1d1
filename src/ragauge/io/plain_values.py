"""Values of metadata as filters compare them: texts, numbers, truth values, and lists of these."""

from __future__ import annotations

import math
from datetime import date, datetime, time
from decimal import Decimal

from ragauge.core.brief import brief

Plain = str | int | float | bool
Field = Plain | tuple[Plain, ...]


def plain_value(value: object) -> Field | None:
    """The value with its type kept: dates become ISO texts, lists tuples; None and NaN are no value.

    >>> from datetime import date
    >>> plain_value(1), plain_value("1"), plain_value(date(2024, 5, 31)), plain_value(["a", None, 2.5])
    (1, '1', '2024-05-31', ('a', 2.5))

    Raises: ValueError in words for anything else.
    """
    if isinstance(value, list | tuple):
        return tuple(plain for plain in map(_one, value) if plain is not None)
    return _one(value)


def _one(value: object) -> Plain | None:
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float | Decimal):
        if math.isinf(value):
            raise ValueError("an infinite number")
        return None if math.isnan(value) else float(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    raise ValueError(f"no text, number, truth value or list of these: {brief(value)}")
