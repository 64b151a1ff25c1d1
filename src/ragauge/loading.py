"""Any golden set and any run from what the user has: a path, a folder, a mapping or a data frame."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.golden.rows import golden_from_rows
from ragauge.io import parquet
from ragauge.io.beir import beir_qrels, is_beir_folder, with_texts
from ragauge.io.delimited import read_delimited
from ragauge.io.files import shown
from ragauge.io.json_lines import read_json, read_json_rows
from ragauge.io.run_lists import is_table_of_hits, run_from_mapping, run_from_rows
from ragauge.io.run_table import run_from_table
from ragauge.io.trec import read_trec_qrels, read_trec_run
from ragauge.tables.golden import Golden
from ragauge.tables.run import Run

if TYPE_CHECKING:
    import polars as pl

    from ragauge.io.delimited import Row

Match = Literal["all", "any"]
KINDS = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".parquet": "parquet"}


def load_golden(source: Any, *, match: Match = "all", split: str = "test") -> Golden:
    """A golden set from a file, a BEIR folder, a mapping or a data frame.

    Files: CSV, TSV, JSONL, JSON, Parquet, and anything else as TREC qrels (gzipped too). Mappings:
    ``{question: {item: grade}}``, ``{question: [item …]}`` or ``{question: [[item …] …]}``. ``match`` says how
    a bare list of items is meant: all of them are needed, or any of them will do.

    Raises: InputError with every problem, its row and column.
    """
    if isinstance(source, Golden):
        return source
    if match not in ("all", "any"):
        raise InputError(f"match must be 'all' or 'any', got {match!r}")
    if isinstance(source, Mapping):
        return _golden_from_mapping(source, match)
    if parquet.is_frame(source):
        return golden_from_rows(parquet.frame_rows(parquet.to_frame(source, "gold")), source="gold", match=match)
    path = _path(source)
    if is_beir_folder(path):
        rows, name = beir_qrels(path, split=split)
        return with_texts(golden_from_rows(rows, source=name, match=match), path)
    kind = _kind(path)
    if kind == "trec":
        return read_trec_qrels(path, match=match)
    if kind == "json" and isinstance(content := read_json(path), dict):
        return _golden_from_mapping(content, match, shown(path))
    return golden_from_rows(_rows(path, kind), source=shown(path), match=match)


def load_run(source: Any) -> Run:
    """A run from a file, a mapping or a data frame.

    Files: CSV, TSV, JSONL, JSON, Parquet, and anything else as a TREC run (gzipped too). Mappings:
    ``{question: [id …]}``, ``{question: [(id, score) …]}`` or ``{question: {id: score}}``.

    Raises: InputError with every problem, its row and column.
    """
    if isinstance(source, Run):
        return source
    if isinstance(source, Mapping):
        return run_from_mapping(source)
    if parquet.is_frame(source):
        return _run_from_frame(parquet.to_frame(source, "run"), "run")
    path = _path(source)
    kind = _kind(path)
    if kind == "trec":
        return read_trec_run(path)
    if kind == "parquet":
        return _run_from_frame(parquet.read_parquet(path), shown(path))
    if kind == "json" and isinstance(content := read_json(path), dict):
        return run_from_mapping(content, source=shown(path))
    return run_from_rows(_rows(path, kind), source=shown(path))


def _run_from_frame(frame: pl.DataFrame, source: str) -> Run:
    """A run from a frame of hits, or of questions with a list of hits each, told apart as in a file."""
    if is_table_of_hits(frame.columns, source):
        return run_from_table(frame, source=source)
    return run_from_rows(parquet.frame_rows(frame), source=source)


def _golden_from_mapping(gold: Mapping[Any, Any], match: Match, source: str = "gold") -> Golden:
    rows: list[Row] = []
    problems = []
    for place, (question, cell) in enumerate(gold.items(), start=1):
        if cell is not None and (isinstance(cell, str | bytes) or not isinstance(cell, Iterable)):
            problems.append(Problem(f"gold {brief(cell)} of {brief(question)} is no list; write a list of ids", source))
        rows.append((place, {"id": question, "question": question, "gold": cell}))
    if problems:
        raise InputError(problems)
    return golden_from_rows(rows, source=source, match=match)


def _path(source: Any) -> Path:
    if not isinstance(source, str | PathLike):
        raise InputError(f"cannot read a {type(source).__name__}; give a path, a mapping or a data frame")
    path = Path(os.fsdecode(source))
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return path  # whoever opens it says so
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError([Problem(f"cannot be read: {reason}", brief(shown(path)))]) from error
    return path


def _rows(path: Path, kind: str) -> list[Row]:
    if kind == "parquet":
        return parquet.frame_rows(parquet.read_parquet(path))
    return read_delimited(path) if kind == "csv" else read_json_rows(path)


def _kind(path: Path) -> str:
    if path.is_dir():
        raise InputError([Problem("this is a directory, and not a BEIR folder (no qrels/ in it)", shown(path))])
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    suffix = suffixes[-1] if suffixes else ""
    if suffix == ".xlsx":
        raise InputError([Problem("Excel files cannot be read; save the sheet as CSV (UTF-8)", shown(path))])
    return KINDS.get(suffix, "trec")
