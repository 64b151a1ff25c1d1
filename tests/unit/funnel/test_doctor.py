"""What traces do not record, from traces of every incompleteness."""

import os
from pathlib import Path

import pytest

from ragauge.core.trace import StageHits, Trace
from ragauge.funnel.doctor import COLUMNS, LISTS, examine, without
from ragauge.funnel.doctor_gold import examine_gold
from ragauge.io.trace_tables import read_traced, traced_of
from ragauge.loading import load_golden

DATA = os.environ.get("RAGAUGE_DATA")
HITS = (("d", 1.0), ("e", None))
STAGES = {
    "bm25": "lane", "dense": "lane", "rrf": "fused", "ce": "reranked", "first": "selected", "prompt": "context"
}  # fmt: skip
WHOLE = {
    "text": "How long?", "extracted": {}, "authorization": {}, "prompt_tokens": 9, "answer": "Two years.",
    "citations": (), "refusal": False,
}  # fmt: skip


def trace(*names, question="q", **parts):
    return Trace(question, stages=tuple(StageHits(name, STAGES[name], HITS) for name in names) or None, **parts)


def missing(*traces):
    return [one.part.name for one in examine(traced_of(traces)) if not one.is_complete]


def test_all_complete():
    assert missing(trace(*STAGES, **WHOLE)) == []


@pytest.mark.parametrize("part", COLUMNS)
def test_each_part_that_is_missing_is_found(part):
    told = missing(trace(*STAGES, **{**WHOLE, part: None}))
    assert told == ([] if part == "text" else [COLUMNS[part].name])


@pytest.mark.parametrize("kind", LISTS)
def test_each_list_that_is_missing_is_found(kind):
    names = [name for name, one in STAGES.items() if one != kind]
    assert missing(trace(*names, **WHOLE)) == ([] if LISTS[kind].only_if else [LISTS[kind].name])


@pytest.mark.parametrize("kind", ["fused", "reranked"])
def test_a_list_that_some_traces_have_is_missing_in_the_others(kind):
    names = [name for name, one in STAGES.items() if one != kind]
    assert missing(trace(*STAGES, **WHOLE), trace(*names, question="r", **WHOLE)) == [LISTS[kind].name]


def test_only_a_run():
    lacking = missing(trace("bm25"))
    assert lacking == [
        "what was handed on", "what entered the prompt", "predicates of the filter", "predicates of authorization",
        "tokens of the prompt", "the answer", "citations", "refusals",
    ]  # fmt: skip


def test_only_a_context():
    assert missing(trace("prompt", **WHOLE)) == ["lanes of the first stage", "what was handed on"]


def test_no_list_at_all_says_which_metrics_cannot_be_measured():
    first = examine(traced_of([trace(**WHOLE)]))[0]
    assert (first.part.name, first.recorded, first.traces) == ("a list of hits", 0, 1)
    assert {"recall", "ndcg", "mrr"} <= set(without(first.part).split(", "))
    assert "filter_false_exclusion" in without(COLUMNS["extracted"])
    assert without(COLUMNS["prompt_tokens"]) == ""


def test_failed_traces_are_not_looked_at():
    assert missing(trace(*STAGES, **WHOLE), trace(question="r", error="timeout")) == []


def test_who_refuses_needs_no_answer_besides():
    assert missing(trace(*STAGES, **{**WHOLE, "answer": None, "refusal": True})) == []


# with a golden set


def against(gold, *traces):
    found, notes = examine_gold(load_golden(gold), traced_of(traces))
    return {one.part.name: (one.recorded, one.traces) for one in found}, notes


def test_gold_and_traces_that_fit():
    gold = [{"id": "q", "question": "How long?", "document": "d", "answer": "Two years"}]
    told, notes = against(gold, trace(*STAGES, **WHOLE))
    assert set(told.values()) == {(1, 1)}
    assert notes == ()


def test_questions_without_a_trace_and_without_a_reference():
    gold = [
        {"id": "q", "question": "a", "document": "d", "answer": "Two"},
        {"id": "r", "question": "b", "document": "e"},
    ]
    told, _ = against(gold, trace("bm25"))
    assert told["questions that have a trace"] == (1, 2)
    assert told["reference answers"] == (1, 2)


def test_gold_and_traces_of_other_questions():
    told, notes = against({"other": ["d"]}, trace("bm25"))
    assert told["gold that some list can be compared with"] == (0, 1)
    assert "no trace is of a question" in notes[0]


@pytest.mark.skipif(DATA is None, reason="RAGAUGE_DATA is not set")
@pytest.mark.parametrize("name", ["spans_sdk_json.jsonl.gz", "spans_otlp.json.gz"])
def test_spans_of_opentelemetry(name):
    found = {one.part.name: one for one in examine(read_traced(Path(DATA) / "openinference_traces" / name))}
    assert found["lanes of the first stage"].is_complete
    assert not found["what entered the prompt"].is_complete
    assert not found["predicates of the filter"].is_complete
