"""Long files of traces, read by the million of hits: what the ordinary reader gives, without an object for each hit.

Lists of hits as programs write them, ``"hits": [["c1", 7.5], …]``, are cut out of the lines and read as columns. What
is left of a line goes through the ordinary reader, as does the whole of a line that is written in any other way.
Nothing is refused here: where anything is wrong, the ordinary reader is to read the file, and to say so.
"""

from __future__ import annotations

import gzip
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ragauge.core.errors import InputError
from ragauge.core.json_text import parse_json
from ragauge.io.files import BOM, LARGEST_UNPACKED, LONGEST_LINE, is_gzip
from ragauge.io.parquet import POLARS_ERRORS
from ragauge.io.trace_assembly import HIT, Lists, TraceTables
from ragauge.io.trace_lines import MARK, trace_of_object

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.trace import StageHits, Trace
    from ragauge.tables.traced import Traced

WINDOW = 1 << 24
_INNER, _EDGE = r'[^"\\\]\x00-\x1f]', r'[^"\\\],\s\x00-\x1f]'
_ID = rf'"{_EDGE}(?:{_INNER}*{_EDGE})?"'
"""No quote, escape or bracket in it, neither white space nor a comma at its ends: it is the id as it stands."""
_FRACTION, _POWER = r"\.[0-9]+", r"[eE][+-]?[0-9]+"
_NUMBER = rf"(?:-?[1-9][0-9]*|0)(?:{_FRACTION})?(?:{_POWER})?|-0(?:{_FRACTION}(?:{_POWER})?|{_POWER})"
"""A number of JSON, but not the whole number -0, whose sign a float keeps and an integer has not."""
_HIT = rf"{_ID}, ?(?:{_NUMBER}|null)"
LIST = rf"^\[{_HIT}(?:\], ?\[{_HIT})*$"
"""A list of hits without what stands around it, and so without its last brackets, which are the first two in a row."""
BEGIN, END = ('"hits": [', '"hits":['), "]]"
TAKEN = "(taken out)"
INSTEAD = f'"hits": "{TAKEN}"'
"""What stands instead of a list that is cut out. Where a file says this itself, nothing is cut."""


class IrregularError(Exception):
    """The file is not to be read in bulk."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Lines, what is left of them, how many lists were cut out of each; and how long these are, with all their hits."""

    lines: list[str]
    left: list[str]
    lists: list[int]
    lengths: list[int]
    hits: pl.DataFrame


def bulk_traced(path: Path, source: str) -> Traced | None:
    """The tables of a file of traces, one a line, gzipped or not; None where the ordinary reader has to read it."""
    tables = TraceTables(source)
    try:
        for place, cut in enumerate(_cuts(path)):
            if place == 0 and not _is_trace(cut.lines):
                return None  # perhaps a run
            tables.extend(*_understood(cut))
        return tables.traced()
    except (IrregularError, InputError, ValueError, OSError, EOFError, zlib.error, *POLARS_ERRORS):
        return None


def _cuts(path: Path) -> Iterator[Cut]:
    """The parts of the file; the next one is cut while this one is understood."""
    with ThreadPoolExecutor(1) as pool:
        coming: Future[Cut] | None = None
        for part in _parts(path):
            done, coming = coming, pool.submit(_cut, part)
            if done is not None:
                yield done.result()
        if coming is not None:
            yield coming.result()


def _parts(path: Path) -> Iterator[str]:
    """The text of the file in parts of whole lines, whose ends are all newlines."""
    packed, size, start = is_gzip(path), 0, BOM
    with gzip.open(path) if packed else path.open("rb") as file:
        while data := file.read(WINDOW) + file.readline(LONGEST_LINE):
            size += len(data)
            text = data.removeprefix(start).decode()
            if "\0" in text or (packed and size > LARGEST_UNPACKED):
                raise IrregularError
            yield text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
            start = b""


def _cut(text: str) -> Cut:
    lines = [line for line in text.split("\n") if line.strip()]
    if lines and max(map(len, lines)) > LONGEST_LINE >> 2:
        raise IrregularError  # with so many characters it may have too many bytes
    begin = next((begin for begin in BEGIN if begin in text), None)
    if begin is None or INSTEAD in text:
        return Cut(lines, lines, [0] * len(lines), [], pl.DataFrame(schema=HIT))
    split = pl.Series(lines, dtype=pl.String).str.split(begin)
    count = split.list.len().to_numpy().astype(np.int64)
    after = np.ones(count.sum(), dtype=bool)
    after[np.cumsum(count) - count] = False
    pieces = split.explode()
    lists = _lists(pieces.filter(pl.Series(after)))
    plain = np.ones(len(count), dtype=bool)
    line = np.repeat(np.arange(len(count)), count)[after]
    plain[line[lists["rest"].is_null().to_numpy()]] = False
    kept = lists.filter(pl.Series(plain[line]))
    left = _left(lines, pieces.scatter(np.flatnonzero(after), lists["rest"]).to_list(), count, plain)
    return Cut(lines, left, np.where(plain, count - 1, 0).tolist(), kept["length"].to_list(), _hits(kept))


