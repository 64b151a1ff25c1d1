"""Files of white-space separated fields (TREC): a fast path for regular files, a general one for the rest.

Regular means: UTF-8, one space between fields, the same number of fields on every line, no blank line.
Polars then reads the wanted columns straight from the file, while another thread proves from the bytes that
the file is regular. Anything else (tabs, several spaces, CRLF, a byte order mark, gzip, blank lines) is
normalised first and gives the same table.
"""

from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import BOM, HEAD, existing_file, is_gzip, read_bytes, refuse_long_first_line, shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHUNK = 1 << 20
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
        proof = pool.submit(_count_fields, path)
        try:
            frame = scan.select(layout.wanted).collect(engine="streaming")
        except pl.exceptions.PolarsError:
            return None
        fields = proof.result()
    regular = fields == frame.height * len(layout.fields) and not any(frame.null_count().row(0))
    return frame if regular else None


def _count_fields(path: Path) -> int:
    """How many fields the file has; -1 for white space other than one space or line end between two of them."""
    fields, buffer = 0, bytearray(b"\n" + bytes(CHUNK))
    view = memoryview(buffer)  # the first byte is the last one of the part before
    with path.open("rb", buffering=0) as file:
        while size := file.readinto(view[1:]):
            edge = np.frombuffer(view[: size + 1], dtype=np.uint8) <= 32
            if (edge[1:] & edge[:-1]).any() or buffer.find(b"\t", 1, size + 1) >= 0:
                return -1
            fields += int(np.count_nonzero(edge[1:]))
            buffer[0] = buffer[size]
    return -1 if buffer[0] == 32 else fields + (buffer[0] != 10)


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
