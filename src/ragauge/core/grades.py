"""Relevance grades: whole numbers of a sane size, whatever number type they come in."""

from __future__ import annotations

from numbers import Real

HIGHEST = 1000
"""No scale has more grades; an exponential gain of a much larger one would overflow."""


def as_grade(value: object) -> int:
    """The grade as an integer.

    >>> as_grade(2.0), as_grade(True)
    (2, 1)

    Raises: ValueError in words for anything but a whole number within ±1000.
    """
    if not isinstance(value, Real) or not float(value).is_integer():
        raise ValueError(f"grade {value!r} is not a whole number")
    if abs(float(value)) > HIGHEST:
        raise ValueError(f"grade {value!r} is not within ±{HIGHEST}")
    return int(float(value))
