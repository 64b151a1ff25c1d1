"""Traces as tables: from the records of single questions, and from files of any size."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ragauge.io.files import shown
from ragauge.io.otel.importing import import_spans
from ragauge.io.otel.reading import is_span_file, read_spans
from ragauge.io.parquet import read_parquet
from ragauge.io.trace_assembly import gathered
from ragauge.io.trace_bulk import bulk_traced
from ragauge.io.trace_frames import traced_of_frame
from ragauge.io.trace_rows import is_table_of_stages, traced_of_rows
from ragauge.io.trace_runs import run_of_frame, traced_of_run
from ragauge.io.traces import read_traces
from ragauge.io.trec import RUN, is_trec_file, read_trec_run

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl

    from ragauge.core.trace import Trace
    from ragauge.tables.traced import Traced


def traced_of(traces: Iterable[Trace], *, source: str = "traces", notes: Iterable[str] = ()) -> Traced:
    """The tables of traces.

    >>> from ragauge.core.trace import StageHits, Trace
    >>> traced = traced_of([Trace("q1", stages=(StageHits("bm25", "lane", (("c1", 7.5),)),))])
    >>> traced.names, traced.run("bm25").frame.rows()
    (('bm25',), [('q1', 'c1', 7.5)])

    Raises: InputError when a question has two traces, an item two places, or a stage two kinds.
    """
    return gathered(traces, source, notes)


def read_traced(path: str | Path) -> Traced:
    """The tables of a file of traces: Parquet (``docs/traces-parquet.md``), and whatever ``read_traces`` reads.

    They are those of the records that ``read_traces`` gives, which are not made where the file is plain.

    Raises: InputError with every problem, its line or row, and its part.
    """
    path = Path(path)
    source = shown(path)
    if path.is_file() and is_span_file(path):
        imported = import_spans(read_spans(path), source=source)
        return traced_of(imported.traces, source=source, notes=imported.report.notes())
    if path.name.lower().endswith(".parquet"):
        return _of_frame(read_parquet(path), source)
    if path.is_file() and is_trec_file(path, RUN):
        return traced_of_run(read_trec_run(path))
    made = bulk_traced(path, source) if path.is_file() else None
    return traced_of(read_traces(path), source=source) if made is None else made


def _of_frame(frame: pl.DataFrame, source: str) -> Traced:
    """A table with a row a trace, a row a hit of a stage, or those of a run."""
    if "stages" in frame.columns:
        return traced_of_frame(frame, source)
    if is_table_of_stages(frame.columns):
        return traced_of_rows(frame, source)
    return traced_of_run(run_of_frame(frame, source))
