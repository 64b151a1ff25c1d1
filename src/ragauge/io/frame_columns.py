"""Columns of a table as ids and as numbers, by the rules that single values follow (``clean_id``, ``as_number``).

Text, whole numbers and floats take a columnar path with the same result; all other types go value by value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from ragauge.core.brief import brief
from ragauge.core.entries import as_number
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import WHITE, clean_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Result = TypeVar("Result")
EXACT = 2.0**53
"""From here on a float no longer holds every whole number."""
SHOWN = 20


def column_of(name: str, values: Sequence[Any]) -> pl.Series:
    """Values of any types as a column: text where all are text, otherwise left as the objects they are.

    >>> column_of("id", ["a", None]).dtype, column_of("id", ["17", 17]).to_list()
    (String, ['17', 17])
    """
    text = all(value is None or isinstance(value, str) for value in values)
    return pl.Series(name, values, dtype=pl.String if text else pl.Object)


def text_column(values: Sequence[Any]) -> pl.Series | None:
    """Values as a column of text, or None where some of them are anything else than text or missing.

    >>> text_column(["Что?", None]).to_list(), text_column(["a", 1])
    (['Что?', None], None)
    """
    if not all(value is None or type(value) is str for value in values):
        return None
    try:
        return pl.Series(values, dtype=pl.String)
    except UnicodeError:  # half a character
        return None


def id_column(column: pl.Series, source: str, line: Callable[[int], int]) -> pl.Series:
    """The column as ids; a blank one is missing.

    Raises: InputError naming every row whose value is no id.
    """
    column = whole_numbers(column)
    if column.dtype in (pl.Categorical, pl.Enum) or column.dtype.is_integer():
        column = column.cast(pl.String)
    if column.dtype == pl.String and not column.str.contains("\0", literal=True).any():
        return column.str.strip_chars(WHITE).replace("", None)
    return pl.Series(column.name, _each(column, clean_id, source, line), dtype=pl.String)


def number_column(column: pl.Series, source: str, line: Callable[[int], int]) -> pl.Series:
    """The column as floats; a blank one is missing, and NaN and infinity are left for the caller.

    Raises: InputError naming every row whose value is no number.
    """
    if column.dtype.is_numeric():
        return column.cast(pl.Float64)
    if column.dtype != pl.String:
        return pl.Series(column.name, _each(column, _number, source, line), dtype=pl.Float64)
    text = column.str.strip_chars(WHITE).replace("", None)
    number = text.cast(pl.Float64, strict=False)
    odd = (number.is_null() & text.is_not_null()).arg_true().to_list()
    if odd:
        name = column.name
        problems = [Problem(f"{brief(text[row])} is not a number", source, line(row), name) for row in odd[:SHOWN]]
        raise InputError(problems, total=len(odd))
    return number


def whole_numbers(column: pl.Series) -> pl.Series:
    """A column of floats that are all whole as whole numbers, which pandas makes floats where one is missing.

    >>> whole_numbers(pl.Series([17.0, None, float("nan")])).to_list(), whole_numbers(pl.Series([0.5, 1])).to_list()
    ([17, None, None], [0.5, 1.0])
    """
    if column.dtype.is_float():
        known = column.fill_nan(None)
        given = known.drop_nulls()
        if ((given.floor() == given) & (given.abs() < EXACT)).all():
            return known.cast(pl.Int64)
    if column.dtype.is_decimal():
        values = column.to_list()
        if all(value is None or value == int(value) for value in values):
            whole = [None if value is None else int(value) for value in values]
            return pl.Series(column.name, whole, dtype=pl.Int128)
    return column


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        text = value.strip()
        number = pl.Series([text]).cast(pl.Float64, strict=False).item()
        if number is None and text:
            raise ValueError(f"{brief(text)} is not a number")
        value = number
    return as_number(value)


def _each(
    column: pl.Series, read: Callable[[Any], Result], source: str, line: Callable[[int], int]
) -> list[Result | None]:
    """What a reader makes of every value."""
    found: list[Result | None] = []
    problems = []
    for row, value in enumerate(column.to_list()):
        try:
            found.append(read(value))
        except ValueError as error:
            problems.append(Problem(str(error), source, line(row), column.name))
    if problems:
        raise InputError(problems[:SHOWN], total=len(problems))
    return found
