"""Predicates as a trace records them and as a column of a golden set has them: JSON, or text."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.json_text import parse_json
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.filters.predicate import OPS, Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 1 << 16
"""Characters of a cell that is read as an object."""
PARTS = re.compile(r"""(?:[^;\n"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|["'])+""", re.DOTALL)
"""What stands between semicolons and line ends that are not in quotes."""


def as_json(predicates: Iterable[Predicate]) -> dict[str, Any]:
    """Field → its condition: the plain value where it must be equal, else ``{"op", "value"}``; several as a list.

    >>> as_json([parse("locale = en-US"), parse("year >= 2020"), parse("year < 2024")])
    {'locale': 'en-US', 'year': [{'op': 'ge', 'value': 2020}, {'op': 'lt', 'value': 2024}]}
    """
    found: dict[str, list[Predicate]] = {}
    for one in predicates:
        found.setdefault(one.field, []).append(one)
    return {
        field: conditions[0].value if len(conditions) == 1 and conditions[0].op == "eq" else _told(conditions)
        for field, conditions in found.items()
    }


def predicates_of(given: object, *, authorization: bool = False) -> tuple[Predicate, ...]:
    """The predicates of a cell, or of what a trace has recorded.

    An object has fields with conditions: a value that must be equal, a list of values of which one must be, an object
    like ``{"op": "ge", "value": 2020}`` or ``{"ge": 2020, "lt": 2024}``, or a list of such objects. A text that starts
    with ``{`` is read as an object, as JSON or as Python writes it; any other text has predicates with semicolons
    between them, and a list has texts. None and an empty text have none.

    >>> [str(one) for one in predicates_of({"locale": "en-US", "year": {"ge": 2020}})]
    ['locale = "en-US"', 'year >= 2020']
    >>> [str(one) for one in predicates_of("год >= 2024; раздел = 'цены; скидки'")]
    ['год >= 2024', 'раздел = "цены; скидки"']
    >>> predicates_of("{'tier': ['a', 'b']}") == (parse("tier in {a, b}"),)
    True

    Raises: InputError for what is no predicate.
    """
    if isinstance(given, str):
        given = _object(given) if given.lstrip().startswith(("{", "[")) else _parts(given)
    if isinstance(given, Mapping):
        return tuple(
            Predicate(str(field), op, value, authorization)
            for field, condition in given.items()
            for op, value in _conditions(str(field), condition)
        )
    if given is None:
        return ()
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise InputError(f"{brief(given)} is neither an object of fields nor predicates like: year >= 2024")
    return tuple(parse(one, authorization=authorization) for one in given)


def _told(conditions: list[Predicate]) -> Any:
    written = [
        {"op": one.op, "value": list(one.value) if isinstance(one.value, tuple) else one.value} for one in conditions
    ]
    return written[0] if len(written) == 1 else written


def _parts(text: str) -> list[str]:
    return [part.strip() for part in PARTS.findall(text) if part.strip()]


def _object(text: str) -> Any:
    """An object in a cell of a table."""
    try:
        return parse_json(text)
    except ValueError:
        pass
    try:
        return ast.literal_eval(text.strip()[:LONGEST])
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise InputError(f"neither JSON nor a Python dict: {brief(text)}") from None


def _conditions(field: str, condition: Any) -> list[tuple[Any, Any]]:
    """The operators and values that a field is held to."""
    if isinstance(condition, str | int | float | bool):
        return [("eq", condition)]
    if isinstance(condition, Mapping):
        if condition.keys() == {"op", "value"}:
            return [(condition["op"], condition["value"])]
        if condition and condition.keys() <= set(OPS):
            return list(condition.items())
    elif isinstance(condition, list | tuple) and condition:
        if all(isinstance(one, Mapping) for one in condition):
            return [pair for one in condition for pair in _conditions(field, one)]
        if all(isinstance(one, str | int | float | bool) for one in condition):
            return [("in", tuple(condition))]
    raise InputError(f"field {field!r}: {brief(condition)} is no condition, such as {{'op': 'ge', 'value': 2020}}")
