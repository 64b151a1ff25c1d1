"""Workbooks by openpyxl: the cells of a sheet with all that cannot be seen in their values, and sheets of text."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

EXACT = 2.0**53
"""From here on a float no longer holds every whole number."""
LONGEST_CELL = 32_767
TEXT = "@"
WIDTH, WIDEST = 16, 80
ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
TO_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)|[\x00-\x08\x0b-\x1f\ufffe\uffff]")


class BrokenWorkbookError(Exception):
    """The bytes are no workbook that can be read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A cell, or a range of them, whose value cannot be known."""

    row: int
    last_row: int
    place: str
    kind: str
    text: str = ""


@dataclass(slots=True)
class SheetCells:
    """The rows of a sheet that hold anything, as (row number, {column number: value}), and what is odd about them."""

    rows: list[tuple[int, dict[int, Any]]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    hidden_rows: int = 0


def column_letters(number: int) -> str:
    """How a spreadsheet calls a column.

    >>> column_letters(2), column_letters(28)
    ('B', 'AB')
    """
    return str(get_column_letter(number))


class OpenWorkbook:
    """A workbook that is read: formulas by the values that were stored with them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._book = _load(data, data_only=True)

    def sheets(self) -> list[tuple[str, bool, bool]]:
        """Name of each sheet, whether it is hidden, and whether it is empty."""
        return [(sheet.title, sheet.sheet_state != "visible", _is_empty(sheet)) for sheet in self._book.worksheets]

    def cells(self, name: str) -> SheetCells:
        """The cells of a sheet."""
        sheet = self._book[name]
        rows: dict[int, dict[int, Any]] = {}
        found = SheetCells()
        for cell in _cells(sheet):
            value = _value(cell.value)
            if value is not None:
                rows.setdefault(cell.row, {})[cell.column] = value
            if value is not None and cell.data_type == "e":
                found.faults.append(Fault(cell.row, cell.row, cell.coordinate, "error", str(value)))
        found.rows = sorted(rows.items())
        found.hidden_rows = sum(row.hidden and number in rows for number, row in sheet.row_dimensions.items())
        found.faults += self._formulas_without_value(name) + _merged(sheet)
        return found

    @cached_property
    def _formulas(self) -> Any:
        """The workbook with formulas in place of their values, or None if it has none."""
        return _load(self._data, data_only=False) if _has_formulas(self._data) else None

    def _formulas_without_value(self, name: str) -> list[Fault]:
        if self._formulas is None:
            return []
        known = {cell.coordinate for cell in _cells(self._book[name]) if cell.value is not None}
        return [
            Fault(cell.row, cell.row, cell.coordinate, "formula")
            for cell in _cells(self._formulas[name])
            if cell.data_type == "f" and cell.coordinate not in known
        ]


def _cells(sheet: Any) -> list[Any]:
    """The cells that were stored; the public ways go through all that there could be, up to the last of them."""
    return list(sheet._cells.values())  # noqa: SLF001


def _load(data: bytes, *, data_only: bool) -> Any:
    try:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):  # it prints what styles are odd
            warnings.simplefilter("ignore")  # of parts that are not read anyway
            return load_workbook(io.BytesIO(data), data_only=data_only, keep_links=False)
    except Exception as error:  # a broken file raises anything
        raise BrokenWorkbookError(f"{type(error).__name__}: {error}") from error


def _has_formulas(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
        return any(re.search(rb"<(?:\w+:)?f[\s>/]", archive.read(name)) for name in sheets)


def _is_empty(sheet: Any) -> bool:
    return all(_value(cell.value) is None for cell in _cells(sheet))


def _value(value: Any) -> Any:
    """A value as it was meant: whole numbers, which are stored as floats, and text without escapes."""
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return int(value)
    if isinstance(value, str):
        text = ESCAPED.sub(lambda found: chr(int(found[1], 16)), value) if "_x" in value else value
        return text if text.strip() else None
    return value


def _merged(sheet: Any) -> list[Fault]:
    """The merged ranges that have a value, which stands only in their first cell."""
    found = []
    full = {(cell.row, cell.column) for cell in _cells(sheet) if cell.value is not None}
    for cells in sheet.merged_cells.ranges:
        if (cells.min_row, cells.min_col) in full:
            first = cells.min_row + (1 if cells.min_col == cells.max_col else 0)
            found.append(Fault(first, cells.max_row, str(cells), "merged"))
    return found


def text_workbook(
    sheets: Mapping[str, Sequence[Sequence[Any]]],
    *,
    widths: Mapping[str, float],
    notes: Mapping[str, str],
    choices: Mapping[str, Sequence[str]],
) -> bytes:
    """The bytes of a workbook in which every cell is text; the first row of a sheet is its header.

    Raises: ValueError for a text that is longer than a cell can be.
    """
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows, start=1):
            for place, value in enumerate(row, start=1):
                _write_text(sheet.cell(number, place), value, f"{name}, row {number}")
        _finish(sheet, [str(name) for name in rows[0]] if rows else [], widths, notes, choices)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _write_text(cell: Any, value: Any, place: str) -> None:
    text = "" if value is None else str(value)
    if len(text) > LONGEST_CELL:
        raise ValueError(f"{place}: a text of {len(text)} characters; a cell holds {LONGEST_CELL}")
    if text:
        cell.value = TO_ESCAPE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
        cell.data_type = "s"  # never a formula
    cell.number_format = TEXT
    cell.alignment = Alignment(wrap_text=True, vertical="top")


def _finish(
    sheet: Any,
    header: list[str],
    widths: Mapping[str, float],
    notes: Mapping[str, str],
    choices: Mapping[str, Sequence[str]],
) -> None:
    """A frozen bold header with its notes, and columns of text to be filled in."""
    sheet.freeze_panes = "A2"
    for place, name in enumerate(header, start=1):
        letter, cell = get_column_letter(place), sheet.cell(1, place)
        cell.font = Font(bold=True)
        column = sheet.column_dimensions[letter]
        column.number_format = TEXT  # what is typed into it later is text too
        column.width = min(widths.get(name, max(WIDTH, len(name) + 2)), WIDEST)
        if name in notes:
            cell.comment = Comment(notes[name], "ragauge")
        if name in choices:
            rule = DataValidation(type="list", formula1=f'"{",".join(choices[name])}"', allow_blank=True)
            rule.add(f"{letter}2:{letter}1048576")
            sheet.add_data_validation(rule)
