"""Files of white-space separated fields (TREC): a fast path for regular files, a general one for the rest.

Regular means: UTF-8, one space between fields, the same number of fields on every line, no blank line.
Polars then reads the wanted columns straight from the file, while another thread proves from the bytes that
the file is regular. Anything else (tabs, several spaces, CRLF, a byte order mark, gzip, blank lines) is
normalised first and gives the same table.
"""

from __future__ import annotations

import gzip
import io
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import BOM, HEAD, existing_file, is_gzip, read_bytes, refuse_long_first_line, shown

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD_SIZE = 1 << 16
WINDOW = 1 << 17
BLANKS = re.compile(rb"[ \t\v\f]+")
LINE_ENDS = re.compile(rb"\n\n+")
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
JOINED = 5
"""So many fields beyond the last one are another line whose line end got lost, not a tag with spaces."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a line in order, those wanted, and which of them is a number.

    With ``open_end`` what follows the last field on a line belongs to it (a run tag with spaces).
    """

    fields: tuple[str, ...]
    wanted: tuple[str, ...]
    number: str
    open_end: bool = False


def read_fields(path: str | Path, layout: Layout) -> tuple[pl.DataFrame, Callable[[int], int]]:
    """The wanted columns, the number as Float64, and a function from row (from 0) to line (from 1).

    Raises: InputError naming every line with too few or too many fields, or something else than a number.
    """
    file = existing_file(path)
    if _looks_regular(file, layout):
        refuse_long_first_line(file)
        frame = _read_regular(file, layout)
        if frame is not None:
            return frame, lambda row: row + 1
    text = _Text(read_bytes(file))
    return _read_any(text, layout, shown(file)), text.line_of_row


def read_head(path: str | Path, layout: Layout) -> pl.DataFrame:
    """The wanted columns of the first lines, about 64 KiB, the number as Float64; of a file read before."""
    file = Path(path)
    with gzip.open(file) if is_gzip(file) else file.open("rb") as stream:
        data = stream.read(HEAD_SIZE)
    whole = data[: data.rfind(b"\n") + 1] if len(data) == HEAD_SIZE else data
    return _read_any(_Text(whole.removeprefix(BOM)), layout, shown(file))


def _looks_regular(path: Path, layout: Layout) -> bool:
    with path.open("rb") as file:
        head = file.read(HEAD)
    first = head.partition(b"\n")[0]
    odd = head.startswith(BOM) or b"\t" in head or b"\0" in head
    return bool(head) and not odd and not is_gzip(path) and first.count(b" ") == len(layout.fields) - 1


def _read_regular(path: Path, layout: Layout) -> pl.DataFrame | None:
    """The table, or None when the file turns out not to be regular."""
    schema = {name: pl.Float64 if name == layout.number else pl.String for name in layout.fields}
    scan = pl.scan_csv(path, separator=" ", has_header=False, quote_char=None, schema=schema, glob=False)
    with ThreadPoolExecutor(1) as pool:
        proof = pool.submit(_count_lines, path, len(layout.fields))
        try:
            frame = scan.select(layout.wanted).collect(engine="streaming")
        except pl.exceptions.PolarsError:
            return None
        lines = proof.result()
    regular = lines == frame.height and not any(frame.null_count().row(0))
    return frame if regular else None


def _count_lines(path: Path, fields: int) -> int:
    """How many lines of ``fields`` fields between single spaces the file has; -1 if any line is different."""
    size = path.stat().st_size
    lines = position = 0
    with path.open("rb", buffering=0) as file:
        while part := file.read(WINDOW):
            end = part.rfind(b"\n") + 1
            if end == 0:
                if position + len(part) < size:
                    return -1  # a line longer than a window
                part, end = part + b"\n", len(part) + 1
            found = _count_window(part, end, fields)
            if found < 0:
                return -1
            lines += found
            position = file.seek(min(position + end, size))
    return lines


