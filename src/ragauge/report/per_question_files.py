"""The table of questions as CSV, as a workbook and as Parquet: the same values to the last digit."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.io.spreadsheet_cells import csv_line, safe_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.report.per_question_table import Column

BETWEEN = "\n"
"""Stands between the parts of a list where a cell is one text."""
TYPES: dict[str, pl.DataType] = {
    "text": pl.String(),
    "number": pl.Float64(),
    "flag": pl.Boolean(),
    "texts": pl.List(pl.String()),
    "wholes": pl.List(pl.Int64()),
}


@dataclass(frozen=True, slots=True)
class Workbook:
    """The bytes of a workbook, and how many texts were longer than a cell can be and are cut in it."""

    data: bytes
    cut: int


def as_csv(columns: Sequence[Column]) -> str:
    """CSV, with numbers as Python writes them; a text that a spreadsheet would run gets a leading apostrophe."""
    lines = [csv_line(safe_cell(column.name) for column in columns)]
    rows = zip(*(column.cells for column in columns), strict=True)
    kinds = [column.kind for column in columns]
    lines += [csv_line(_written(cell, kind) for cell, kind in zip(row, kinds, strict=True)) for row in rows]
    return "".join(lines)


def as_parquet(columns: Sequence[Column]) -> bytes:
    """Parquet, in which lists are lists."""
    series = [
        pl.Series(column.name, [list(cell) if isinstance(cell, tuple) else cell for cell in column.cells],
                  dtype=TYPES[column.kind])
        for column in columns
    ]  # fmt: skip
    stream = io.BytesIO()
    pl.DataFrame(series).write_parquet(stream)
    return stream.getvalue()


def as_workbook(columns: Sequence[Column]) -> Workbook:
    """A workbook with one sheet: numbers are numbers, and no text is ever a formula.

    Raises: InputError for more questions or columns than a sheet can have.
    """
    from ragauge.backends.openpyxl_table import table_workbook

    rows = [
        [_plain(cell, column.kind) for cell, column in zip(row, columns, strict=True)]
        for row in zip(*(column.cells for column in columns), strict=True)
    ]
    return Workbook(*table_workbook("questions", [column.name for column in columns], rows))


def _written(cell: Any, kind: str) -> str:
    if cell is None:
        return ""
    if kind == "number":
        return repr(cell)
    if kind == "flag":
        return "true" if cell else "false"
    return safe_cell(_plain(cell, kind))


def _plain(cell: Any, kind: str) -> Any:
    """A cell as a text, a number or a truth value."""
    if cell is None or kind in ("number", "flag", "text"):
        return cell
    return BETWEEN.join(map(str, cell))
