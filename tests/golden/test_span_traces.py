"""Sixty traces of LlamaIndex over SciFact, and the cases of those who watch systems: the right numbers, to the last."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest

import ragauge
from ragauge.io.otel.closing import closed_at, closings
from ragauge.io.otel.importing import Imported, import_spans
from ragauge.io.otel.reading import read_spans, spans_of
from ragauge.io.otel.times import by_day

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("spans_otlp.json.gz", "spans_sdk_json.jsonl.gz")


@pytest.fixture(scope="module")
def folder(data_dir: Path) -> Path:
    return data_dir / "openinference_traces"


@pytest.fixture(scope="module")
def imports(folder: Path) -> list[Imported]:
    return [import_spans(read_spans(folder / name)) for name in FILES]


@pytest.fixture(scope="module")
def expected(folder: Path) -> dict[str, dict[str, Any]]:
    """What each question's spans say, read by their names alone."""
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    with gzip.open(folder / FILES[1], "rt", encoding="utf-8") as lines:
        for span in map(json.loads, lines):
            told = span["attributes"]
            about = json.loads(told["metadata"])
            one = found[about["query_id"]]
            one["gold"] = about["gold_doc_ids"]
            if span["name"] in ("BM._retrieve", "Rerank._postprocess_nodes"):
                one[span["name"]] = re.findall(r"id_=(\d+)\), score=([\d.]+)", told["output.value"])
            if span["name"] == "RetrieverQueryEngine.query":
                one["asked"], one["answer"] = told["input.value"], told["output.value"]
    return found


def test_every_call_is_there_once(imports: list[Imported]) -> None:
    for imported in imports:
        report = imported.report
        assert (report.spans, report.traces, report.notes()) == (780, 60, ())
        assert report.calls == {"retrieval": 60, "reranking": 60, "model": 60, "embedding": 0}


def test_hits_questions_and_answers_are_those_of_the_spans(
    imports: list[Imported], expected: dict[str, dict[str, Any]]
) -> None:
    for imported in imports:
        assert {trace.question for trace in imported.traces} == set(expected)
        for trace in imported.traces:
            one = expected[trace.question]
            assert [stage.kind for stage in trace.stages or ()] == ["lane", "reranked"]
            for name, span in (("BM", "BM._retrieve"), ("Rerank", "Rerank._postprocess_nodes")):
                stage = trace.stage(name)
                assert stage is not None
                assert stage.hits == tuple((item, float(score)) for item, score in one[span])
            assert (trace.text, trace.answer) == (one["asked"], one["answer"])
            assert (trace.tokens, trace.prompt_tokens, trace.window) == (None, None, 100_000)
            assert trace.versions == {"llm": "stub-extractive-llm"}
        assert {row["question_id"]: row["gold_doc_ids"] for row in imported.gold} == {
            name: one["gold"] for name, one in expected.items()
        }


def test_both_forms_tell_the_same(imports: list[Imported]) -> None:
    one, two = ([replace(trace, timings=None, seconds=None) for trace in each.traces] for each in imports)
    assert one == two
    for first, second in zip(*(each.traces for each in imports), strict=True):
        assert first.seconds == pytest.approx(second.seconds, abs=2e-6)  # the SDK writes microseconds


def test_the_traces_are_measured_with_their_own_gold(imports: list[Imported], expected: dict[str, Any]) -> None:
    golden = ragauge.load_golden(list(imports[0].gold), match="any")
    score = ragauge.evaluate(golden, ragauge.run_of(imports[0].traces), ["recall@3"])["recall@3"]
    hit = [any(item in one["gold"] for item, _ in one["Rerank._postprocess_nodes"]) for one in expected.values()]
    assert (score.value, score.n) == (pytest.approx(sum(hit) / 60, abs=1e-12), 60)


def test_an_import_takes_well_under_a_second(folder: Path) -> None:
    start = perf_counter()
    import_spans(read_spans(folder / FILES[0]))
    assert perf_counter() - start < 1


NOON = datetime(2031, 5, 2, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def cases(cases_dir: Path) -> dict[str, dict[str, Any]]:
    rows = map(json.loads, (cases_dir / "users.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["id"]: row["input"] for row in rows}


def row(told: dict[str, Any], kind: str, start: float = 0.0, end: float = 1.0, **attributes: Any) -> dict[str, Any]:
    """A span of a case, as an SDK writes it."""
    return {
        "name": told.get("name", kind),
        "context": {"trace_id": told.get("trace", "t"), "span_id": told.get("id", "s")},
        "parent_id": told.get("parent"),
        "start_time": NOON.timestamp() + start,
        "end_time": NOON.timestamp() + end,
        "attributes": {"openinference.span.kind": kind, **attributes},
    }


def test_u068_traces_without_documents(cases: dict[str, Any]) -> None:
    given = cases["U068"]["spans"]
    rows = [
        row(one, "RETRIEVER", **{"retrieval.documents": one["documents"], "input.value": one["trace"]}) for one in given
    ]
    imported = import_spans(spans_of(rows))
    assert (imported.report.traces, imported.report.empty) == (2, 1)
    assert [trace.last("lane").items for trace in imported.traces] == [[], ["d1"]]  # type: ignore[union-attr]


def test_u069_usage_that_is_told_twice(cases: dict[str, Any]) -> None:
    given = [
        row(one, {"invoke_agent": "AGENT", "chat": "LLM"}[one["op"]],
            **{"gen_ai.usage.input_tokens": one["in"], "gen_ai.usage.output_tokens": one["out"]})
        for one in cases["U069"]["spans"]
    ]  # fmt: skip
    imported = import_spans(spans_of(given))
    assert imported.traces[0].tokens == {"prompt": 40, "completion": 25}
    assert imported.report.repeated_tokens == 40 + 25


def test_u070_the_same_span_under_two_ids(cases: dict[str, Any]) -> None:
    given = [
        row(one, "RETRIEVER", one["start"], one["end"], **{"input.value": one["q"]}) for one in cases["U070"]["spans"]
    ]
    report = import_spans(spans_of(given)).report
    assert (report.calls["retrieval"], report.same_content, report.same_id) == (1, 1, 0)


def test_u071_times_out_of_range(cases: dict[str, Any]) -> None:
    given = cases["U071"]
    rows = [
        {**row({"trace": str(place)}, "CHAIN"), "start_time": time, "end_time": time}
        for place, time in enumerate(given["timestamps"], start=1)
    ]
    imported = import_spans(spans_of(rows), now=datetime.fromisoformat(given["now"]))
    assert imported.report.set_aside == {"timestamp out of range": ["2"]}
    assert imported.report.traces == 1


def test_u072_a_trace_that_goes_on(cases: dict[str, Any]) -> None:
    given = cases["U072"]
    seen, quiet = given["spans_seen_at"], given["quiet_period"]
    assert closed_at(seen, quiet, given["delay"]) is None
    assert [(one.revision, one.at) for one in closings(seen, quiet)] == [(1, 192), (2, 470)]
    assert [(one.revision, one.at) for one in closings(seen, 300)] == [(1, 590)]


def test_u073_days_of_zones(cases: dict[str, Any]) -> None:
    events = [datetime.fromisoformat(event) for event in cases["U073"]["events"]]
    assert {str(day): count for day, count in by_day(events).items()} == {"2031-05-01": 2}
    assert {str(day): count for day, count in by_day(events, "Asia/Shanghai").items()} == {
        "2031-05-01": 1,
        "2031-05-02": 1,
    }
