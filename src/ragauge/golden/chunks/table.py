"""A table of chunks: what the chunker made, with the place of each chunk as far as the table tells."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.anchors import ANCHOR_FIELDS, Anchor
from ragauge.core.errors import InputError, Problem
from ragauge.golden.chunks.columns import flat_row, heading_columns, role_columns
from ragauge.golden.chunks.rows import ChunkReader
from ragauge.io.source_table import source_table
from ragauge.tables.anchors import ANCHORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.golden.chunks.columns import Flat
    from ragauge.io.table import Row

LISTS = ("chunks", "nodes", "documents", "docs", "data", "points", "results")
"""Keys of a JSON object under which the list of chunks may stand."""


@dataclass(frozen=True, slots=True, eq=False)
class Chunks:
    """Chunks and their places.

    ``frame`` is a table of anchors (see ``tables.anchors``): ``item`` and ``chunk`` are the id, ``quote`` is the text,
    and document, URL, pages, section and span stand where the table has them. ``notes`` say how it was read.
    """

    frame: pl.DataFrame
    source: str = "chunks"
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return self.frame.height

    def fingerprint(self) -> str:
        """A hash of the ids, texts and places of all chunks, in whatever order they come."""
        return hashlib.sha256(self.frame.sort("item").write_csv().encode()).hexdigest()[:32]


def chunk_table(source: Any, *, first_page: int = 1) -> Chunks:
    """The chunks in a file (JSONL, JSON, CSV, TSV, Parquet, XLSX), a data frame, or a list of objects.

    Columns go by their usual names; those that a framework keeps in an object (``metadata``, ``meta``, ``payload``)
    count as well. A chunk without an id is named after its document and start, or its row. Pages are taken as they
    stand; with ``first_page=0`` the table counts from 0, and each of its pages is raised by one. An offset below 0, and
    a span that is not as long as its text, are no places: they stay unknown, and a note counts them.

    >>> chunks = chunk_table([{"page_content": "The lamp hums.", "metadata": {"source": "a.pdf", "start_index": 4}}])
    >>> chunks.frame.select("item", "document", "start", "end", "quote").row(0)
    ('a.pdf#4', 'a.pdf', 4, 18, 'The lamp hums.')

    Raises: InputError with every value that cannot be what its column says, and every id that names two chunks.
    """
    if isinstance(source, Chunks):
        return source
    table = source_table(source, "chunks", lists=LISTS)
    name = table.source
    problems: list[Problem] = []
    flat = _flat_rows(table.rows(), name, problems)
    names = list(dict.fromkeys(column for _, row in flat for column in row))
    columns = role_columns(names)
    if not columns["document"] and not columns["text"] and not columns["url"] and not problems:
        known = "document, source, file … and text, content, page_content …"
        raise InputError(
            [Problem(f"no column for the document or the text among {names}; there may be: {known}", name)]
        )
    reader = ChunkReader(columns, heading_columns(names), name, problems, shift=1 - first_page)
    anchors = [reader.read(line, row) for line, row in flat]
    named = _name_all(anchors, [line for line, _ in flat], name, reader)
    if problems:
        raise InputError(sorted(problems, key=lambda problem: problem.row or 0))
    if not named:
        raise InputError([Problem("no chunks in it", name)])
    notes = (*table.notes, *reader.notes(columns, len(named), shifted=first_page != 1))
    return Chunks(_frame(named), name, notes)


def _flat_rows(rows: Sequence[Row], source: str, problems: list[Problem]) -> list[tuple[int, Flat]]:
    flat = []
    for line, row in rows:
        try:
            flat.append((line, flat_row(row)))
        except ValueError as error:
            problems.append(Problem(str(error), source, line, "metadata"))
    return flat


def _name_all(
    anchors: Sequence[Anchor | None], lines: Sequence[int], source: str, reader: ChunkReader
) -> dict[str, Anchor]:
    """The chunks by id; of equal ones the first, and a made-up id that is taken already is one by row."""
    given = {anchor.chunk for anchor in anchors if anchor is not None}
    named: dict[str, Anchor] = {}
    first: dict[str, int] = {}
    for line, anchor in zip(lines, anchors, strict=True):
        if anchor is None:
            continue
        chunk = anchor.chunk
        if chunk is None:
            by_row = f"{anchor.document or anchor.url or 'chunk'}#row{line}"
            by_start = f"{anchor.document}#{anchor.start}"
            known = anchor.document is not None and anchor.start is not None
            chunk = by_start if known and by_start not in given and by_start not in named else by_row
            reader.count["unnamed"] += 1
        fitting = anchor if anchor.chunk is not None else replace(anchor, chunk=chunk)
        if named.setdefault(chunk, fitting) != fitting:
            message = f"chunk id {chunk!r} stands on row {first[chunk]} with another content"
            reader.problems.append(Problem(message, source, line))
        elif first.setdefault(chunk, line) != line:
            reader.count["repeated"] += 1
    return named


def _frame(named: dict[str, Anchor]) -> pl.DataFrame:
    columns: dict[str, list[Any]] = {"item": list(named)}
    columns |= {field: [getattr(anchor, field) for anchor in named.values()] for field in ANCHOR_FIELDS}
    return pl.DataFrame(columns, schema=ANCHORS)
