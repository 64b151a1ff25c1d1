"""CSV and TSV files into a table, each row with its number as a spreadsheet shows it."""

from __future__ import annotations

import csv
import io
from itertools import chain, islice
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.io.cell_faults import open_quote, wrong_count
from ragauge.io.decoding import LINE_END
from ragauge.io.delimiters import DIRECTIVE, NAMES, delimiter_of_rows, find_delimiter
from ragauge.io.files import LONGEST_LINE, existing_file, read_bytes, shown
from ragauge.io.named_columns import named_columns
from ragauge.io.problem_list import ProblemList
from ragauge.io.table import Row, Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Row", "delimited_table", "read_delimited"]

CHUNK = 256
"""So few that the lists of a chunk do not wake the garbage collector, which then goes through all that was read."""
BLOCK = 1 << 20


def read_delimited(path: str | Path) -> list[Row]:
    """The rows of a UTF-8 file with a header, as (row number, {column: text}).

    Raises: InputError naming every row that cannot be read.
    """
    file = existing_file(path)
    table = delimited_table(read_bytes(file).decode("utf-8"), shown(file))
    if table.problems:
        raise InputError(table.problems)
    return table.rows()


def delimited_table(text: str, source: str) -> Table:
    """The table of a text with a header; the header is row 1, and rows are counted as records.

    Blank rows are skipped. The delimiter is the one of ``, ; tab |`` that occurs most in the header, outside of
    quotes, or the one that a first line ``sep=;`` names, as Excel reads and writes it; no sheet shows that line, and
    it is not counted.

    >>> table = delimited_table("id;question\\n7;Why?\\n8;How; when?\\n", "gold.csv")
    >>> table.columns, [problem.row for problem in table.problems]
    ({'id': ['7'], 'question': ['Why?']}, [3])

    Raises: InputError when there is no header, or no row below it.
    """
    directive = DIRECTIVE.match(text)
    body = text[directive.end() :] if directive else text
    if not body.strip():
        raise InputError([Problem("the file is empty", source)])
    delimiter = directive[1] if directive else _delimiter(body, source)
    records = _Records(body, delimiter, source, line=2 if directive else 1)
    records.read()
    if not records.lines and not records.problems:
        raise InputError([Problem("no rows below the header", source, records.header_row)])
    if not records.lines:
        _refuse_other_delimiter(body, delimiter, source)
    return records.table()


def _delimiter(text: str, source: str) -> str:
    """The delimiter of the header; for a file of one column, a sign that is not in it."""
    if found := find_delimiter(text):
        return found
    if below := delimiter_of_rows(text):
        message = f"the header has one column, and the rows have more, split by {below!r}; use {below!r} in the header"
        raise InputError([Problem(f"{message}, or put quotes around cells that hold it", source, 1)])
    return "\x1f"


def _refuse_other_delimiter(text: str, delimiter: str, source: str) -> None:
    below = delimiter_of_rows(text)
    if below and below != delimiter:
        message = f"the header is split by {delimiter!r}, and the rows by {below!r}; use one of them"
        raise InputError([Problem(message, source, 1)])


