"""Spans are read from every form in which they are written, and what is none is told with its place."""

import base64
import gzip
import json

import polars as pl
import pytest

import ragauge
from ragauge.io.otel.importing import import_spans
from ragauge.io.otel.reading import is_span_file, read_spans, spans_of
from ragauge.io.otel.times import moment_of
from ragauge.io.traces import read_traces

TRACE, ROOT, CHILD = "a3b1e7b74390ec837698e559f139e0c7", "0ea29a4f27e68968", "f0731232bd16a980"
START, MIDDLE, END = "2031-05-02T10:00:00Z", "2031-05-02T10:00:01.5Z", "2031-05-02T10:00:02Z"
ASKED, ANSWERED = "Какой срок гарантии?", "Два года."
DOCUMENTS = [
    {"document.id": "c1", "document.score": 0.75, "document.content": "Гарантия два года.",
     "document.metadata": '{"source": "устав.md", "page": 3}'},
    {"document.id": "c2", "document.score": 0.5},
]  # fmt: skip
ROOT_TOLD = {"input.value": ASKED, "output.value": ANSWERED, "metadata": '{"query_id": "q1"}',
             "openinference.span.kind": "CHAIN"}  # fmt: skip
CHILD_TOLD = {"openinference.span.kind": "RETRIEVER", **{
    f"retrieval.documents.{place}.{key}": value for place, one in enumerate(DOCUMENTS) for key, value in one.items()
}}  # fmt: skip
SPANS = [("retrieve", CHILD, ROOT, START, MIDDLE, CHILD_TOLD), ("query", ROOT, None, START, END, ROOT_TOLD)]


def sdk():
    return [
        {"name": name, "context": {"trace_id": f"0x{TRACE}", "span_id": f"0x{span}", "trace_state": "[]"},
         "kind": "SpanKind.INTERNAL", "parent_id": parent and f"0x{parent}", "start_time": start, "end_time": end,
         "status": {"status_code": "OK"}, "attributes": told, "events": [], "links": [], "resource": {}}
        for name, span, parent, start, end, told in SPANS
    ]  # fmt: skip


