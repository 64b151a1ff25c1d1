"""Files of spans: OTLP JSON, the JSON of an SDK, exports of Phoenix; whole, or one object a line; gzipped or not."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.io.files import BOM, existing_file, is_gzip, raw_bytes, shown
from ragauge.io.otel.rows import is_otlp, otlp_spans, span_of_otlp, span_of_row
from ragauge.io.otel.span import Span
from ragauge.io.otel.times import zone_of
from ragauge.io.parquet import POLARS_ERRORS, frame_rows, is_frame, read_parquet, to_frame
from ragauge.io.problem_list import ProblemList

if TYPE_CHECKING:
    from datetime import tzinfo
    from pathlib import Path

LOOKED_AT = 1 << 16
LONGEST = 1 << 30
"""An OTLP file may be one line, whatever its size."""
SPANS = re.compile(
    rb'"(resourceSpans|resource_spans)"\s*:\s*\[|"batches"\s*:\s*\[\s*\{\s*"(resource|scopeSpans|instrumentationL)'
    rb'|"context\.(trace|span)_id"\s*:'
)
SDK = (
    re.compile(rb'"context"\s*:\s*\{[^{}]*"trace_id"\s*:'),
    re.compile(rb'"span_id"\s*:'),
    re.compile(rb'"start_time"\s*:'),
)
PARQUET, COLUMNS = b"PAR1", ("context.trace_id", "context.span_id")


def is_span_file(path: Path) -> bool:
    """Whether a file holds spans, by its content: JSON by how it begins, Parquet by its columns."""
    try:
        with gzip.open(path) if is_gzip(path) else path.open("rb") as file:
            head = file.read(LOOKED_AT)
    except (OSError, EOFError, zlib.error):
        return False  # whoever reads it tells what is wrong
    if head.startswith(PARQUET):
        return _has_span_columns(path)
    if head.removeprefix(BOM).lstrip()[:1] not in (b"{", b"["):
        return False
    return SPANS.search(head) is not None or all(mark.search(head) for mark in SDK)


def _has_span_columns(path: Path) -> bool:
    try:
        return set(COLUMNS) <= set(pl.read_parquet_schema(path))
    except (*POLARS_ERRORS, OSError):
        return False


def read_spans(path: str | Path, *, zone: str | tzinfo | None = None) -> tuple[Span, ...]:
    """The spans of a file, in its order.

    ``zone`` (``"Europe/Berlin"``) is that of times that have none; without it they are an error.

    Raises: InputError with every span that is none, its row, and for a file that holds none.
    """
    path = existing_file(path)
    source, problems = shown(path), ProblemList()
    spans = _all_spans(_values(path, source, problems), source, zone_of(zone), problems)
    if not spans:
        raise InputError([Problem("no spans in it", source)])
    return spans


def spans_of(values: Any, *, zone: str | tzinfo | None = None) -> tuple[Span, ...]:
    """The spans of objects in memory: of OTLP, of an SDK, or the rows of a data frame of Phoenix.

    Raises: InputError with every span that is none, and its place.
    """
    rows = frame_rows(to_frame(values, "spans")) if is_frame(values) else enumerate(values, start=1)
    return _all_spans(rows, "spans", zone_of(zone), ProblemList())


def _all_spans(
    values: Iterable[tuple[int, Any]], source: str, zone: tzinfo | None, problems: ProblemList
) -> tuple[Span, ...]:
    spans = []
    for row, value in values:
        for made in _spans_of(value, zone):
            if isinstance(made, Span):
                spans.append(made)
            else:
                problems.add(Problem(made, source, row))
    if problems:
        raise InputError(problems.all())
    return tuple(spans)


def _spans_of(value: Any, zone: tzinfo | None) -> Iterator[Span | str]:
    """The spans of one object, or what is wrong with them."""
    if isinstance(value, list):
        for one in value:
            yield from _spans_of(one, zone)
        return
    try:
        if is_otlp(value):
            for row in otlp_spans(value):
                yield _made(span_of_otlp, row)
        elif isinstance(value, Mapping):
            yield span_of_row(value, zone)
        else:
            yield f"a span is needed, got {brief(value)}"
    except ValueError as error:
        yield str(error)


def _made(make: Any, row: Any) -> Span | str:
    try:
        return make(row)  # type: ignore[no-any-return]
    except ValueError as error:
        return str(error)


def _values(path: Path, source: str, problems: ProblemList) -> Iterator[tuple[int, Any]]:
    """The objects of a file with their lines or rows: of JSON lines one after the other, and never all at once."""
    with gzip.open(path) if is_gzip(path) else path.open("rb") as file:
        if file.read(len(PARQUET)) == PARQUET:
            yield from frame_rows(read_parquet(path))
            return
    lines = _lines(path, source)
    number, line = next(lines, (1, b""))
    try:
        first = _load(line)
    except ValueError:
        yield from _stream(raw_bytes(path), source)  # pretty-printed: an object takes many lines
        return
    yield number, first
    for number, line in lines:
        try:
            yield number, _load(line)
        except ValueError as error:
            problems.add(Problem(f"not JSON: {error}", source, number))


def _lines(path: Path, source: str) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers."""
    try:
        with gzip.open(path) if is_gzip(path) else path.open("rb") as file:
            for number in count(1):
                line = file.readline(LONGEST)
                if len(line) == LONGEST:
                    raise InputError([Problem(f"a line of more than {LONGEST >> 20} MiB", source, number)])
                if not line:
                    return
                if text := (line.removeprefix(BOM) if number == 1 else line).strip():
                    yield number, text
    except (OSError, EOFError, zlib.error) as error:
        raise InputError([Problem(f"cannot be read: {error}", source)]) from error


def _stream(data: bytes, source: str) -> Iterator[tuple[int, Any]]:
    """The JSON values of a text, one after the other, as a console exporter prints them."""
    try:
        text = data.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        raise InputError([Problem(f"byte 0x{data[error.start]:02x} is not UTF-8", source)]) from error
    decoder, place, line = json.JSONDecoder(parse_constant=_no_number), 0, 1
    while (begin := _next(text, place)) < len(text):
        line += text.count("\n", place, begin)
        try:
            value, place = decoder.raw_decode(text, begin)
        except json.JSONDecodeError as error:
            raise InputError([Problem(f"not JSON: {error.msg}", source, error.lineno)]) from error
        except RecursionError as error:
            raise InputError([Problem("not JSON: nested too deeply", source, line)]) from error
        yield line, value
        line += text.count("\n", begin, place)


def _next(text: str, place: int) -> int:
    """Where the next value begins: behind white space, and a comma between values."""
    while place < len(text) and (text[place].isspace() or text[place] == ","):
        place += 1
    return place


def _load(line: bytes) -> Any:
    """The value of a line; NaN, which JSON has not, is none. Raises: ValueError in words."""
    try:
        return json.loads(line, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_number(_: str) -> None:
    return None
