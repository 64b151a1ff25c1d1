"""CSV and TSV files into rows, each with its row number as a spreadsheet shows it."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import LONGEST_LINE, existing_file, read_bytes, shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DELIMITERS = ",;\t|"
DIRECTIVE = re.compile(r'"?sep=([,;\t|])"?[ ,;\t|]*(?:\r?\n|\Z)', re.IGNORECASE)
QUOTED = re.compile(r'(?:\A|(?<=[,;\t|]))"[^"]*(?:""[^"]*)*"')
LONGEST_HEADER = 1 << 20
Row = tuple[int, dict[str, Any]]


def read_delimited(path: str | Path) -> list[Row]:
    """The rows of a file with a header, as (row number, {column: text}); the header is row 1.

    Blank rows are skipped. The delimiter is the one of ``, ; tab |`` that occurs most in the header, outside of
    quotes, or the one that a first line ``sep=;`` names, as Excel reads and writes it; no sheet shows that line, and
    it is not counted.

    Raises: InputError naming every row whose number of cells is not that of the header.
    """
    file = existing_file(path)
    text = read_bytes(file).decode("utf-8")
    if not text.strip():
        raise InputError([Problem("the file is empty", shown(file))])
    if directive := DIRECTIVE.match(text):
        text = text[directive.end() :]
    delimiter = directive[1] if directive else find_delimiter(text)
    csv.field_size_limit(LONGEST_LINE)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        numbered = [(row, cells) for row, cells in enumerate(reader, start=1) if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise InputError([Problem(f"not a readable table: {error}", shown(file), reader.line_num)]) from error
    if not numbered:
        raise InputError([Problem("the file is empty", shown(file))])
    return list(_as_rows(numbered, delimiter, shown(file)))


def find_delimiter(text: str) -> str:
    """The delimiter of a table with a header.

    >>> find_delimiter("question;type;expected_sources\\n")
    ';'
    >>> find_delimiter('question;gold;"a,b,c,d"')
    ';'
    """
    start = QUOTED.sub("", text.lstrip("\r\n ")[:LONGEST_HEADER])
    header = start.partition("\n")[0]
    return max(DELIMITERS, key=header.count)


def _as_rows(numbered: list[tuple[int, list[str]]], delimiter: str, source: str) -> Iterator[Row]:
    (header_row, header), *body = numbered
    names = [name.strip() for name in header]
    problems = [
        Problem(f"column name {name!r} stands twice", source, header_row)
        for name, count in Counter(names).items()
        if count > 1
    ]
    problems += [
        Problem(
            f"{len(cells)} cells where the header has {len(names)}; is a {delimiter!r} unquoted? {cells}", source, row
        )
        for row, cells in body
        if len(cells) != len(names)
    ]
    if problems:
        raise InputError(problems)
    for row, cells in body:
        yield row, dict(zip(names, cells, strict=True))