def otlp(encode=lambda text: text, *, snake=False):
    def value(one):
        kind = {str: "stringValue", int: "intValue", float: "doubleValue"}[type(one)]
        return {kind: str(one) if kind == "intValue" else one}

    spans = [
        {"traceId": encode(TRACE), "spanId": encode(span), "parentSpanId": encode(parent or ""), "name": name,
         "startTimeUnixNano": str(moment_of(start)), "endTimeUnixNano": str(moment_of(end)), "status": {"code": 1},
         "attributes": [{"key": key, "value": value(one)} for key, one in told.items()]}
        for name, span, parent, start, end, told in SPANS
    ]  # fmt: skip
    if snake:
        spans = [{SNAKE.get(key, key): one for key, one in span.items()} for span in spans]
        return {"resource_spans": [{"scope_spans": [{"spans": spans}]}]}
    return {"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"scope": {}, "spans": spans}]}]}


SNAKE = {"traceId": "trace_id", "spanId": "span_id", "parentSpanId": "parent_span_id",
         "startTimeUnixNano": "start_time_unix_nano", "endTimeUnixNano": "end_time_unix_nano"}  # fmt: skip


def to_base64(text):
    return base64.b64encode(bytes.fromhex(text)).decode()


def phoenix():
    rows = []
    for name, span, parent, start, end, told in SPANS:
        flat = {f"attributes.{key}": value for key, value in told.items() if not key.startswith("retrieval")}
        rows.append({"name": name, "span_kind": told["openinference.span.kind"], "parent_id": parent,
                     "start_time": start, "end_time": end, "status_code": "OK", "status_message": "",
                     "context.span_id": span, "context.trace_id": TRACE, **flat,
                     "attributes.retrieval.documents": DOCUMENTS if name == "retrieve" else None})  # fmt: skip
    return rows


def lines(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def in_milliseconds():
    return [{**row, **{key: moment_of(row[key]) // 10**6 for key in ("start_time", "end_time")}} for row in phoenix()]


FILES = {
    "SDK, one a line": lines(sdk()),
    "SDK, as a console prints them": "\n".join(json.dumps(row, indent=4, ensure_ascii=False) for row in sdk()),
    "SDK, a list": json.dumps(sdk()),
    "OTLP, hexadecimal": json.dumps(otlp()),
    "OTLP, base64, pretty": json.dumps(otlp(to_base64), indent=2),
    "OTLP, as protobuf names it": json.dumps(otlp(snake=True)),
    "OTLP, one a line": lines([otlp(), otlp()]),
    "OTLP, a list": json.dumps([otlp()]),
    "OTLP, Tempo": json.dumps({"batches": otlp()["resourceSpans"]}),
    "Phoenix, one a line": lines(phoenix()),
    "Phoenix, milliseconds": lines(in_milliseconds()),
    "with a byte order mark": "\ufeff" + lines(sdk()),
}


@pytest.mark.parametrize("form", FILES)
@pytest.mark.parametrize("packed", [False, True])
def test_every_form_gives_the_same_trace(form, packed, tmp_path):
    path = tmp_path / ("spans.jsonl.gz" if packed else "spans.json")
    data = FILES[form].encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    assert is_span_file(path)
    (trace,) = read_traces(path)
    check(trace)
    run = ragauge.load_run(path)
    assert run.frame.rows() == [("q1", "c1", 0.75), ("q1", "c2", 0.5)]
    assert run.source == str(path)


def check(trace):
    assert (trace.question, trace.text, trace.seconds) == ("q1", ASKED, 2.0)
    assert trace.stage("retrieve").hits == (("c1", 0.75), ("c2", 0.5))
    assert (trace.anchors["c1"].document, trace.anchors["c1"].page_from) == ("устав.md", 3)
    assert trace.timings == {"retrieve": 1.5}


def frame():
    made = pl.DataFrame(phoenix())
    return made.with_columns(pl.col("start_time", "end_time").str.to_datetime(time_unit="ns", time_zone="UTC"))


def test_parquet_and_data_frames_of_phoenix(tmp_path):
    frame().write_parquet(tmp_path / "spans.parquet")
    assert is_span_file(tmp_path / "spans.parquet")
    check(read_traces(tmp_path / "spans.parquet")[0])
    assert len(ragauge.load_run(tmp_path / "spans.parquet")) == 2
    for given in (frame(), frame().to_pandas()):
        check(import_spans(spans_of(given)).traces[0])
    pl.DataFrame({"question": ["a"], "retrieved": [["d1"]]}).write_parquet(tmp_path / "run.parquet")
    assert not is_span_file(tmp_path / "run.parquet")


def test_the_report_is_told_with_the_run(tmp_path):
    path = tmp_path / "spans.json"
    path.write_text(FILES["OTLP, one a line"])
    assert "spans that arrived twice with the same id: 2" in ragauge.load_run(path).notes
    path.write_text(lines([sdk()[0], {**sdk()[1], "end_time": None}]))
    with pytest.raises(ragauge.InputError, match="no complete trace in it") as caught:
        ragauge.load_run(path)
    assert "still open: 1" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        '{"question": "a", "retrieved": ["d1"], "context": {"trace_id": "x"}}\n',
        '{"question": "what is \\"resourceSpans\\": [ for?", "retrieved": ["d1"]}\n',
        '[{"question": "a", "retrieved": []}]',
        '{"trace": 1, "question": "a"}\n',
        "question,retrieved\na,d1\n",
        "",
    ],
)
def test_other_files_are_none(text, tmp_path):
    (tmp_path / "run.jsonl").write_text(text)
    assert not is_span_file(tmp_path / "run.jsonl")


def test_naive_times_need_a_zone(tmp_path):
    rows = [{**row, "start_time": "2031-05-02T10:00:00", "end_time": "2031-05-02 10:00:02"} for row in sdk()]
    (tmp_path / "spans.jsonl").write_text(lines(rows))
    with pytest.raises(ragauge.InputError, match="has no zone") as caught:
        read_spans(tmp_path / "spans.jsonl")
    assert [problem.row for problem in caught.value.problems] == [1, 2]
    spans = read_spans(tmp_path / "spans.jsonl", zone="Asia/Shanghai")
    assert spans[0].start == moment_of("2031-05-02T02:00:00Z")
    assert read_spans(tmp_path / "spans.jsonl", zone="utc")[0].start == moment_of(START)


BAD = {
    "spans.jsonl": ('{"context": {"trace_id": "a"}, "span_id": 1, "start_time": "x"}\nnot JSON\n7\n', [1, 2, 3]),
    "two.jsonl": (lines([{**sdk()[0], "context": {"trace_id": "a"}}, {**sdk()[1], "start_time": None}]), [1, 2]),
    "time.jsonl": (lines([{**sdk()[0], "start_time": "yesterday"}, {**sdk()[1], "end_time": True}]), [1, 2]),
    "cut.json": (json.dumps(otlp(), indent=1)[:-40], None),
    "empty.json": ('{"resourceSpans": []}', None),
    "scopes.json": ('{"resourceSpans": [{"scopeSpans": 5}]}', [1]),
    "spans.json": ('{"resourceSpans": [{"scopeSpans": [{"spans": [7, {"spanId": "a", "attributes": [5]}]}]}]}', [1, 1]),
    "nanos.json": ('{"resourceSpans":[{"scopeSpans":[{"spans":[{"spanId":"a","startTimeUnixNano":"x"}]}]}]}', [1]),
    "deep.json": ('{"resourceSpans": [' + "[" * 100_000, None),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_span_is_told_with_its_row(name, tmp_path):
    text, rows = BAD[name]
    (tmp_path / name).write_text(text)
    with pytest.raises(ragauge.InputError) as caught:
        read_spans(tmp_path / name)
    assert all(problem.file.endswith(name) for problem in caught.value.problems)
    if rows is not None:
        assert [problem.row for problem in caught.value.problems] == rows


def test_broken_gzip_and_bytes(tmp_path):
    path = tmp_path / "spans.jsonl.gz"
    path.write_bytes(gzip.compress(FILES["SDK, one a line"].encode())[:-20])
    with pytest.raises(ragauge.InputError, match="cannot be read"):
        read_spans(path)
    (tmp_path / "spans.json").write_bytes(b'{\n"resourceSpans": [\xff]}')
    with pytest.raises(ragauge.InputError, match="not UTF-8"):
        read_spans(tmp_path / "spans.json")


def test_all_values_of_otlp():
    values = [
        ("a", {"boolValue": True}),
        ("b", {"arrayValue": {"values": [{"intValue": "7"}, {"doubleValue": 0.5}]}}),
        ("c", {"kvlistValue": {"values": [{"key": "d", "value": {"string_value": "e"}}]}}),
        ("f", {}),
        ("embedding.embeddings.0.embedding.vector", {"arrayValue": {"values": [{"doubleValue": 0.5}]}}),
    ]
    document = otlp()
    row = document["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
    row["attributes"] = [{"key": key, "value": value} for key, value in values]
    row["status"] = {"code": "STATUS_CODE_ERROR", "message": "lost"}
    span = spans_of([document])[0]
    assert span.attributes == {"a": True, "b": [7, 0.5], "c.d": "e"}
    assert span.error == "lost"
    assert (span.trace, span.id, span.parent) == (TRACE, CHILD, ROOT)


def test_a_nanosecond_is_none_of_seconds():
    document = otlp()
    document["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["startTimeUnixNano"] = "1935482400"  # of seconds
    assert import_spans(spans_of([document])).report.set_aside == {"timestamp out of range": [TRACE]}
