"""The kinds of values that a predicate keeps apart."""

from __future__ import annotations

from numbers import Real

from ragauge.core.ids import is_truth_value

Scalar = str | int | float | bool


def kind(value: object) -> str:
    """The kind of a value: 1 and 1.0 are numbers, "1" is a text, True is neither.

    >>> kind(1), kind("1"), kind(True), kind({})
    ('number', 'text', 'truth value', 'dict')
    """
    if is_truth_value(value):
        return "truth value"
    if isinstance(value, Real):
        return "number"
    return "text" if isinstance(value, str) else type(value).__name__


def same(one: object, other: object) -> bool:
    """Whether two values of one kind are equal.

    >>> same(1, 1.0), same(1, True)
    (True, False)
    """
    return kind(one) == kind(other) and one == other
