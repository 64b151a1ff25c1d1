"""Traces are written whole, read back equal, and wrong ones are told with their lines."""

import pytest

import ragauge
from ragauge.core.anchors import Anchor
from ragauge.core.trace import StageHits, Trace
from ragauge.io.traces import read_traces, run_of, traces_text, write_traces

FULL = Trace(
    "q1",
    "Сколько ждать?",
    rewrites=("Как долго?",),
    extracted={"locale": "ru", "after": {"year": 2020}},
    authorization={},
    stages=(
        StageHits("dense", "lane", (("c1", 0.1), ("c2", None), (None, 0.05))),
        StageHits("context", "context", ()),
    ),
    anchors={"c1": Anchor(document="a.md", start=0, end=5, quote="Насос")},
    prompt_tokens=0,
    window=8192,
    answer="",
    citations=(),
    refusal=True,
    timings={"dense": 0.25, "answer": 1},
    seconds=1.5,
    tokens={"prompt": 10},
    cost=0.25,
    cache_hits={"embed": 1},
    versions={"model": "m"},
    error="TimeoutError",
    failed_in="rerank",
)


@pytest.mark.parametrize("name", ["traces.jsonl", "traces.jsonl.gz"])
def test_what_is_written_is_read_back(tmp_path, name):
    path = tmp_path / name
    traces = (FULL, Trace("q2"), Trace("q3", stages=(), rewrites=()))
    write_traces(path, traces)
    assert read_traces(path) == traces
    assert path.read_bytes()[:2] == (b"\x1f\x8b" if name.endswith("gz") else b'{"')
    before = path.read_bytes()
    write_traces(path, read_traces(path))
    assert path.read_bytes() == before


def test_equal_traces_make_equal_lines_in_the_order_of_the_parts():
    one, two = Trace("q", tokens={"a": 1, "b": 2}), Trace("q", tokens={"b": 2, "a": 1})
    assert traces_text([one]) == traces_text([two]) == '{"trace": 1, "question": "q", "tokens": {"a": 1, "b": 2}}\n'


def test_nothing_is_written_when_one_trace_cannot_be(tmp_path):
    path = tmp_path / "traces.jsonl"
    path.write_text("before")
    odd = [Trace("q1", extracted={"a": {1}}), Trace("q2"), Trace("q3", text="\ud800")]
    with pytest.raises(ragauge.InputError) as caught:
        write_traces(path, odd)
    assert [problem.row for problem in caught.value.problems] == [1, 3]
    assert path.read_text() == "before"


def test_every_problem_is_told_with_its_line_and_part(tmp_path):
    path = tmp_path / "traces.jsonl"
    path.write_text(
        '{"trace": 1, "question": "q1", "prompt_tokens": -1, "retrived": []}\n'
        "\n"
        '{"trace": 1}\n'
        '{"trace": 2, "question": "q2"}\n'
        '{"question": "q3", "stages": [{"name": "a", "kind": "best", "hits": []}], "rewrites": "text"}\n'
        '{"question": "q4", "stages": [{"name": "a", "hits": [["c1", "high"]]}]}\n'
        '{"question": "q5", "stages": [{"name": "a", "hits": []}, {"name": "a", "hits": []}], "refusal": "no"}\n'
        '{"question": 5.5, "stages": {}, "anchors": {"c1": {"page": 1}}}\n'
    )
    with pytest.raises(ragauge.InputError) as caught:
        read_traces(path)
    told = [(problem.row, problem.column) for problem in caught.value.problems]
    assert told == [
        (1, "retrived"), (1, "prompt_tokens"), (3, "question"), (4, "trace"), (5, "stages"), (5, "rewrites"),
        (6, "stages"), (7, "refusal"), (7, "stages"), (8, "question"), (8, "stages"), (8, "anchors"),
    ]  # fmt: skip
    assert f"{path}:1: column 'retrived'" in str(caught.value)
    path.write_text('{"trace": 1, "question": "q1"\nfour\n')
    with pytest.raises(ragauge.InputError, match="not JSON"):
        read_traces(path)


