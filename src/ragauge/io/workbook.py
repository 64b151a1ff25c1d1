"""Workbooks (XLSX): a sheet into a table, and rows into a workbook of plain text."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.nouns import meanings
from ragauge.io.named_columns import named_columns
from ragauge.io.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.backends.openpyxl_workbook import Fault, OpenWorkbook, SheetCells

LARGEST = 1 << 30
"""No workbook unpacks to more (1 GiB)."""


def workbook_table(data: bytes, source: str, *, sheet: str | int | None = None) -> Table:
    """The table of a sheet, by its name or its number from 1; its header is the first row that is not empty.

    Without ``sheet`` there has to be one that is visible and not empty, or of several one that has a column of
    questions. Values are as stored: text, whole numbers, floats, booleans, dates. A formula counts by its stored value.

    Raises: InputError for a broken workbook, a sheet that is not there, or one without rows.
    """
    from ragauge.backends.openpyxl_workbook import BrokenWorkbookError, OpenWorkbook

    _refuse_bomb(data, source)
    try:
        book = OpenWorkbook(data)
        name = _chosen(book, source, sheet)
        cells = book.cells(name)
    except BrokenWorkbookError as error:
        raise InputError([Problem(f"a broken workbook; open and save it again: {error}", source)]) from error
    return _table(cells, name, source)


def workbook_bytes(
    sheets: Mapping[str, Sequence[Sequence[Any]]],
    *,
    widths: Mapping[str, float] | None = None,
    notes: Mapping[str, str] | None = None,
    choices: Mapping[str, Sequence[str]] | None = None,
) -> bytes:
    """A workbook of sheets by name, each with a header and rows, in which every cell is text.

    So ``10-12`` never becomes a date, and ``=1+1`` no formula, neither now nor when a user fills in a blank row.
    By the name of a column go its width, a note on its header, and the values that a user may choose from.

    >>> table = workbook_table(workbook_bytes({"Golden": [["question", "pages"], ["=Why?", "10-12"]]}), "gold.xlsx")
    >>> table.columns
    {'question': ['=Why?'], 'pages': ['10-12']}

    Raises: InputError for a text that is longer than a cell can be.
    """
    from ragauge.backends.openpyxl_workbook import text_workbook

    try:
        return text_workbook(sheets, widths=widths or {}, notes=notes or {}, choices=choices or {})
    except ValueError as error:
        raise InputError(f"a workbook cannot hold this: {error}") from error


def _refuse_bomb(data: bytes, source: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(member.file_size for member in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise InputError([Problem(f"a broken workbook (was it cut?): {error}", source)]) from error
    if size > LARGEST:
        raise InputError([Problem(f"unpacks to more than {LARGEST >> 30} GiB; save the sheet as CSV", source)])


def _chosen(book: OpenWorkbook, source: str, sheet: str | int | None) -> str:
    sheets = book.sheets()
    names = [name for name, _, _ in sheets]
    if sheet is not None:
        if sheet in names:
            return str(sheet)
        if str(sheet).isdecimal() and 1 <= int(sheet) <= len(names):
            return names[int(sheet) - 1]
        raise InputError([Problem(f"no sheet {brief(sheet)}; there are: {_listed(sheets)}", source)])
    full = [name for name, hidden, empty in sheets if not hidden and not empty]
    if len(full) == 1:
        return full[0]
    if not full:
        raise InputError([Problem(f"no visible sheet has anything in it; there are: {_listed(sheets)}", source)])
    asking = [name for name in full if _has_questions(book.cells(name))]
    if len(asking) == 1:
        return asking[0]
    raise InputError([Problem(f"several sheets; choose one by --sheet NAME: {_listed(sheets)}", source)])


def _has_questions(cells: SheetCells) -> bool:
    """Whether the header of a sheet has a column of questions, and more than that one."""
    names = [str(value) for value in cells.rows[0][1].values()] if cells.rows else []
    return len(names) > 1 and any(one.role == "question" for name in names for one in meanings(name))


def _listed(sheets: Sequence[tuple[str, bool, bool]]) -> str:
    shown = []
    for name, hidden, empty in sheets:
        words = ", ".join(word for word, given in (("hidden", hidden), ("empty", empty)) if given)
        shown.append(f"{name!r} ({words})" if words else repr(name))
    return ", ".join(shown)


def _table(cells: SheetCells, name: str, source: str) -> Table:
    from ragauge.backends.openpyxl_workbook import column_letters

    if not cells.rows:
        raise InputError([Problem(f"the sheet {name!r} is empty", source)])
    (header_row, header), *body = cells.rows
    if not body:
        raise InputError([Problem(f"no rows below the header of the sheet {name!r}", source, header_row)])
    lost = {row for fault in cells.faults for row in range(fault.row, fault.last_row + 1)}
    rows = [(number, row) for number, row in body if number not in lost]
    places = sorted({place for _, row in cells.rows for place in row})
    columns = [[row.get(place) for _, row in rows] for place in places]
    lines = [number for number, _ in rows]
    names, labels = [str(header.get(place, "")) for place in places], list(map(column_letters, places))
    named = named_columns(names, columns, lines, source, header_row, labels=labels)
    problems = [*named.problems, *(Problem(_message(fault), source, fault.row) for fault in cells.faults)]
    notes = [*named.notes]
    if cells.hidden_rows:
        notes.append(f"hidden rows are read too: {cells.hidden_rows}")
    facts = {"format": "xlsx", "sheet": name}
    return Table(named.columns, lines, source, facts, tuple(notes), tuple(problems))


def _message(fault: Fault) -> str:
    if fault.kind == "error":
        return f"{fault.place}: the cell holds the error {fault.text}; correct it"
    if fault.kind == "formula":
        return f"{fault.place}: a formula without a stored value; open and save the file in a spreadsheet program"
    return f"{fault.place}: merged cells, whose value stands only in the first of them; unmerge and fill them in"
