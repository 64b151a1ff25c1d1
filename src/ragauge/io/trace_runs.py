"""Runs as the stages of traces."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.entries import refuse_contradiction
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import NO_ID
from ragauge.io.parquet import frame_rows
from ragauge.io.problem_list import ProblemList
from ragauge.io.run_lists import is_table_of_hits, run_from_rows
from ragauge.io.run_table import run_from_table
from ragauge.io.trace_assembly import STAGES, assembled
from ragauge.tables.anchors import ANCHORS, anchor_table, anchors_of
from ragauge.tables.traced import ASKED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.core.anchors import Anchor
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced


@dataclass(frozen=True, slots=True)
class RunStage:
    """A stage of all traces, by its name and kind, and what it handed on."""

    name: str
    kind: str
    run: Run


def run_of_frame(frame: pl.DataFrame, source: str) -> Run:
    """The run in a table with a row a hit, or a row a question with the list of its hits.

    Raises: InputError with every row that is neither.
    """
    if is_table_of_hits(frame.columns, source):
        return run_from_table(frame, source=source)
    return run_from_rows(frame_rows(frame), source=source)


def traced_of_run(run: Run) -> Traced:
    """The tables of the traces that ``io.traces.traces_of`` makes of a run: of one lane, ``retrieved``."""
    names = [*run.frame["question"].unique(maintain_order=True), *run.empty_questions]
    failed = ["retrieved" if name in run.failures else None for name in names]
    columns = {
        "text": [run.texts.get(name) for name in names],
        "error": [run.failures.get(name) for name in names],
        "failed_in": failed,
    }
    told = {name: pl.Series(cells, dtype=pl.String) for name, cells in columns.items()}
    asked = asked_of_questions(names).with_columns(**told)
    run = replace(run, empty_questions=tuple(name for name in run.empty_questions if name not in run.failures))
    return traced_of_runs([RunStage("retrieved", "lane", run)], asked, run.source, run.notes)


def asked_of_questions(names: Sequence[str]) -> pl.DataFrame:
    """The table ``ASKED`` of questions of which nothing else is recorded."""
    rows = pl.DataFrame({"question": names}, schema={"question": pl.String})
    return rows.select(
        "question", *(pl.lit(None, dtype=dtype).alias(name) for name, dtype in ASKED.items() if name != "question")
    )


def traced_of_runs(stages: Sequence[RunStage], asked: pl.DataFrame, source: str, notes: Iterable[str] = ()) -> Traced:
    """The tables of the traces whose stages are runs, in the order in which they ran.

    Raises: InputError when an item has two places.
    """
    numbers = asked.select("question").with_row_index("trace")
    lists, hits = [pl.DataFrame(schema={**STAGES, "order": pl.Int64})], []
    for order, stage in enumerate(stages):
        rows = _ranked(stage.run).join(numbers, on="question", how="inner", maintain_order="left")
        empty = numbers.filter(pl.col("question").is_in(stage.run.empty_questions)).select("trace", length=0)
        length = rows.group_by("trace").agg(pl.len().alias("length"))
        both = pl.concat([length, empty], how="vertical_relaxed")
        named = both.with_columns(name=pl.lit(stage.name), kind=pl.lit(stage.kind), order=pl.lit(order))
        lists.append(named.select(*STAGES, "order").cast(lists[0].schema))
        hits.append(rows.select("trace", pl.lit(order).alias("order"), "item", "score"))
    found = pl.concat(hits).sort("trace", "order", maintain_order=True)
    table = pl.concat(lists).sort("trace", "order").drop("order")
    return assembled(
        asked, table, found.select("item", "score"), _anchors(stages, found["item"], source), source, notes
    )


def _ranked(run: Run) -> pl.DataFrame:
    """The hits of each question best first; those without an id have null."""
    frame = run.frame
    if run.order == "score":
        frame = frame.sort("score", "item", descending=True, nulls_last=True)
    return frame.with_columns(item=pl.when(~pl.col("item").str.starts_with(NO_ID)).then("item"))


def _anchors(stages: Sequence[RunStage], items: pl.Series, source: str) -> pl.DataFrame:
    """What the items stand for, in the order in which they come."""
    told = pl.concat([stage.run.anchors for stage in stages]).unique(maintain_order=True)
    if told.is_empty():
        return pl.DataFrame(schema=ANCHORS)
    known: dict[str, Anchor] = {}
    problems = ProblemList()
    for row in told.iter_slices(1):
        for item, anchor in anchors_of(row).items():
            try:
                refuse_contradiction(item, known.setdefault(item, anchor), anchor)
            except ValueError as error:
                problems.add(Problem(str(error), source))
    if problems:
        raise InputError(problems.all())
    first = items.unique(maintain_order=True).drop_nulls().alias("item").to_frame()
    return first.join(anchor_table(known), on="item", how="inner", maintain_order="left").select(list(ANCHORS))
