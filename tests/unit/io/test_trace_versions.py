"""The versions of traces that a diagnosis needs get into the tables, whatever the file."""

import polars as pl
import pytest

from ragauge.core.trace import StageHits, Trace
from ragauge.io.trace_frames import traced_of_frame
from ragauge.io.trace_parquet import write_traces_parquet
from ragauge.io.trace_tables import read_traced, traced_of
from ragauge.io.traces import write_traces

LANE = (StageHits("bm25", "lane", (("d", 1.0),)),)
TRACES = [
    Trace("q1", stages=LANE, versions={"filter": "soft boost=0.5", "chunks": "ab12", "model": "m"}),
    Trace("q2", stages=LANE),
    Trace("q3", stages=LANE, versions={"model": "m"}),
    Trace("q4", stages=LANE, versions={"filter": "none"}),
]
ROWS = [(0, "soft boost=0.5", "ab12"), (3, "none", None)]


def test_records():
    assert traced_of(TRACES).versions.rows() == ROWS


@pytest.mark.parametrize("name", ["t.jsonl", "t.jsonl.gz"])
def test_lines(tmp_path, name):
    write_traces(tmp_path / name, TRACES)
    assert read_traced(tmp_path / name).versions.rows() == ROWS


def test_parquet_of_records_and_of_tables(tmp_path):
    for traces in (TRACES, traced_of(TRACES)):
        write_traces_parquet(tmp_path / "t.parquet", traces)
        assert read_traced(tmp_path / "t.parquet").versions.rows() == ROWS


def test_a_column_of_objects():
    versions = [{"filter": "hard", "chunks": None}, None]
    frame = pl.DataFrame({"question": ["q1", "q2"], "versions": versions})
    assert traced_of_frame(frame).versions.rows() == [(0, "hard", None)]