def test_hits_in_a_file_may_be_spelt_as_in_any_run(tmp_path):
    path = tmp_path / "traces.jsonl"
    path.write_text('{"question": 7, "stages": [{"name": "a", "hits": ["c1", {"id": "c2", "file": "b.md"}]}]}\n')
    (trace,) = read_traces(path)
    assert (trace.question, trace.stages[0].items) == ("7", ["c1", "c2"])
    assert trace.anchors["c2"].document == "b.md"


def test_runs_are_traces_with_one_stage(tmp_path):
    (tmp_path / "run.trec").write_text("q1 Q0 d1 1 0.5 x\nq1 Q0 d3 2 0.7 x\nq2 Q0 d1 1 1 x\nq1 Q0 d2 3 0.5 x\n")
    traces = read_traces(tmp_path / "run.trec")
    assert [(trace.question, trace.stages[0].items) for trace in traces] == [("q1", ["d3", "d2", "d1"]), ("q2", ["d1"])]
    (tmp_path / "run.jsonl").write_text(
        '{"question": "Why?", "retrieved": [{"id": "c1", "document": "a.md"}, "c2"]}\n'
        '{"question": "b", "retrieved": []}\n'
    )
    why, empty = read_traces(tmp_path / "run.jsonl")
    assert (why.stages, why.anchors["c1"].document) == (
        (StageHits("retrieved", "lane", (("c1", None), ("c2", None))),), "a.md",
    )  # fmt: skip
    assert empty.stages[0].hits == ()
    assert run_of([why, empty]).empty_questions == ("b",)


def lane(*items, name="bm25", kind="lane"):
    return StageHits(name, kind, tuple((item, None) for item in items))


def test_the_last_ranking_is_the_reranking_then_the_fusion_then_the_only_lane():
    fused, reranked = lane("f", kind="fused", name="rrf"), lane("r", kind="reranked", name="cross")
    context = lane("x", kind="context", name="prompt")
    stages = (lane("a"), lane("b", name="dense"), fused, reranked, context)
    for given, last in ((stages, "r"), ((*stages[:3], context), "f"), ((stages[0], context), "a"), ((context,), "x")):
        assert run_of([Trace("q", stages=given)]).frame["item"].to_list() == [last]
    twice = (lane("r", kind="reranked"), lane("r2", kind="reranked", name="bm25 2"))
    assert run_of([Trace("q", stages=twice)]).frame["item"].to_list() == ["r2"]
    for given, message in ((stages[:2], "several lanes.*bm25, dense"), ((), "no trace has a stage with hits")):
        with pytest.raises(ragauge.InputError, match=message):
            run_of([Trace("q", stages=given)])
    with pytest.raises(ragauge.InputError, match="no trace has a stage 'other'; there are: bm25, dense, rrf"):
        run_of([Trace("q", stages=stages)], "other")


def test_two_traces_of_a_question_and_two_places_of_an_item_are_refused():
    traces = [Trace("q", stages=(lane("a"),), anchors={"a": Anchor(document="a.md")})]
    with pytest.raises(ragauge.InputError, match="'q' has a trace already"):
        run_of(traces * 2)
    other = Trace("q2", stages=(lane("a"),), anchors={"a": Anchor(document="b.md")})
    with pytest.raises(ragauge.InputError, match="'a' has the document"):
        run_of([*traces, other])


def test_a_trace_that_cannot_be_is_refused_with_all_that_is_wrong():
    with pytest.raises(ragauge.InputError) as caught:
        Trace("", cost=-1.0, tokens={"a": True}, stages=(lane("a"), lane("b")))
    assert [problem.column for problem in caught.value.problems] == ["question", "cost", "tokens", "stages"]
