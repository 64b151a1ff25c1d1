"""Spans become traces: each call once, whatever is nested, repeated, unfinished or odd."""

import json
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

import ragauge
from ragauge.io.otel.importing import import_spans, traces_of_spans
from ragauge.io.otel.reading import spans_of
from ragauge.io.otel.times import by_day

NOON = datetime(2031, 5, 2, 12, tzinfo=UTC)
NUMBERS = count(1)


def row(name, kind=None, *, trace="t1", span=None, parent=None, start=0.0, end=1.0, status="OK", events=(), **told):
    """A span as an SDK writes it; times are seconds after noon."""
    attributes = {key.replace("__", "."): value for key, value in told.items()}
    if kind is not None:
        attributes["openinference.span.kind"] = kind
    return {
        "name": name,
        "context": {"trace_id": trace, "span_id": span or f"s{next(NUMBERS)}"},
        "parent_id": parent,
        "start_time": (NOON + timedelta(seconds=start)).isoformat(),
        "end_time": None if end is None else (NOON + timedelta(seconds=end)).isoformat(),
        "status": {"status_code": status},
        "events": list(events),
        "attributes": attributes,
    }


def documents(*ids, **more):
    return [{"document.id": name, "document.score": 1 / place, **more} for place, name in enumerate(ids, start=1)]


def retrieval(name, *ids, **more):
    return row(name, "RETRIEVER", **{"retrieval.documents": documents(*ids)}, **more)


def imported(*rows, **options):
    return import_spans(spans_of(rows), **options)


def stages(trace):
    return [(stage.name, stage.kind, stage.items) for stage in trace.stages or ()]


def test_retrievers_that_are_nested_and_tell_the_same_are_one_call():
    nodes = json.dumps([f"<NodeWithScore(node=TextNode(id_={name}), score=0.5)>" for name in ("c1", "c2")])
    found = imported(
        retrieval("BM.retrieve", "c1", "c2", span="outer", end=5),
        row("BM._retrieve", "RETRIEVER", parent="outer", start=1, **{"output.value": nodes}),
    )
    assert stages(found.traces[0]) == [("BM", "lane", ["c1", "c2"])]
    assert found.report.calls["retrieval"] == 1
    assert found.traces[0].timings == {"BM": 5.0}


def test_several_retrievers_within_one_are_lanes_and_it_fuses_them():
    found = imported(
        retrieval("Hybrid.retrieve", "c2", "c1", span="outer", end=9),
        retrieval("BM25.retrieve", "c1", parent="outer", span="bm25", start=1, end=2),
        row("BM25._retrieve", "RETRIEVER", parent="bm25", start=1, end=1.5),
        retrieval("Dense.retrieve", "c2", parent="outer", start=2, end=3),
    )
    assert stages(found.traces[0]) == [
        ("BM25", "lane", ["c1"]), ("Dense", "lane", ["c2"]), ("Hybrid", "fused", ["c2", "c1"]),
    ]  # fmt: skip


def test_a_reranker_within_a_retriever_is_its_last_stage_and_counts_once():
    ranked = {"reranker.output_documents": documents("c2"), "reranker.model_name": "m"}
    found = imported(
        retrieval("Compression", "c2", span="outer", end=9),
        retrieval("VectorStore", "c1", "c2", parent="outer", start=1, end=2),
        row("CrossEncoder", "RERANKER", parent="outer", start=2, end=3, **ranked),
    )
    assert stages(found.traces[0]) == [("VectorStore", "lane", ["c1", "c2"]), ("CrossEncoder", "reranked", ["c2"])]
    assert found.traces[0].versions == {"reranker": "m"}
    assert found.report.calls["retrieval"] == found.report.calls["reranking"] == 1


@pytest.mark.parametrize(
    ("name", "after", "kind"),
    [
        ("SimilarityCutoff", ["c1", "c3"], "selected"),
        ("SimilarityCutoff", ["c3", "c1"], "reranked"),
        ("LLMRerank", ["c1", "c3"], "reranked"),
        ("LongContextReorder", ["c1", "c3", "c2"], "context"),
    ],
)
def test_postprocessors_of_llama_index_by_what_they_do(name, after, kind):
    before, after_nodes = ([f"<NodeWithScore(node=TextNode(id_={one}), score=None)>" for one in ids]
                           for ids in (["c1", "c2", "c3"], after))  # fmt: skip
    told = {"input.value": json.dumps({"nodes": before}), "output.value": json.dumps(after_nodes)}
    found = imported(row(f"{name}._postprocess_nodes", "CHAIN", **told))
    assert stages(found.traces[0]) == [(name, kind, after)]