def _count_window(part: bytes, end: int, fields: int) -> int:
    """The lines before ``end``, which follows a line end; -1 if they are not all regular."""
    data = np.frombuffer(part, dtype=np.uint8, count=end)
    edge = data <= 32
    separators = np.flatnonzero(edge)
    line_ends = separators[fields - 1 :: fields]
    lines = len(line_ends)
    # between two separators stands a field; every fields-th one is a line end, and all others are spaces
    blank = edge[0] or (edge[1:] & edge[:-1]).any()
    if blank or len(separators) != lines * fields or not (data[line_ends] == 10).all():
        return -1
    return lines if np.count_nonzero(data == 32) == len(separators) - lines else -1


class _Text:
    """The bytes of an irregular file with every line end as one newline, and the lines that are not blank."""

    def __init__(self, data: bytes) -> None:
        self.data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    @cached_property
    def lines(self) -> list[int]:
        """The numbers of the lines that are not blank."""
        return [number for number, line in enumerate(self.data.split(b"\n"), start=1) if line.strip()]

    def line_of_row(self, row: int) -> int:
        """The line, from 1, on which a row, from 0, stands."""
        return self.lines[row]

    def tidy(self) -> bytes:
        """The lines that are not blank, with one space between fields."""
        spaced = BLANKS.sub(b" ", self.data).replace(b" \n", b"\n").replace(b"\n ", b"\n")
        return LINE_ENDS.sub(b"\n", spaced).strip(b" \n")

    def refuse_control_bytes(self, source: str) -> None:
        """Raise InputError naming the first byte that is neither text nor white space."""
        if odd := CONTROL.search(self.data):
            line = self.data.count(b"\n", 0, odd.start()) + 1
            raise InputError([Problem(f"a control byte 0x{odd[0][0]:02x} in the line", source, line)])


def _read_any(text: _Text, layout: Layout, source: str) -> pl.DataFrame:
    text.refuse_control_bytes(source)
    tidy = text.tidy()
    if not tidy:
        schema = {name: pl.Float64 if name == layout.number else pl.String for name in layout.wanted}
        return pl.DataFrame(schema=schema)
    # the header fixes the number of columns, whatever line 1 has
    headed = " ".join((*layout.fields, "__more")).encode() + b"\n" + tidy
    table = pl.read_csv(
        io.BytesIO(headed), separator=" ", quote_char=None, infer_schema=False, truncate_ragged_lines=True
    )
    number = table[layout.number].cast(pl.Float64, strict=False)
    _refuse_bad_lines(table, number, layout, source, text, tidy)
    return table.select(layout.wanted).with_columns(number)


def _refuse_bad_lines(
    table: pl.DataFrame, number: pl.Series, layout: Layout, source: str, text: _Text, tidy: bytes
) -> None:
    wrong = table[layout.fields[-1]].is_null() | _too_long(table, layout, tidy)
    bad = wrong | number.is_null()
    if not bad.any():
        return
    rows = bad.arg_true().to_list()
    wanted = f"expected {len(layout.fields)} fields ({' '.join(layout.fields)})"
    lines = tidy.split(b"\n")
    problems = []
    for row in rows[:20]:
        if wrong[row]:
            message, column = f"{wanted}, got {lines[row].count(b' ') + 1}", None
        else:
            message, column = f"{table[layout.number][row]!r} is not a number", layout.number
        problems.append(Problem(message, source, text.line_of_row(row), column))
    raise InputError(problems, total=len(rows))


def _too_long(table: pl.DataFrame, layout: Layout, tidy: bytes) -> pl.Series:
    """Lines with more fields than there may be; with an open end, with as many more as another line has."""
    more = table["__more"].is_not_null()
    if not layout.open_end or not more.any():
        return more
    lines = tidy.split(b"\n")
    most = len(layout.fields) + JOINED
    joined = {row for row in more.arg_true().to_list() if lines[row].count(b" ") + 1 >= most}
    return pl.Series([row in joined for row in range(table.height)], dtype=pl.Boolean)