class _Records:
    """The records of a text, in chunks; what is wrong with one does not stop the others."""

    def __init__(self, text: str, delimiter: str, source: str, *, line: int) -> None:
        self.delimiter, self.source = delimiter, source
        self.problems = ProblemList()
        self.lines: list[int] = []
        self.header: list[str] = []
        self.header_row = 0
        self.cells: list[list[str]] = []
        self._width = 0  # up to the last column with a name
        self._row, self._line = 1, line  # of the next record
        self._recent: list[str] = []  # the lines of this chunk
        csv.field_size_limit(LONGEST_LINE)
        self._reader = csv.reader(self._remember(_lines(text)), delimiter=delimiter, strict=True)

    def read(self) -> None:
        """Read all records."""
        done = False
        while not done:
            rows: list[list[str]] = []
            failure = ""
            try:
                rows.extend(islice(self._reader, CHUNK))
                done = not rows
            except csv.Error as error:
                failure = str(error)
            self._take(rows)
            if failure:
                done = "expected after" not in failure
                self._take_failure(rows, lost=done)
            self._line += len(self._recent)
            self._recent.clear()

    def table(self) -> Table:
        """The table of what was read."""
        named = named_columns(self.header, self.cells, self.lines, self.source, self.header_row)
        self._refuse_second_header(named.columns)
        facts = {"format": "csv", "delimiter": NAMES[self.delimiter]}
        problems = (*named.problems, *self.problems.all())
        return Table(named.columns, _compact(self.lines), self.source, facts, tuple(named.notes), problems)

    def _remember(self, lines: Iterator[str]) -> Iterator[str]:
        keep = self._recent.append
        for line in lines:
            keep(line)
            yield line

    def _take(self, rows: list[list[str]]) -> None:
        start = 0
        if not self.header:
            start = next((place for place, cells in enumerate(rows) if _has_content(cells)), len(rows))
            if start < len(rows):
                self._take_header(rows[start], self._row + start)
                start += 1
        body = rows[start:] if start else rows
        first = self._row + start
        if body and self.header:
            if set(map(len, body)) == {len(self.header)} and all(cells[0].strip() for cells in body):
                self._add(body, range(first, first + len(body)))
            else:
                self._take_uneven(body, first, rows)
        self._row += len(rows)

    def _take_header(self, cells: list[str], row: int) -> None:
        self.header, self.header_row = cells, row
        self._width = max(place for place, name in enumerate(cells, start=1) if name.strip())
        self.cells = [[] for _ in cells]

    def _add(self, rows: list[list[str]], numbers: range | list[int]) -> None:
        self.lines.extend(numbers)
        for column, values in zip(self.cells, zip(*rows, strict=True), strict=True):
            column.extend(values)

    def _take_uneven(self, body: list[list[str]], first: int, rows: list[list[str]]) -> None:
        fit, numbers, full = [], [], len(self.header)
        for row, cells in enumerate(body, start=first):
            if not _has_content(cells):
                continue
            count = len(cells)
            if self._width <= count and not _has_content(cells[full:]):
                fit.append(cells[:full] + [""] * (full - count))
                numbers.append(row)
            elif self.problems.room():
                self._tell_count(cells, row, rows)
            else:
                self.problems.more()
        if fit:
            self._add(fit, numbers)

    def _tell_count(self, cells: list[str], row: int, rows: list[list[str]]) -> None:
        line = self._line + sum(map(_height, rows[: row - self._row]))
        height = _height(cells)
        place = f" (lines {line} to {line + height - 1})" if height > 1 else f" (line {line})" if line != row else ""
        message = wrong_count(cells, self.header[: self._width], self.delimiter, lines=place)
        if height > 1:
            message = message.partition("; is ")[0] + f"; is a quote left open on line {line}?"
        self.problems.add(Problem(message, self.source, row))

    def _take_failure(self, rows: list[list[str]], *, lost: bool) -> None:
        before = sum(map(_height, rows))
        record = "".join(self._recent[before:])
        start = self._line + before
        at = open_quote(record, self.delimiter)
        line = start + len(LINE_END.findall(record, 0, at)) if at is not None else start
        where = f"the quote that opens on line {line}"
        if lost:
            message = f"{where} is never closed, and the rows below it are lost"
        else:
            message = f"{where} does not close at the end of its cell; write a quote inside of a cell twice"
        problem = Problem(f"not a readable table: {message}", self.source, self._row)
        if not self.header:
            raise InputError([problem])
        self.problems.add(problem)
        self._row += 1

    def _refuse_second_header(self, columns: dict[str, list[str]]) -> None:
        names = list(columns)
        if not names or names[0] not in columns[names[0]]:
            return
        again = [
            place
            for place, value in enumerate(columns[names[0]])
            if value == names[0] and all(columns[name][place].strip() == name for name in names)
        ]
        for place in reversed(again):
            message = "the header stands here again; were files joined? delete this row"
            self.problems.add(Problem(message, self.source, self.lines.pop(place)))
            for column in columns.values():
                del column[place]


def _lines(text: str) -> Iterator[str]:
    """The lines with their ends, which may be of any kind; in blocks, as StringIO takes four bytes a character."""
    return chain.from_iterable(io.StringIO(block, newline="") for block in _blocks(text))


def _blocks(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = text.find("\n", start + BLOCK) + 1 or len(text)
        yield text[start:end]
        start = end


def _has_content(cells: list[str]) -> bool:
    return any(cell.strip() for cell in cells)


def _height(cells: list[str]) -> int:
    """How many lines a record takes."""
    return 1 + sum(len(LINE_END.findall(cell)) for cell in cells)


def _compact(lines: list[int]) -> range | list[int]:
    if lines and lines[-1] - lines[0] == len(lines) - 1:
        return range(lines[0], lines[-1] + 1)
    return lines
