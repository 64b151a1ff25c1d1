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
EXACT_SIZE = 1 << 26
BLANK_LINES = re.compile(rb"[ \t\r\f\v]*\n\s*")
BLANKS = re.compile(rb"[ \t\r\f\v]+")


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
    data = read_bytes(file)
    return _read_any(data, layout, shown(file)), lambda row: _line_of_row(data, row)


def read_head(path: str | Path, layout: Layout) -> pl.DataFrame:
    """The wanted columns of the first lines, about 64 KiB, the number as Float64; of a file read before."""
    file = Path(path)
    with gzip.open(file) if is_gzip(file) else file.open("rb") as stream:
        data = stream.read(HEAD_SIZE)
    whole = data[: data.rfind(b"\n") + 1] or data
    return _read_any(whole.removeprefix(BOM), layout, shown(file))


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
    """How many lines of ``fields`` fields between single spaces the file has; -1 if any line is different.

    Up to ``EXACT_SIZE`` every line is counted for itself. Beyond, the lines of every 128 KiB are counted
    together: one field too few then passes if the same window has one too many, and then only where what is
    left of the score still parses as a number.
    """
    size = path.stat().st_size
    exact = size <= EXACT_SIZE
    lines = position = 0
    with path.open("rb", buffering=0) as file:
        while part := file.read(WINDOW):
            end = part.rfind(b"\n") + 1
            if end == 0:
                if position + len(part) < size:
                    return -1  # a line longer than a window
                part, end = part + b"\n", len(part) + 1
            found = _count_window(part, end, fields, exact=exact)
            if found < 0:
                return -1
            lines += found
            position = file.seek(min(position + end, size))
    return lines


def _count_window(part: bytes, end: int, fields: int, *, exact: bool) -> int:
    """The lines before ``end``, which follows a line end; -1 if they are not all regular."""
    data = np.frombuffer(part, dtype=np.uint8, count=end)
    edge = data <= 32
    lines = int(np.count_nonzero(data == 10))
    blank = edge[0] or (edge[1:] & edge[:-1]).any() or part.find(b"\t", 0, end) >= 0
    if blank or np.count_nonzero(edge) != lines * fields:
        return -1
    if exact and not (data[np.flatnonzero(edge)[fields - 1 :: fields]] == 10).all():
        return -1
    return lines


def _read_any(data: bytes, layout: Layout, source: str) -> pl.DataFrame:
    tidy = BLANKS.sub(b" ", BLANK_LINES.sub(b"\n", data)).strip()
    names = (*layout.fields, "__more")
    if not tidy:
        schema = {name: pl.Float64 if name == layout.number else pl.String for name in layout.wanted}
        return pl.DataFrame(schema=schema)
    headed = " ".join(names).encode() + b"\n" + tidy  # the header fixes the number of columns, whatever line 1 has
    text = pl.read_csv(
        io.BytesIO(headed), separator=" ", quote_char=None, infer_schema=False, truncate_ragged_lines=True
    )
    number = text[layout.number].cast(pl.Float64, strict=False)
    _refuse_bad_lines(text, number, layout, source, data)
    return text.select(layout.wanted).with_columns(number)


def _refuse_bad_lines(text: pl.DataFrame, number: pl.Series, layout: Layout, source: str, data: bytes) -> None:
    last = text[layout.fields[-1]]
    short = last.is_null()
    long = text["__more"].is_not_null() & (not layout.open_end)
    bad = short | long | number.is_null()
    if not bad.any():
        return
    rows = bad.arg_true().to_list()
    wanted = f"expected {len(layout.fields)} fields ({' '.join(layout.fields)})"
    problems = []
    for row in rows[:20]:
        line = _line_of_row(data, row)
        count = len(data.split(b"\n")[line - 1].split())
        if short[row] or long[row]:
            problems.append(Problem(f"{wanted}, got {count}", source, line))
        else:
            problems.append(Problem(f"{text[layout.number][row]!r} is not a number", source, line, layout.number))
    raise InputError(problems, total=len(rows))


def _line_of_row(data: bytes, row: int) -> int:
    seen = -1
    for number, line in enumerate(data.split(b"\n"), start=1):
        seen += bool(line.strip())
        if seen == row:
            return number
    return row + 1