def test_what_found_nothing_is_empty_and_what_says_nothing_is_not_recorded():
    found = imported(
        row("BM25", "RETRIEVER", trace="t1", **{"retrieval.documents": [], "input.value": "a"}),
        retrieval("BM25", "d1", trace="t2", **{"input.value": "b"}),
        row("BM25", "RETRIEVER", trace="t3", **{"input.value": "c"}),  # flat attributes have no empty list
        row("Silent", "RETRIEVER", trace="t4", **{"input.value": "d"}),
        row("Told", "RETRIEVER", trace="t5", **{"input.value": "e", "output.value": '{"documents": []}'}),
        row("BM25", "RETRIEVER", trace="t6", status="ERROR", **{"input.value": "f"}),
    )
    items = {trace.question: [one for _, _, one in stages(trace)] for trace in found.traces}
    assert items == {"a": [[]], "b": [["d1"]], "c": [[]], "d": [], "e": [[]], "f": []}
    assert (found.report.empty, found.report.unrecorded) == (3, 2)
    assert "of 6 retrievals found nothing: 3" in found.report.notes()


def usage(prompt, completion):
    return {"gen_ai.usage.input_tokens": prompt, "gen_ai.usage.output_tokens": completion}


def test_tokens_are_those_of_the_calls_of_models_and_not_of_what_repeats_them():
    found = imported(
        row("agent", "AGENT", span="r", end=9, **usage(40, 25)),
        row("predict", "LLM", span="p", parent="r", end=8, **usage(40, 25)),
        row("complete", "LLM", parent="p", end=7, **usage(40, 25), **{"llm.cost.total": 0.25}),
    )
    (trace,) = found.traces
    assert (trace.tokens, trace.cost, trace.prompt_tokens) == ({"prompt": 40, "completion": 25}, 0.25, 40)
    assert found.report.calls["model"] == 1
    assert found.report.repeated_tokens == 130


def test_what_only_the_outer_span_tells_counts_and_what_one_call_does_not_tell_makes_no_sum():
    found = imported(
        row("predict", "LLM", span="p", end=8, **usage(40, 25)),
        row("complete", "LLM", parent="p", end=7),
        row("one", "LLM", trace="t2", span="a", end=8, **usage(40, 25)),
        row("two", "LLM", trace="t2", parent="a0", end=7),
        row("chat", "LLM", trace="t3", end=7),
    )
    assert [trace.tokens for trace in found.traces] == [{"prompt": 40, "completion": 25}, None, None]
    assert found.report.partial_tokens == 1


def test_calls_of_models_in_a_reranker_are_no_answer():
    found = imported(
        row("query", "CHAIN", span="r", end=9, **{"input.value": "Why?", "output.value": "Because."}),
        row("LLMRerank", "RERANKER", span="x", parent="r", end=3, **{"reranker.output_documents": documents("c1")}),
        row("chat", "LLM", parent="x", end=2, **usage(5, 1), **{"output.value": "1"}),
    )
    (trace,) = found.traces
    assert (trace.answer, trace.prompt_tokens, trace.tokens) == (None, None, {"prompt": 5, "completion": 1})


def test_the_same_span_twice_counts_once_and_the_later_one_counts():
    twice = row("retrieve", "RETRIEVER", span="s1", end=None, **{"input.value": "x"})
    found = imported(
        twice,
        {**twice, **retrieval("retrieve", "d1", span="s1", end=2, **{"input.value": "x"})},
        twice,
    )
    assert stages(found.traces[0]) == [("retrieve", "lane", ["d1"])]
    assert (found.report.same_id, found.report.same_content) == (2, 0)


