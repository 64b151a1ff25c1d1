"""Tables of traces with a row for each hit of each stage (``docs/traces-parquet.md``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.trace import KINDS
from ragauge.io.frame_columns import SHOWN, id_column
from ragauge.io.run_table import Columns, run_from_table
from ragauge.io.trace_frames import traced_of_frame
from ragauge.io.trace_runs import RunStage, traced_of_runs
from ragauge.tables.run import SCHEMA, Run
from ragauge.tables.traced import ASKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.tables.traced import Traced

NEEDED = ("question", "stage")
OF_STAGE = ("stage", "kind")
LINE = "\0line"


def is_table_of_stages(names: Sequence[str]) -> bool:
    """Whether the columns are those of a row for each hit of each stage.

    >>> is_table_of_stages(["question", "stage", "item"]), is_table_of_stages(["question", "item", "score"])
    (True, False)
    """
    return set(NEEDED) <= set(names)


def traced_of_rows(frame: pl.DataFrame, source: str = "traces") -> Traced:
    """The tables of traces that stand in a table with a row for each hit of each stage.

    Stages ran in the order in which they come. A row without an item, a rank and a score says that its stage found
    nothing, and one without a stage that the trace has none. Parts of the trace, like ``text`` and ``answer``, may
    stand on any of its rows.

    >>> rows = {"question": ["q1", "q1"], "stage": ["bm25", "rrf"], "kind": ["lane", "fused"], "item": ["c1", "c2"]}
    >>> traced_of_rows(pl.DataFrame(rows)).run("rrf").frame.rows()
    [('q1', 'c2', None)]

    Raises: InputError for missing questions, two kinds of a stage, two values of a part of a trace, and for hits that
        are none (see ``io.run_table.run_from_table``).
    """
    if "item" not in frame.columns and "id" in frame.columns:
        frame = frame.rename({"id": "item"})
    lines = range(1, frame.height + 1)
    question = id_column(frame["question"], source, lines.__getitem__)
    _refuse(question.is_null(), "the question is missing", source, "question")
    frame = frame.with_columns(question, id_column(frame["stage"], source, lines.__getitem__)).with_row_index(LINE, 1)
    parts = [name for name in ASKED if name in frame.columns]
    asked = _asked(frame.select(LINE, *parts), source)
    hits = frame.drop([name for name in parts if name != "question"])
    stages = [
        RunStage(name, _kind(rows, name, source), _run(rows.drop(*OF_STAGE, strict=False), source))
        for (name,), rows in hits.filter(pl.col("stage").is_not_null()).group_by(["stage"], maintain_order=True)
        if isinstance(name, str)
    ]
    return traced_of_runs(stages, asked, source, _notes(hits, stages, source))


def _refuse(odd: pl.Series, message: str, source: str, column: str) -> None:
    rows = odd.arg_true().to_list()
    if rows:
        raise InputError([Problem(message, source, row + 1, column) for row in rows[:SHOWN]], total=len(rows))


def _kind(rows: pl.DataFrame, name: str, source: str) -> str:
    """The kind of a stage, a lane where nobody says it."""
    found = rows.select(LINE, "kind").drop_nulls().unique("kind", keep="first") if "kind" in rows.columns else None
    if found is None or found.is_empty():
        return "lane"
    (line, first), *others = found.sort(LINE).rows()
    problems = [
        Problem(f"stage {name!r} is {other} here and {first} before", source, row, "kind") for row, other in others
    ]
    if first not in KINDS:
        problems.append(
            Problem(f"{first!r} is no kind of a stage; there are: {', '.join(KINDS)}", source, line, "kind")
        )
    if problems:
        raise InputError(problems)
    return str(first)


def _run(rows: pl.DataFrame, source: str) -> Run:
    """What a stage handed on."""
    told = [name for name in rows.columns if name not in (LINE, "question")]
    found = rows.filter(pl.any_horizontal(pl.col(told).is_not_null())) if told else rows.clear()
    if found.is_empty():
        run = Run(pl.DataFrame(schema=SCHEMA), "given", source)
    else:
        run = run_from_table(found.drop(LINE), source=source, lines=found[LINE].to_list())
    asked = rows["question"].unique(maintain_order=True)
    return replace(run, empty_questions=tuple(asked.filter(~asked.is_in(run.frame["question"].implode()))))


def _asked(rows: pl.DataFrame, source: str) -> pl.DataFrame:
    """The table ``ASKED``: for each question what any of its rows says."""
    parts = [name for name in rows.columns if name not in (LINE, "question")]
    unique = rows.unique(["question", *parts], keep="first", maintain_order=True)
    for name in parts:
        told = unique.select(LINE, "question", name).drop_nulls().unique(["question", name], keep="first")
        again = told.sort(LINE).filter(~pl.col("question").is_first_distinct())
        problems = [
            Problem(f"question {question!r} has another {name} on this row: {value!r}", source, line, name)
            for line, question, value in again.head(SHOWN).iter_rows()
        ]
        if problems:
            raise InputError(problems, total=again.height)
    first = [pl.col(name).drop_nulls().first() for name in parts]
    one = unique.group_by("question", maintain_order=True).agg(pl.col(LINE).first(), *first)
    try:
        return traced_of_frame(one.drop(LINE), source).asked
    except InputError as error:
        lines = one[LINE].to_list()
        raise InputError(
            [replace(problem, row=problem.row and lines[problem.row - 1]) for problem in error.problems]
        ) from error


def _notes(hits: pl.DataFrame, stages: Sequence[RunStage], source: str) -> list[str]:
    """What the runs say, and which columns nobody has read."""
    names = [name for name in hits.columns if name not in (LINE, *OF_STAGE)]
    used = Columns.among(names, source).used if {"item", "rank", "score"} & set(names) else set()
    unread = [name for name in names if name not in used]
    notes = [f"columns that are no part of a trace, not read: {', '.join(unread)}"] if unread else []
    return [*notes, *(f"{stage.name}: {note}" for stage in stages for note in stage.run.notes)]
