"""Any golden set and any run from what the user has: a path, a folder, a mapping, rows or a data frame.

What reads tables is imported where a table is read: TREC files need none of it, and start sooner.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.reading import Match, Reading
from ragauge.io import parquet
from ragauge.io.files import shown
from ragauge.io.table import Table
from ragauge.io.trec import QRELS, RUN, is_trec_file, read_trec_qrels, read_trec_run
from ragauge.tables.golden import Golden
from ragauge.tables.run import Run

if TYPE_CHECKING:
    import polars as pl

    from ragauge.core.scorecard import Scorecard
    from ragauge.golden.reading.rows import GoldenFile


def load_golden(
    source: Any,
    *,
    match: Match | None = None,
    split: str = "test",
    columns: Mapping[str, str] | None = None,
    encoding: str | None = None,
    sheet: str | int | None = None,
    separator: str | None = None,
    no_answer: str | Iterable[str] = (),
) -> Golden:
    """A golden set from a file, a BEIR folder, a mapping, a list of objects or a data frame.

    Files: CSV, TSV, JSONL, JSON, Parquet, Excel, and TREC qrels. Mappings: ``{question: {item: grade}}``,
    ``{question: [item …]}`` or ``{question: [[item …] …]}``. ``match`` says how a bare list of items is meant: all of
    them are needed, or any of them will do; undeclared, files are read both ways. The rest says how a file is to be
    read where that cannot be seen: see ``ragauge.core.reading.Reading``.

    Raises: InputError with every problem, its row and column.
    """
    if isinstance(source, Golden):
        return source
    no_answer = (no_answer,) if isinstance(no_answer, str) else tuple(no_answer)
    return golden_from(source, Reading(match, columns or {}, encoding, sheet, separator, no_answer, split))


def load_scorecard(path: str | PathLike[str]) -> Scorecard:
    """The scorecard that ``eval --json`` or ``Scorecard.to_json`` wrote.

    Raises: InputError for a file that is none, that contradicts itself, or has values outside a metric's range.
    """
    from ragauge.catalog import find_metric
    from ragauge.core.errors import MetricNameError
    from ragauge.io.scorecards import read_scorecard

    path = Path(path)
    card = read_scorecard(path)
    for name, values in card.values.items():
        try:
            low, high = find_metric(name).spec.range
        except MetricNameError:
            continue  # of another version: shown, and refused where it is asked for
        chosen = values.value[values.defined]
        if len(chosen) and (chosen.min() < low or (high is not None and chosen.max() > high)):
            told = f"{name} has values outside of its range"
            raise InputError([Problem(f"a damaged scorecard: {told}", shown(path))])
    return card


def golden_from(source: Any, reading: Reading) -> Golden:
    """A golden set, as ``load_golden`` gives it.

    Raises: InputError with every problem, its row and column.
    """
    if isinstance(source, str | PathLike) and (path := _path(source)).is_file() and is_trec_file(path, QRELS):
        return read_trec_qrels(path, match=reading.match or "all")
    return load_golden_file(source, reading).golden_or_raise()


def load_golden_file(source: Any, reading: Reading | None = None) -> GoldenFile:
    """A golden set with how it was read and every problem in it, for those who want to look at these.

    Raises: InputError for a source that cannot be read at all.
    """
    from ragauge.golden.reading.rows import GoldenFile, read_golden
    from ragauge.io.beir import beir_qrels, is_beir_folder, with_texts
    from ragauge.io.reading_tables import read_table_or_mapping

    reading = reading or Reading()
    if isinstance(source, Mapping):
        return _golden_from_mapping(source, reading, "gold", in_memory=True)
    if parquet.is_frame(source):
        rows = parquet.frame_rows(parquet.to_frame(source, "gold"))
        return read_golden(Table.of_rows(rows, source="gold", facts={"format": "data frame"}), reading)
    if isinstance(source, list):
        return read_golden(Table.of_rows(_objects(source, "gold"), source="gold", facts={"format": "list"}), reading)
    path = _path(source)
    if is_beir_folder(path):
        rows, name = beir_qrels(path, split=reading.split)
        file = read_golden(Table.of_rows(rows, source=name, facts={"format": "BEIR folder"}), reading)
        golden = replace(with_texts(file.golden_or_raise(), path), verbatim=True)
        return replace(file, golden=golden)
    _refuse_folder(path)
    if is_trec_file(path, QRELS):
        golden = read_trec_qrels(path, match=reading.match or "all")
        return GoldenFile(Table({}, [], shown(path), {"format": "TREC qrels"}), None, {}, golden, ())
    found = read_table_or_mapping(path, encoding=reading.encoding, sheet=reading.sheet)
    if isinstance(found, dict):
        return _golden_from_mapping(found, reading, shown(path))
    return read_golden(found, reading)


def load_run(source: Any, *, encoding: str | None = None) -> Run:
    """A run from a file, a mapping, a list of objects or a data frame.

    Files: CSV, TSV, JSONL, JSON, Parquet, Excel, and TREC runs. Mappings: ``{question: [id …]}``,
    ``{question: [(id, score) …]}`` or ``{question: {id: score}}``.

    Raises: InputError with every problem, its row and column.
    """
    if isinstance(source, Run):
        return source
    if isinstance(source, str | PathLike) and (path := _path(source)).is_file() and is_trec_file(path, RUN):
        return read_trec_run(path)
    from ragauge.io.run_lists import run_from_mapping, run_from_rows

    if isinstance(source, Mapping):
        return run_from_mapping(source)
    if parquet.is_frame(source):
        return _run_from_frame(parquet.to_frame(source, "run"), "run")
    if isinstance(source, list):
        return run_from_rows(_objects(source, "run"), source="run")
    path = _path(source)
    _refuse_folder(path)
    return _run_from_file(path, encoding)


def _run_from_file(path: Path, encoding: str | None) -> Run:
    from ragauge.io.reading_tables import read_table_or_mapping
    from ragauge.io.traces import is_trace_file, read_trace_run

    if is_trec_file(path, RUN):
        return read_trec_run(path)
    if is_trace_file(path):
        return read_trace_run(path)
    if path.name.lower().endswith(".parquet"):
        return _run_from_frame(parquet.read_parquet(path), shown(path))
    return run_of_content(read_table_or_mapping(path, encoding=encoding), shown(path))


def run_of_content(found: Table | dict[str, Any], source: str) -> Run:
    """The run in what was read of a file: a table, or a JSON object.

    Raises: InputError with every problem, its row and column.
    """
    from ragauge.io.run_lists import run_from_mapping, run_from_rows

    if isinstance(found, dict):
        return run_from_mapping(found, source=source)
    if found.problems:
        raise InputError(list(found.problems))
    return _with_notes(run_from_rows(found.rows(), source=source), found.notes)


def _with_notes(run: Run, notes: tuple[str, ...]) -> Run:
    return replace(run, notes=(*notes, *run.notes)) if notes else run


def _run_from_frame(frame: pl.DataFrame, source: str) -> Run:
    """A run from a frame of hits, or of questions with a list of hits each, told apart as in a file."""
    from ragauge.io.run_lists import is_table_of_hits, run_from_rows
    from ragauge.io.run_table import run_from_table

    if is_table_of_hits(frame.columns, source):
        return run_from_table(frame, source=source)
    return run_from_rows(parquet.frame_rows(frame), source=source)


def _golden_from_mapping(
    gold: Mapping[Any, Any], reading: Reading, source: str, *, in_memory: bool = False
) -> GoldenFile:
    """Question → gold, or an object that holds the rows of a golden set in one of its fields.

    In memory a mapping is what a program made, and ids are compared as they are; a bare list means all.
    """
    from ragauge.golden.reading.containers import golden_rows_of
    from ragauge.golden.reading.rows import read_golden

    if (rows := golden_rows_of(gold)) is not None:
        return read_golden(Table.of_rows(rows, source=source, facts={"format": "JSON"}), reading)
    made = []
    problems = []
    for place, (question, cell) in enumerate(gold.items(), start=1):
        if cell is not None and (isinstance(cell, str | bytes) or not isinstance(cell, Iterable)):
            problems.append(Problem(f"gold {brief(cell)} of {brief(question)} is no list; write a list of ids", source))
        made.append((place, {"id": question, "question": question, "gold": cell}))
    if problems:
        raise InputError(problems)
    if in_memory:
        reading = replace(reading, match=reading.match or "all")
    file = read_golden(Table.of_rows(made, source=source, facts={"format": "JSON"}), reading)
    if file.golden is None or not (in_memory or all(isinstance(cell, Mapping) for cell in gold.values())):
        return file
    return replace(file, golden=replace(file.golden, verbatim=True))


def _objects(rows: list[Any], source: str) -> list[tuple[int, dict[str, Any]]]:
    odd = [place for place, row in enumerate(rows, start=1) if not isinstance(row, Mapping)]
    if odd:
        raise InputError([Problem(f"an object is needed, got {brief(rows[odd[0] - 1])}", source, odd[0])])
    return [(place, {str(key): value for key, value in row.items()}) for place, row in enumerate(rows, start=1)]


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


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise InputError([Problem("this is a directory, and not a BEIR folder (no qrels/ in it)", shown(path))])
