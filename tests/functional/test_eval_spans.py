"""Spans of OpenTelemetry on the command line: read like any run, by what is in the file."""

import json

SPAN = {
    "name": "BM25.retrieve",
    "context": {"trace_id": "0xa1", "span_id": "0xb1"},
    "parent_id": None,
    "start_time": "2031-05-02T10:00:00Z",
    "end_time": "2031-05-02T10:00:01Z",
    "status": {"status_code": "OK"},
    "attributes": {
        "openinference.span.kind": "RETRIEVER",
        "input.value": "Сколько ждать?",
        "retrieval.documents.0.document.id": "other",
        "retrieval.documents.1.document.id": "устав.md",
    },
}
OPEN = {**SPAN, "context": {"trace_id": "0xa2", "span_id": "0xb1"}, "end_time": None}
GOLD = "question,expected_docs\nСколько ждать?,устав.md\n"


def spans(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def test_eval_reads_spans_and_tells_what_is_left_out(ragauge):
    files = {"gold.csv": GOLD, "spans.jsonl": spans(SPAN, SPAN, OPEN)}
    done = ragauge("eval", "gold.csv", "spans.jsonl", "-m", "mrr", "--json", "-", files=files)
    assert done.code == 0, done.err
    card = json.loads(done.out)
    assert card["scores"][0]["value"] == 0.5
    told = "\n".join(card["warnings"])
    assert "traces left out, still open: 1 (a2)" in told
    assert "spans that arrived twice with the same id: 1" in told


def test_spans_without_a_complete_trace_cannot_be_measured(ragauge):
    done = ragauge("eval", "gold.csv", "spans.jsonl", files={"gold.csv": GOLD, "spans.jsonl": spans(OPEN)})
    assert done.code == 2
    assert "spans.jsonl: no complete trace in it" in done.err


def test_times_without_a_zone_stop(ragauge):
    naive = {**SPAN, "start_time": "2031-05-02T10:00:00"}
    done = ragauge("eval", "gold.csv", "spans.jsonl", files={"gold.csv": GOLD, "spans.jsonl": spans(naive)})
    assert done.code == 2
    assert "spans.jsonl:1: the time '2031-05-02T10:00:00' has no zone" in done.err
