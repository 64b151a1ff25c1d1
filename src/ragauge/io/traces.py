"""Traces as files, one a line, and as runs; runs of other tools are traces with one stage."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.entries import refuse_contradiction
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import NO_ID
from ragauge.core.trace import StageHits, Trace, stage_of_each
from ragauge.io.files import is_gzip, shown
from ragauge.io.json_lines import read_json_rows
from ragauge.io.otel.importing import import_spans
from ragauge.io.otel.reading import is_span_file, read_spans
from ragauge.io.problem_list import ProblemList
from ragauge.io.run_lists import run_from_rows
from ragauge.io.run_table import with_placeholders
from ragauge.io.trace_lines import MARK, trace_as_object, trace_of_object
from ragauge.io.trec import RUN, is_trec_file, read_trec_run
from ragauge.io.writing import write_all
from ragauge.tables.anchors import anchor_table, anchors_of
from ragauge.tables.run import SCHEMA, Run, scores_rise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.core.anchors import Anchor


HEAD = f'{{"{MARK}":'.encode()


def traces_text(traces: Iterable[Trace]) -> str:
    """The lines of a file of traces; equal traces make equal lines.

    >>> print(traces_text([Trace("q1", rewrites=(), stages=(StageHits("bm25", "lane", (("c1", 7.5),)),))]), end="")
    {"trace": 1, "question": "q1", "rewrites": [], "stages": [{"name": "bm25", "kind": "lane", "hits": [["c1", 7.5]]}]}

    Raises: InputError with every trace that holds what JSON has not.
    """
    lines, problems = [], ProblemList()
    for place, trace in enumerate(traces, start=1):
        try:
            line = json.dumps(trace_as_object(trace), ensure_ascii=False, allow_nan=False)
            line.encode()
        except (TypeError, ValueError, RecursionError) as error:
            problems.add(Problem(f"question {trace.question!r} cannot be written as JSON: {error}", "traces", place))
        else:
            lines.append(f"{line}\n")
    if problems:
        raise InputError(problems.all())
    return "".join(lines)


def is_trace_file(path: Path) -> bool:
    """Whether a file holds traces, by its content: its first line is that of a file of traces, or it holds spans."""
    try:
        opened = gzip.open if is_gzip(path) else open
        with opened(path, "rb") as file:
            head = file.read(64).lstrip()
    except (OSError, EOFError):
        return False  # whoever reads it tells what is wrong
    return head.startswith(HEAD) or is_span_file(path)


def write_traces(path: str | Path, traces: Iterable[Trace]) -> None:
    """Write a file of traces, whole or not at all; gzipped if its name ends in ``.gz``.

    Raises: InputError when a trace holds what JSON has not, or the file cannot be written.
    """
    data = traces_text(traces).encode()
    write_all([(path, gzip.compress(data, mtime=0) if str(path).lower().endswith(".gz") else data)])


def read_traces(path: str | Path) -> tuple[Trace, ...]:
    """The traces of a JSONL file, of spans of OpenTelemetry, of a JSONL run or of a TREC run, gzipped or not.

    The hits of a run are one stage, a lane called ``retrieved``. What is left out of spans is told by
    ``io.otel.importing.import_spans``.

    Raises: InputError with every problem, its line and its part.
    """
    path = Path(path)
    if path.is_file() and is_span_file(path):
        return import_spans(read_spans(path), source=shown(path)).traces
    if path.is_file() and is_trec_file(path, RUN):
        return traces_of(read_trec_run(path))
    rows, source = read_json_rows(path), shown(path)
    if not any(MARK in row or "stages" in row for _, row in rows):
        return traces_of(run_from_rows(rows, source=source))
    traces, problems = [], ProblemList()
    for number, row in rows:
        try:
            traces.append(trace_of_object(row))
        except InputError as error:
            for problem in error.problems:
                problems.add(replace(problem, file=source, row=number))
    if problems:
        raise InputError(problems.all())
    return tuple(traces)


def read_trace_run(path: Path) -> Run:
    """The last ranking of the traces of a file as a run (see ``run_of``); its notes tell what was left out of spans.

    Raises: InputError with every problem, and when spans hold no trace that is complete.
    """
    source = shown(path)
    if not is_span_file(path):
        return run_of(read_traces(path), source=source)
    imported = import_spans(read_spans(path), source=source)
    notes = imported.report.notes()
    if not imported.traces:
        raise InputError([Problem(note, source) for note in ("no complete trace in it", *notes)])
    run = run_of(imported.traces, source=source)
    return replace(run, notes=(*notes, *run.notes))


def traces_of(run: Run, stage: str = "retrieved") -> tuple[Trace, ...]:
    """The questions of a run as traces with one lane; those whose search failed have its error in place of it."""
    frame = run.frame
    if run.order == "score":
        frame = frame.sort("score", "item", descending=True, nulls_last=True)
    places = anchors_of(run.anchors)
    found: dict[str, list[tuple[str | None, float | None]]] = {
        question: [] for question in [*run.frame["question"].unique(maintain_order=True), *run.empty_questions]
    }
    for question, item, score in frame.iter_rows():
        found[question].append((None if item.startswith(NO_ID) else item, score))
    return tuple(
        Trace(
            question,
            run.texts.get(question),
            stages=None if question in run.failures else (StageHits(stage, "lane", tuple(hits)),),
            anchors={item: places[item] for item, _ in hits if item in places},
            error=run.failures.get(question),
            failed_in=stage if question in run.failures else None,
        )
        for question, hits in found.items()
    )


def run_of(traces: Iterable[Trace], stage: str | None = None, *, source: str = "traces") -> Run:
    """What one stage handed on, as a run: the stage named, else the last ranking (see ``core.trace.stage_of_each``).

    A question whose trace ended in an error before it is a failure of the run; any other without the stage is not in
    the run, and a note counts these.

    >>> run_of([Trace("q1", stages=(StageHits("bm25", "lane", (("c1", 7.5),)),))]).frame.rows()
    [('q1', 'c1', 7.5)]

    Raises: InputError when no trace has the stage, a question has two traces, or an item two places.
    """
    traces = list(traces)
    name, found = stage_of_each(traces, stage)
    anchors = _refuse_two(traces, source)
    pairs = [(trace, one) for trace, one in zip(traces, found, strict=True) if one is not None]
    rows = [(trace.question, item, score) for trace, one in pairs for item, score in one.hits]
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    items, notes = with_placeholders(frame["item"], source)
    named = {item for _, item, _ in rows}
    return Run(
        frame.with_columns(items),
        "given",
        source,
        empty_questions=tuple(
            trace.question
            for trace, one in zip(traces, found, strict=True)
            if (trace.failed if one is None else not one.hits)
        ),
        failures={
            trace.question: trace.error
            for trace, one in zip(traces, found, strict=True)
            if one is None and trace.error is not None
        },
        notes=(*_left_out(traces, found, name), *notes),
        texts={trace.question: trace.text for trace in traces if trace.text is not None},
        scores_rise=scores_rise(frame),
        anchors=anchor_table({item: anchor for item, anchor in anchors.items() if item in named}),
    )


def _left_out(traces: Sequence[Trace], found: Sequence[StageHits | None], name: str) -> Iterable[str]:
    without = [trace for trace, one in zip(traces, found, strict=True) if one is None and not trace.failed]
    if without:
        yield f"traces without the stage {name!r}: {len(without)}; they are not in the run"


def _refuse_two(traces: Iterable[Trace], source: str) -> dict[str, Anchor]:
    """All anchors; InputError where a question has two traces, or an item two places."""
    seen: set[str] = set()
    anchors: dict[str, Anchor] = {}
    problems = ProblemList()
    for place, trace in enumerate(traces, start=1):
        if trace.question in seen:
            problems.add(Problem(f"question {trace.question!r} has a trace already", source, place))
        seen.add(trace.question)
        for item, anchor in trace.anchors.items():
            try:
                refuse_contradiction(item, anchors.setdefault(item, anchor), anchor)
            except ValueError as error:
                problems.add(Problem(str(error), source, place))
    if problems:
        raise InputError(problems.all())
    return anchors
