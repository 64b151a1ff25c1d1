"""JSON text into values: one parser for files, lines and cells, which refuses what JSON readers disagree on."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, TypeGuard

from ragauge.core.brief import brief


def parse_json(text: str) -> Any:
    """The value of a JSON text.

    >>> parse_json('{"Почему?": ["d1"]}')
    {'Почему?': ['d1']}
    >>> parse_json('{"d1": 1, "d1": 0}')
    Traceback (most recent call last):
    ValueError: the key 'd1' stands twice in one object

    Raises: ValueError in words (for bad syntax its kind json.JSONDecodeError) for a key that stands twice, NaN and
        Infinity, half a character, or nesting without end.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique_keys)
        if "\\u" in text:  # an escape can name half a character, which no other format can hold
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except UnicodeEncodeError as error:
        raise ValueError(f"half a character, {brief(error.object[error.start])}, in a text") from None
    return value


def is_whole(text: object) -> TypeGuard[str]:
    """Whether it is a text with no half of a character in it, which no encoding could write.

    >>> is_whole("лампа 💡"), is_whole("\\ud83d")
    (True, False)
    """
    if not isinstance(text, str):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def json_complaint(error: ValueError) -> str:
    """What is wrong with a JSON text, without the line and column of a one-line text."""
    return error.msg if isinstance(error, json.JSONDecodeError) else str(error)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number that can be scored")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {brief(twice)} stands twice in one object")
    return made
