"""What was selected is a stage of its own, and no ranking where there is one."""

import pytest

from ragauge.core.trace import KINDS, LAST, StageHits, Trace, stage_of_each
from ragauge.io.traces import read_traces, write_traces
from ragauge.pipeline.recording import Recording


def trace(*kinds):
    return Trace("q", stages=tuple(StageHits(kind, kind, ((kind, None),)) for kind in kinds))


def test_the_kinds_stand_in_the_order_of_a_pipeline():
    assert KINDS == ("lane", "fused", "reranked", "selected", "context")
    assert set(LAST) == set(KINDS)


@pytest.mark.parametrize(
    ("kinds", "last"),
    [
        (("lane", "selected"), "lane"),
        (("lane", "fused", "selected", "context"), "fused"),
        (("lane", "fused", "reranked", "selected", "context"), "reranked"),
        (("selected", "context"), "selected"),
        (("context",), "context"),
    ],
)
def test_what_was_selected_counts_where_there_is_no_ranking(kinds, last):
    assert stage_of_each([trace(*kinds)])[0] == last


def test_it_is_recorded_written_and_read(tmp_path):
    with Recording("Сколько?", key="q") as t:
        t.retrieved("bm25", ["c1", "c2"])
        t.selected(["c1"])
    assert [(stage.name, stage.kind) for stage in t.trace.stages] == [("bm25", "lane"), ("selected", "selected")]
    write_traces(tmp_path / "t.jsonl", [t.trace])
    assert read_traces(tmp_path / "t.jsonl") == (t.trace,)
