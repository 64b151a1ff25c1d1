"""A table as a workbook by openpyxl: numbers to the last digit, texts that are no formulas, always the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from ragauge.backends.openpyxl_workbook import LONGEST_CELL, TO_ESCAPE, WIDEST, WIDTH
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
MARK = "… [cut: {:,} characters]"
DATED = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
DATE = "1980-01-01T00:00:00Z"


def table_workbook(name: str, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> tuple[bytes, int]:
    """The bytes of a workbook with one sheet, and how many texts are cut in it, with a mark at their end.

    Cells are texts, numbers, truth values or None. What XML cannot hold of a text is written as the format wants it
    (``_x0007_``), and a spreadsheet shows what it was.

    Raises: InputError for more rows or columns than a sheet can have.
    """
    if len(rows) >= MOST_ROWS or len(head) > MOST_COLUMNS:
        there = f"{len(rows):,} rows and {len(head):,} columns"
        raise InputError(f"a sheet holds {MOST_ROWS - 1:,} rows and {MOST_COLUMNS:,} columns, and not {there}")
    book = Workbook(write_only=True)
    sheet = book.create_sheet(name)
    sheet.freeze_panes = "B2"
    for place, title in enumerate(head, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = min(max(WIDTH, len(title) + 2), WIDEST)
    cut = 0
    for number, row in enumerate([head, *rows]):
        cells = []
        for value in row:
            cell, shorter = _cell(sheet, value)
            cut += shorter
            if number == 0:
                cell.font = Font(bold=True)
            cells.append(cell)
        sheet.append(cells)
    stream = io.BytesIO()
    book.save(stream)
    return _undated(stream.getvalue()), cut


def _cell(sheet: Any, value: Any) -> tuple[Any, bool]:
    """A cell, and whether its text was too long for one."""
    if isinstance(value, str):
        text, cut = _fitting(value)
        cell = WriteOnlyCell(sheet, TO_ESCAPE.sub(lambda found: f"_x{ord(found[0]):04X}_", text))
        cell.data_type = "s"  # never a formula
        cell.alignment = Alignment(vertical="top")
        return cell, cut
    if isinstance(value, bool) or value is None:
        return WriteOnlyCell(sheet, value), False
    cell = WriteOnlyCell(sheet, repr(value))  # as a number it would be written with 16 digits
    cell.data_type = "n"
    return cell, False


def _fitting(text: str) -> tuple[str, bool]:
    """The text, or its beginning with a mark: a cell is measured in units of UTF-16, two for an emoji."""
    if _units(text) <= LONGEST_CELL:
        return text, False
    mark = MARK.format(len(text))
    kept = text[: LONGEST_CELL - _units(mark)]
    while _units(kept) > LONGEST_CELL - _units(mark):
        kept = kept[: len(kept) - max(1, (_units(kept) + _units(mark) - LONGEST_CELL) // 2)]
    return kept + mark, True


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


def _undated(data: bytes) -> bytes:
    """The same workbook without the time at which it was written."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = DATED.sub(rb"\g<1>" + DATE.encode(), content)
            new.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()
