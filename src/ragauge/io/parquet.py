"""Parquet files, and any data frame, into rows or columns."""

from __future__ import annotations

import io
from collections import Counter
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import existing_file, shown
from ragauge.io.frame_columns import column_of, whole_numbers
from ragauge.io.table import Row, Table

if TYPE_CHECKING:
    from pathlib import Path

    from polars._typing import PolarsDataType

POLARS_ERRORS = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What polars raises; a panic is no ``Exception``, and odd bytes in a file can cause one."""


def read_parquet(path: str | Path) -> pl.DataFrame:
    """The table of a Parquet file.

    Raises: InputError when it is not one.
    """
    file = existing_file(path)
    return _parquet_frame(file, shown(file))


def read_parquet_names(path: str | Path) -> list[str]:
    """The names of the columns of a Parquet file, without its rows; none of what is no such file.

    Raises: InputError when there is no file.
    """
    try:
        return list(pl.read_parquet_schema(existing_file(path)))
    except (*POLARS_ERRORS, OSError):
        return []  # whoever reads it tells what is wrong


def parquet_table(data: bytes, source: str) -> Table:
    """The table of the bytes of a Parquet file, its rows numbered from 1.

    Raises: InputError when they are not one, or have no rows.
    """
    frame = _parquet_frame(io.BytesIO(data), source)
    if frame.is_empty():
        raise InputError([Problem("no rows in it", source)])
    columns = {column.name: whole_numbers(column).to_list() for column in frame}
    return Table(columns, range(1, frame.height + 1), source, {"format": "parquet"})


def _parquet_frame(file: Path | io.BytesIO, source: str) -> pl.DataFrame:
    try:
        return pl.read_parquet(file, glob=False)
    except (*POLARS_ERRORS, OSError) as error:
        raise InputError([Problem(f"not a Parquet file: {error}", source)]) from error


def is_frame(source: object) -> bool:
    """Whether the object is a data frame: polars, or anything else that speaks the Arrow or pandas interface."""
    return isinstance(source, pl.DataFrame | pl.LazyFrame) or hasattr(source, "__arrow_c_stream__")


def to_frame(source: Any, name: str) -> pl.DataFrame:
    """Any data frame as a polars one; ``name`` is how messages call it.

    Columns of mixed types, which pandas has and Arrow has not, are taken over value by value.

    Raises: InputError for column names that stand twice, or a frame that cannot be read.
    """
    try:
        return _with_sound_text(_converted(source, name), name)
    except (*POLARS_ERRORS, OSError, TypeError, ValueError, NotImplementedError) as error:
        raise InputError([Problem(f"not a data frame that can be read: {error}", name)]) from error


def frame_rows(frame: pl.DataFrame) -> list[Row]:
    """The rows of a frame, numbered from 1."""
    return list(enumerate(frame.with_columns(map(whole_numbers, frame)).iter_rows(named=True), start=1))


def _converted(source: Any, name: str) -> pl.DataFrame:
    if isinstance(source, pl.LazyFrame):
        return source.collect()
    if isinstance(source, pl.DataFrame):
        return source
    if not (hasattr(source, "iloc") and hasattr(source, "columns")):
        return pl.DataFrame(source)
    names = [str(column) for column in source.columns]
    twice = [column for column, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError([Problem(f"column name {column!r} stands twice", name) for column in twice])
    return pl.DataFrame([_pandas_column(column, source.iloc[:, place]) for place, column in enumerate(names)])


def _pandas_column(name: str, column: Any) -> pl.Series:
    if str(column.dtype) != "object":
        try:
            made = pl.Series(name, column)
        except (TypeError, NotImplementedError):  # sparse and complex numbers
            made = None
        if made is not None and not getattr(made.dtype, "is_extension", bool)():  # periods and intervals
            return made
    missing = column.isna().tolist()
    return column_of(name, [None if gone else value for value, gone in zip(column.tolist(), missing, strict=True)])


def _with_sound_text(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """The frame, when all its text is UTF-8: Arrow does not prove that, and polars panics later on."""
    for column in frame:
        dtype = _as_bytes(column.dtype)
        if dtype == column.dtype:
            continue
        try:
            column.cast(dtype).cast(column.dtype)
        except POLARS_ERRORS as error:
            raise InputError([Problem("text that is not UTF-8", name, column=column.name)]) from error
    return frame


def _as_bytes(dtype: PolarsDataType) -> PolarsDataType:
    """The same type with bytes for text, however deep."""
    if isinstance(dtype, pl.List):
        return pl.List(_as_bytes(dtype.inner))
    if isinstance(dtype, pl.Struct):
        return pl.Struct({field.name: _as_bytes(field.dtype) for field in dtype.fields})
    return pl.Binary() if dtype == pl.String else dtype
