"""A table from whatever holds rows: a file of any kind, a data frame, or a list of objects in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.io import parquet
from ragauge.io.files import shown
from ragauge.io.reading_tables import read_table_or_mapping
from ragauge.io.table import Table

SIDE_BY_SIDE = {"ids": "id", "documents": "text", "metadatas": "metadata"}


def source_table(source: Any, name: str, *, lists: tuple[str, ...] = (), encoding: str | None = None) -> Table:
    """The table of a source; ``name`` is what messages call one that has no path.

    A source is the path of a CSV, TSV, JSONL, JSON, Parquet or XLSX file, a data frame, or objects in memory. A JSON
    object may hold the rows under one of the keys in ``lists``, be id → row or text, or have lists side by side
    (``ids``, ``documents``, ``metadatas``). ``encoding`` is that of a text file, where it is not UTF-8.

    >>> source_table([{"id": "c1", "text": "The lamp hums."}], "chunks").columns
    {'id': ['c1'], 'text': ['The lamp hums.']}

    Raises: InputError for a source of another kind, and for everything that is wrong with its rows.
    """
    if parquet.is_frame(source):
        return Table.of_rows(parquet.frame_rows(parquet.to_frame(source, name)), source=name)
    if not isinstance(source, str | PathLike):
        return _objects(source, name, lists)
    path = os.fsdecode(source)
    found = read_table_or_mapping(path, encoding=encoding)
    if isinstance(found, dict):
        return _objects(found, shown(path), lists)
    if found.problems:
        raise InputError(found.problems)
    return found


def _objects(source: Any, name: str, lists: tuple[str, ...]) -> Table:
    if isinstance(source, Mapping):
        source = _listed(source, name, lists)
    if isinstance(source, bytes) or not isinstance(source, Iterable):
        raise InputError(f"{name}: cannot read {brief(source)}; give a path, a data frame or a list of objects")
    rows = list(enumerate(source, start=1))
    problems = [
        Problem(f"an object is needed, got {brief(row)}", name, number)
        for number, row in rows
        if not isinstance(row, Mapping)
    ]
    if problems:
        raise InputError(problems)
    return Table.of_rows([(number, dict(row)) for number, row in rows], source=name)


def _listed(source: Mapping[Any, Any], name: str, lists: tuple[str, ...]) -> list[Any]:
    if isinstance(source.get("ids"), list):
        return _turned(source, name)
    held = [source[key] for key in lists if isinstance(source.get(key), list)]
    return held[0] if held else [_with_id(key, value) for key, value in source.items()]


def _turned(columns: Mapping[Any, Any], name: str) -> list[dict[str, Any]]:
    """Rows of lists that stand side by side, as Chroma gives them."""
    given = {mine: columns[key] for key, mine in SIDE_BY_SIDE.items() if isinstance(columns.get(key), list)}
    if len({len(values) for values in given.values()}) > 1:
        sizes = ", ".join(f"{len(columns[key])} {key}" for key in SIDE_BY_SIDE if isinstance(columns.get(key), list))
        raise InputError([Problem(f"lists of different lengths: {sizes}", name)])
    return [dict(zip(given, row, strict=True)) for row in zip(*given.values(), strict=True)]


def _with_id(key: object, value: object) -> object:
    if isinstance(value, str):
        return {"id": key, "text": value}
    return {"id": key, **value} if isinstance(value, Mapping) else value
