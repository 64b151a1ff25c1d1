"""What parameters of chunkers must be, one sentence a kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ragauge.core.brief import brief
from ragauge.core.errors import InputError

Unit = Literal["words", "chars"] | Callable[[str], int]
"""What sizes are counted in: words, characters (code points), or the tokens of any ``counter(text) -> int``."""


def check_whole(name: str, value: object, *, low: int) -> None:
    """Refuse what is no whole number from low on.

    >>> check_whole("size", 0, low=1)
    Traceback (most recent call last):
    ragauge.core.errors.InputError: size must be a whole number of at least 1, got 0
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise InputError(f"{name} must be a whole number of at least {low}, got {brief(value)}")


def check_sizes(size: object, overlap: object, unit: object) -> None:
    """Refuse a size, an overlap or a unit that cannot be.

    >>> check_sizes(10, 10, "words")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: overlap must be smaller than size, got overlap 10 and size 10
    """
    check_whole("size", size, low=1)
    check_whole("overlap", overlap, low=0)
    if isinstance(size, int) and isinstance(overlap, int) and overlap >= size:
        raise InputError(f"overlap must be smaller than size, got overlap {overlap} and size {size}")
    if not (callable(unit) or (isinstance(unit, str) and unit in ("words", "chars"))):
        raise InputError(f"unit must be words, chars or a function that counts the tokens of a text, got {brief(unit)}")


def check_share(name: str, value: object, *, high: float) -> None:
    """Refuse what is no number from 0 to a highest one.

    >>> check_share("percentile", 101, high=100)
    Traceback (most recent call last):
    ragauge.core.errors.InputError: percentile must be a number from 0 to 100, got 101
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= high:
        raise InputError(f"{name} must be a number from 0 to {high}, got {brief(value)}")


def check_method(name: str, value: Any, what: str, method: str = "__call__") -> None:
    """Refuse what lacks a method.

    >>> check_method("inner", 7, "a chunker")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: inner must be a chunker, got 7
    """
    if isinstance(value, type) or not callable(getattr(value, method, None)):
        raise InputError(f"{name} must be {what}, got {brief(value)}")


def check_text(name: str, value: object) -> None:
    """Refuse what is no text."""
    if not isinstance(value, str):
        raise InputError(f"{name} must be a text, got {brief(value)}")