def test_the_same_content_under_other_ids_counts_once_with_what_is_within():
    once = [
        retrieval("BM.retrieve", "d1", span="a", end=5, **{"input.value": "x"}),
        row("embed", "EMBEDDING", span="b", parent="a", start=1, end=2),
    ]
    again = [
        {**once[0], "context": {"trace_id": "t1", "span_id": "c"}},
        {**once[1], "context": {"trace_id": "t1", "span_id": "d"}, "parent_id": "c"},
        row("embed", "EMBEDDING", span="e", parent="c", start=3, end=4),  # no duplicate: it moves to what is kept
    ]
    found = imported(*once, *again)
    assert stages(found.traces[0]) == [("BM", "lane", ["d1"])]
    assert (found.report.same_id, found.report.same_content) == (0, 2)
    assert found.report.calls == {"retrieval": 1, "reranking": 0, "model": 0, "embedding": 2}
    assert found.report.set_aside == {}


def test_two_retrievals_at_other_times_are_two():
    found = imported(*(retrieval("retrieve", "d1", start=time, end=time + 1) for time in (0, 1)))
    assert [name for name, _, _ in stages(found.traces[0])] == ["retrieve", "retrieve 2"]


def test_times_out_of_range_put_the_whole_trace_aside():
    late = {"end_time": "9999-12-31T23:59:59Z"}
    rows = [
        retrieval("a", "d1", trace="good", **{"input.value": "a"}),
        {**retrieval("b", "d1", trace="never"), **late},
        retrieval("root", "d1", trace="partly", span="r"),
        {**retrieval("c", "d1", trace="partly", parent="r"), **late},
        {**retrieval("d", "d1", trace="tomorrow"), "end_time": "2031-06-01T00:00:00Z"},
        {**retrieval("e", "d1", trace="1970"), "start_time": "1970-01-01T00:00:00Z"},
    ]
    found = imported(*rows, now=NOON + timedelta(seconds=1))
    assert [trace.question for trace in found.traces] == ["a"]
    assert found.report.set_aside == {"timestamp out of range": ["1970", "never", "partly", "tomorrow"]}
    assert found.report.notes() == ("traces left out, timestamp out of range: 4 (1970, never, partly, …)",)
    assert imported(*rows).report.set_aside["timestamp out of range"] == ["1970", "never", "partly"]


def test_traces_that_are_open_are_left_out():
    rows = [
        retrieval("done", "d1", trace="done", end=1),
        retrieval("running", "d1", trace="running", end=None),
        retrieval("child", "d1", trace="cut", parent="not here"),
    ]
    found = imported(*rows)
    assert len(found.traces) == 1
    assert found.report.set_aside == {"still open": ["cut", "running"]}
    for now, traces in ((NOON + timedelta(seconds=60), 0), (NOON + timedelta(seconds=181), 1)):
        assert len(imported(*rows, now=now, quiet=180).traces) == traces
    alone = imported(rows[2])  # where nothing has a root, that says nothing
    assert len(alone.traces) == 1
    assert alone.report.notes()[0].startswith("no trace has a span without a parent")


def test_windows_are_half_open():
    rows = [retrieval("a", "d1", trace=f"t{start}", start=start, **{"input.value": str(start)}) for start in (0, 10)]
    at = [NOON + timedelta(seconds=time) for time in (0, 10, 20)]
    for since, until, questions in ((at[0], at[1], ["0"]), (at[1], at[2], ["10"]), (at[0], None, ["0", "10"])):
        assert [trace.question for trace in imported(*rows, since=since, until=until).traces] == questions
    with pytest.raises(ragauge.InputError, match=r"since: the time .* has no zone"):
        imported(*rows, since=datetime(2031, 5, 2))  # noqa: DTZ001


def test_spans_without_a_trace_in_circles_and_of_unknown_kinds():
    found = imported(
        retrieval("a", "d1", trace="0" * 32),
        row("b", trace="circle", span="x", parent="y"),
        row("c", trace="circle", span="y", parent="x"),
        retrieval("d", "d1", span="root", trace="good"),
        row("GET /", trace="good", parent="root"),
        row("e", "WEATHER", trace="good", parent="root"),
    )
    assert (found.report.without_trace, found.report.traces) == (1, 1)
    assert found.report.set_aside == {"spans in a circle, or nested too deeply": ["circle"]}
    assert found.report.unknown_kinds == {"WEATHER": 1, "none": 3}


