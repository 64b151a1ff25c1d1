"""Any file that holds a table, by what is in it; its name decides only where the content leaves that open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.io.decoding import decode
from ragauge.io.delimited import delimited_table
from ragauge.io.file_kinds import binary_kind, refuse_markup
from ragauge.io.files import existing_file, raw_bytes, shown
from ragauge.io.json_lines import json_content
from ragauge.io.parquet import parquet_table
from ragauge.io.workbook import workbook_table

if TYPE_CHECKING:
    from ragauge.io.table import Table

KINDS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
}
"""What a file is to be by its name; ``.gz`` behind it does not count."""
JSON_STARTS, JSON_BRACKETS = ("[{", "[]", '{"', "{}"), ("[", "{")


def named_kind(path: Path) -> str | None:
    """What the file is by its name, or None.

    >>> named_kind(Path("gold.CSV.gz")), named_kind(Path("gold.qrels"))
    ('csv', None)
    """
    return KINDS.get(Path(path.name.lower().removesuffix(".gz")).suffix)


def read_table(path: str | Path, *, encoding: str | None = None, sheet: str | int | None = None) -> Table:
    """The table of a CSV, TSV, JSONL, JSON, Parquet or XLSX file; the first five may be gzipped.

    ``encoding`` is that of a text file, where it is not UTF-8 and not to be detected. ``sheet`` is the name of a
    sheet of a workbook, or its number from 1. What is wrong with single rows is among the problems of the table.

    Raises: InputError for a file that is no table, and for a JSON object.
    """
    found = read_table_or_mapping(path, encoding=encoding, sheet=sheet)
    if isinstance(found, dict):
        raise InputError([Problem("a JSON object, where rows are needed; write a list of objects", shown(path))])
    return found


def read_table_or_mapping(
    path: str | Path, *, encoding: str | None = None, sheet: str | int | None = None
) -> Table | dict[str, Any]:
    """What ``read_table`` reads, or the content of a file that is one JSON object.

    Raises: InputError for a file that is neither.
    """
    file = existing_file(path)
    source, named = shown(file), named_kind(file)
    data = raw_bytes(file)
    if not data or data.isspace():
        raise InputError([Problem("the file is empty", source)])
    kind = binary_kind(data, source) or ("parquet" if named == "parquet" else None)
    if kind != "xlsx" and sheet is not None:
        raise InputError([Problem(f"--sheet {brief(sheet)} is for workbooks, and this file is none", source)])
    if kind is None:
        return _text(data, source, named, encoding)
    table = workbook_table(data, source, sheet=sheet) if kind == "xlsx" else parquet_table(data, source)
    return _told(table, named, kind, {}, ())


def _text(data: bytes, source: str, named: str | None, encoding: str | None) -> Table | dict[str, Any]:
    decoded = decode(data, source, encoding=encoding)
    refuse_markup(decoded.text, source)
    if named == "xlsx":
        raise InputError([Problem("not a workbook, though its name says so; give it the name of what it is", source)])
    if named in ("json", "jsonl") or _is_json(decoded.text):
        found = json_content(decoded.text, source, by_line=named == "jsonl")
    else:
        found = delimited_table(decoded.text, source)
    if isinstance(found, dict):
        return found
    return _told(found, named, found.facts["format"], {"encoding": decoded.fact}, decoded.notes)


def _is_json(text: str) -> bool:
    """Whether a text that is not JSON by its name is."""
    start = text.lstrip()[:2]
    return start in JSON_STARTS or (start[:1] in JSON_BRACKETS and start[1:].isspace())


def _told(table: Table, named: str | None, kind: str, facts: dict[str, str], notes: tuple[str, ...]) -> Table:
    """The table with the facts of its file, and a note where the name says something else than the content."""
    if named not in (None, kind):
        notes = (*notes, f"read as {kind}, which it is, though its name says {named}")
    facts = {"format": kind, **facts, **table.facts, "rows": str(len(table))}
    return replace(table, facts=facts, notes=(*notes, *table.notes))
