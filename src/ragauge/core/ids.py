"""Ids of documents and questions: text, without white space around it, and never a guess for a missing one."""

from __future__ import annotations

from decimal import Decimal
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeVar

from ragauge.core.brief import brief

if TYPE_CHECKING:
    from collections.abc import Mapping

NO_ID = "\0no-id-"
"""A hit without an id holds its place and matches nothing: it gets this prefix and its place."""

IGNORED = "\0ignored "
"""Questions of a run that the gold does not ask may stand under this prefix, so that they are no question of it."""

WHITE = "".join(chr(code) for code in range(0x3001) if chr(code).isspace())
"""The characters that ``str.strip`` takes off, for columns that are stripped elsewhere."""

Value = TypeVar("Value")


def clean_id(value: object) -> str | None:
    """The id as text, or None where there is none. The one rule for every reader, of gold and of runs.

    Text is stripped, a whole number is written out, nothing else is an id: whether ``17.0`` was 17 or "17.0",
    or ``True`` was 1, cannot be known, and the two sides would have to guess alike.

    >>> clean_id(" doc-7 "), clean_id(7), clean_id(0), clean_id(" "), clean_id(None)
    ('doc-7', '7', '0', None, None)
    >>> clean_id(17.0)
    Traceback (most recent call last):
    ValueError: 17.0 is a number, not an id: keep ids as text

    Raises: ValueError in words for anything but text and whole numbers.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return _sound(value.strip()) or None
    if isinstance(value, Integral) and not is_truth_value(value):
        return str(int(value))
    raise ValueError(_complaint(value))


def is_truth_value(value: object) -> bool:
    """Whether it is True or False, which Python takes for 1 and 0.

    >>> is_truth_value(True), is_truth_value(1)
    (True, False)
    """
    return isinstance(value, bool)


def clean_keys(pairs: Mapping[Any, Value]) -> list[tuple[str | None, Value]]:
    """The pairs with their keys as ids.

    >>> clean_keys({17: "a", " b ": "c"})
    [('17', 'a'), ('b', 'c')]

    Raises: ValueError when two keys are the same id.
    """
    cleaned = []
    first: dict[str, object] = {}
    for key, value in pairs.items():
        name = clean_id(key)
        if name is not None and name in first:
            raise ValueError(f"{brief(first[name])} and {brief(key)} are the same id")
        if name is not None:
            first[name] = key
        cleaned.append((name, value))
    return cleaned


def _complaint(value: object) -> str:
    if is_truth_value(value):
        return f"{value} is a truth value, not an id"
    if isinstance(value, Real | Decimal):
        return f"{value} is a number, not an id: keep ids as text"
    return f"{brief(value)} is no id: a {type(value).__name__}, where text or a whole number is needed"


def _sound(text: str) -> str:
    if "\0" in text:
        raise ValueError(f"{brief(text)} is no id: there is a NUL character in it")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{brief(text)} is no id: there is half a character in it") from None
    return text