def test_a_trace_nested_without_end_is_put_aside():
    rows = [row("a", "CHAIN", span="s0")]
    rows += [row("a", "CHAIN", span=f"s{number}", parent=f"s{number - 1}") for number in range(1, 3000)]
    assert imported(*rows).report.set_aside == {"spans in a circle, or nested too deeply": ["t1"]}


def test_a_trace_about_several_questions_is_nobodys():
    metadata = [json.dumps({"query_id": name}) for name in ("q1", "q2")]
    found = imported(
        row("all", "CHAIN", span="r", end=9),
        *(retrieval("a", "d1", parent="r", start=place, metadata=one) for place, one in enumerate(metadata)),
    )
    assert (found.traces, found.report.set_aside) == ((), {"about several questions": ["t1"]})


def test_errors_of_the_whole_and_of_a_part():
    told = [{"name": "exception", "attributes": {"exception.type": "TimeoutError", "exception.message": "too slow"}}]
    found = imported(
        row("query", "CHAIN", span="r", end=9, status="ERROR", events=told, **{"input.value": "a"}),
        row("Rerank._postprocess_nodes", "CHAIN", parent="r", end=8, status="ERROR", events=told),
        row("query", "CHAIN", trace="t2", span="ok", end=9, **{"input.value": "b"}),
        row("dense", "RETRIEVER", trace="t2", parent="ok", status="ERROR", events=told),
    )
    failed, fine = found.traces
    assert (failed.error, failed.failed_in) == ("TimeoutError: too slow", "Rerank")
    assert not fine.failed


def test_our_own_attributes():
    found = imported(
        row(
            "ask", "CHAIN", span="r", end=9,
            **{
                "ragauge.question.id": "q7", "ragauge.question.text": "Сколько?", "ragauge.rewrites": ["Как долго?"],
                "ragauge.filter.extracted": '{"locale": "ru"}', "ragauge.filter.authorization.group": "staff",
                "ragauge.prompt.tokens": 900, "ragauge.prompt.window": 4096.0, "ragauge.prompt.chunks": '["c2", "c1"]',
                "ragauge.answer.text": "Два года.", "ragauge.answer.citations": ["c1"], "ragauge.answer.refusal": False,
                "ragauge.versions": {"index": "2031-05"},
            },
        ),
        row("search", None, parent="r", **{
            "ragauge.stage.kind": "lane", "ragauge.stage.name": "bm25", "ragauge.stage.hits": '[["c1", 7.5], "c2"]',
        }),
        row("join", None, parent="r", start=2, end=3, **{
            "ragauge.stage.kind": "fused", "ragauge.stage.hits": ["c2", "c1"],
        }),
    )  # fmt: skip
    (trace,) = found.traces
    assert (trace.question, trace.text, trace.rewrites) == ("q7", "Сколько?", ("Как долго?",))
    assert (trace.extracted, trace.authorization) == ({"locale": "ru"}, {"group": "staff"})
    assert (trace.prompt_tokens, trace.window, trace.answer) == (900, 4096, "Два года.")
    assert (trace.citations, trace.refusal, trace.versions) == (("c1",), False, {"index": "2031-05"})
    assert stages(trace) == [
        ("bm25", "lane", ["c1", "c2"]), ("join", "fused", ["c2", "c1"]), ("context", "context", ["c2", "c1"]),
    ]  # fmt: skip
    assert trace.stage("bm25").hits[0] == ("c1", 7.5)


@pytest.mark.parametrize(
    "told",
    [
        {"ragauge.prompt.tokens": -1},
        {"ragauge.prompt.chunks": "c1"},
        {"ragauge.rewrites": [1]},
        {"ragauge.answer.refusal": "no"},
        {"ragauge.filter.extracted": "locale=ru"},
    ],
)
def test_an_attribute_of_ours_that_is_wrong_is_told_with_its_trace(told):
    with pytest.raises(ragauge.InputError, match=f"trace t1: {next(iter(told))}"):
        imported(row("ask", "CHAIN", **told))