def _lists(pieces: pl.Series) -> pl.DataFrame:
    """What begins with a list: its ``hits``, their number (``length``), and the ``rest``, null if it is not plain."""
    empty = pl.col("piece").str.starts_with(END[0])
    halves = pieces.alias("piece").to_frame().with_columns(pl.col("piece").str.splitn(END, 2).alias("half"))
    hits, rest = (pl.col("half").struct.field(f"field_{place}") for place in (0, 1))
    return halves.select(
        hits=pl.when(~empty & hits.str.contains(LIST)).then(hits),
        rest=pl.when(empty).then(pl.col("piece").str.slice(1)).when(hits.str.contains(LIST)).then(rest),
        length=pl.when(empty).then(0).otherwise(hits.str.count_matches(END[0], literal=True) + 1),
    )


def _left(lines: Sequence[str], rest: Sequence[str], count: IntArray, plain: BoolArray) -> list[str]:
    """The lines without their lists; those in which something is not plain as they are."""
    ends = np.cumsum(count).tolist()
    return [
        INSTEAD.join(rest[end - some : end]) if is_plain else line
        for line, end, some, is_plain in zip(lines, ends, count.tolist(), plain.tolist(), strict=True)
    ]


def _hits(lists: pl.DataFrame) -> pl.DataFrame:
    """The hits of lists, read as CSV: no id has a quote, a bracket or the end of a line in it."""
    rows = lists["hits"].drop_nulls()
    if rows.is_empty():
        return pl.DataFrame(schema=HIT)
    for between in ("], [", "],["):
        rows = rows.str.replace_all(between, "\n", literal=True)
    rows = rows.str.strip_prefix("[").str.replace_all('", ', '",', literal=True)
    data = rows.str.replace_all('",null', '",', literal=True).str.join("\n").item().encode()
    hits = pl.read_csv(data, has_header=False, schema=HIT)
    sound = hits.height == lists["length"].sum() and not hits["item"].has_nulls()
    if not sound or not hits["score"].is_finite().all():
        raise IrregularError  # a number that is too large
    return hits


def _is_trace(lines: Sequence[str]) -> bool:
    """Whether the first line is a trace; then all of them have to be."""
    row = parse_json(lines[0]) if lines else None
    return isinstance(row, dict) and (MARK in row or "stages" in row)


def _understood(cut: Cut) -> tuple[list[Trace], Lists]:
    """The traces of lines, and their lists."""
    traces: list[Trace] = []
    stages: list[Sequence[StageHits]] = []
    whole = np.zeros(len(cut.lines), dtype=bool)
    for place, (left, lists) in enumerate(zip(cut.left, cut.lists, strict=True)):
        row = _object(left)
        made = _stages(row.pop("stages", None), lists) if lists else None
        if made is None and lists:
            row = _object(cut.lines[place])
        trace = trace_of_object(row)
        traces.append(trace)
        stages.append(trace.stages or () if made is None else made)
        whole[place] = made is None and bool(lists or trace.stages)
    if not whole.any():
        return traces, Lists(stages, cut.lengths, cut.hits)
    own = Lists.of([trace for trace, is_whole in zip(traces, whole, strict=True) if is_whole])
    return traces, _joined(stages, cut, whole, own)


def _object(line: str) -> dict[str, Any]:
    row = parse_json(line)
    if not isinstance(row, dict):
        raise IrregularError
    return row


def _stages(value: Any, lists: int) -> tuple[StageHits, ...] | None:
    """The stages of a line whose lists were all cut out of it; None where that is not so, or a list is of another."""
    if not isinstance(value, list) or len(value) != lists:
        return None
    if not all(isinstance(stage, dict) and stage.get("hits") == TAKEN for stage in value):
        return None
    try:
        return _named_stages(tuple(tuple(stage.items()) for stage in value))
    except TypeError:  # a name that is a list
        return None


@lru_cache(maxsize=1 << 10)
def _named_stages(told: tuple[tuple[tuple[str, Any], ...], ...]) -> tuple[StageHits, ...]:
    """Stages without hits: nearly all traces of a file have the same."""
    row = {"question": "?", "stages": [{**dict(stage), "hits": []} for stage in told]}
    return trace_of_object(row).stages or ()


def _joined(stages: Sequence[Sequence[StageHits]], cut: Cut, whole: BoolArray, own: Lists) -> Lists:
    """The lists of lines some of which were read whole and have their own; what was cut out of these goes."""
    is_own = np.repeat(whole, [len(group) for group in stages])
    kept = ~np.repeat(whole, cut.lists)
    lengths = np.zeros(len(is_own), dtype=np.int64)
    lengths[is_own], lengths[~is_own] = own.lengths, np.array(cut.lengths, dtype=np.int64)[kept]
    of_cut = cut.hits.filter(pl.Series(np.repeat(kept, cut.lengths)))
    parts = [
        hits.with_columns(number=pl.Series(np.repeat(np.flatnonzero(chosen), lengths[chosen])))
        for hits, chosen in ((own.hits, is_own), (of_cut, ~is_own))
    ]
    hits = pl.concat(parts).sort("number", maintain_order=True).drop("number")
    return Lists(stages, lengths.tolist(), hits)
