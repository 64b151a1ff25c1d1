"""Parquet files, and any data frame, into rows or columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import existing_file, shown

if TYPE_CHECKING:
    from pathlib import Path

    from ragauge.io.delimited import Row


def read_parquet(path: str | Path) -> pl.DataFrame:
    """The table of a Parquet file.

    Raises: InputError when it is not one.
    """
    file = existing_file(path)
    try:
        return pl.read_parquet(file, glob=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError([Problem(f"not a Parquet file: {error}", shown(file))]) from error


def is_frame(source: object) -> bool:
    """Whether the object is a data frame: polars, or anything else that speaks the Arrow or pandas interface."""
    return isinstance(source, pl.DataFrame | pl.LazyFrame) or hasattr(source, "__arrow_c_stream__")


def to_frame(source: Any) -> pl.DataFrame:
    """Any data frame as a polars one."""
    if isinstance(source, pl.LazyFrame):
        return source.collect()
    return source if isinstance(source, pl.DataFrame) else pl.DataFrame(source)


def frame_rows(frame: pl.DataFrame) -> list[Row]:
    """The rows of a frame, numbered from 1."""
    return list(enumerate(frame.iter_rows(named=True), start=1))