def test_questions_and_answers_of_many_shapes():
    shapes = [
        {"input.value": "Why?"},
        {"input.value": '{"query_bundle": {"query_str": "Why?", "embedding": null}}'},
        {"input.value": '{"messages": [{"role": "system", "content": "x"}, {"role": "user", "content": "Why?"}]}'},
        {"llm.input_messages": [{"message.role": "system", "message.content": "x"},
                                {"message.role": "user", "message.content": "Why?"}]},
        {"gen_ai.input.messages": '[{"role": "user", "parts": [{"type": "text", "content": "Why?"}]}]'},
        {"gen_ai.retrieval.query.text": "Why?"},
        {"metadata": {"question": "Why?"}, "input.value": "…"},
    ]  # fmt: skip
    for shape in shapes:
        assert imported(row("ask", "CHAIN", **shape)).traces[0].question == "Why?", shape
    answers = [
        {"output.value": "Two."},
        {"output.value": '{"response": "Two.", "source_nodes": []}'},
        {"llm.output_messages": [{"message.role": "assistant", "message.content": "Two."}]},
        {"gen_ai.output.messages": '[{"role": "assistant", "parts": [{"type": "text", "content": "Two."}]}]'},
    ]
    for shape in answers:
        assert imported(row("chat", "LLM", **shape)).traces[0].answer == "Two.", shape
    assert imported(row("ask", "CHAIN")).traces[0].question == "t1"


def test_the_gold_of_the_metadata_is_a_golden_set():
    metadata = json.dumps({"query_id": 7, "gold_doc_ids": ["d1", "d2"], "split": "dev"})
    other = {"query_id": "8", "is_unanswerable": True}
    found = imported(
        retrieval("a", "d1", metadata=metadata, **{"input.value": "Why?"}),
        retrieval("a", "d1", trace="t2", metadata=other, **{"input.value": "Who?"}),
        retrieval("a", "d1", trace="t3", **{"input.value": "How?"}),
    )
    assert [one["question_id"] for one in found.gold] == ["7", "8"]
    golden = ragauge.load_golden(list(found.gold), match="any")
    assert golden.questions["text"].to_list() == ["Why?", "Who?"]
    score = ragauge.evaluate(golden, ragauge.run_of(found.traces), ["recall@5"])["recall@5"]
    assert (score.value, score.n) == (1.0, 1)


def test_documents_tell_their_places_and_odd_metadata_only_lose_these():
    told = [
        {"document.id": "c1", "document.content": "…", "document.metadata": '{"source": "a.md", "page": 3}'},
        {"document.id": 2, "document.metadata": {"page": "cover"}},
        {"document": {"id": "c3", "score": "high"}},
        {"document.content": "no id", "document.metadata.source": "b.md"},
        {},
    ]
    found = imported(row("a", "RETRIEVER", **{"retrieval.documents": told[:4]}))
    (trace,) = found.traces
    assert trace.stages[0].items[:3] == ["c1", "2", "c3"]
    assert trace.stages[0].items[3].startswith("b.md")
    assert (trace.anchors["c1"].document, trace.anchors["c1"].page_from) == ("a.md", 3)
    assert found.report.unread_places == 2
    later = imported(
        row("a", "RETRIEVER", **{"gen_ai.retrieval.documents": json.dumps([{"id": "c1", "score": 0.5}, {}])})
    )
    assert later.traces[0].stages[0].hits == (("c1", 0.5), (None, None))


def test_what_instrumentation_hides_is_not_there():
    told = [{"document.id": "c1", "document.content": "__REDACTED__"}]
    (trace,) = traces_of_spans(
        spans_of([row("a", "RETRIEVER", **{"retrieval.documents": told, "input.value": "__REDACTED__"})])
    )
    assert (trace.question, trace.text, dict(trace.anchors)) == ("t1", None, {})


def test_days_are_those_of_the_zone():
    with pytest.raises(ragauge.InputError, match="no time zone 'Mars/Base'"):
        by_day([NOON], "Mars/Base")
    with pytest.raises(ragauge.InputError, match="has no zone"):
        by_day([datetime(2031, 5, 1)])  # noqa: DTZ001
    found = imported(retrieval("a", "d1"))
    assert found.begun == (NOON,)
