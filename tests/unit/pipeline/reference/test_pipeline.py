"""The pipeline: every part can be replaced, every stage is recorded and checked, and an error ends one question."""

from dataclasses import replace
from itertools import count

import pytest

from ragauge.core.errors import InputError, MissingDependencyError
from ragauge.core.records import Chunk, Document, Hit
from ragauge.io.traces import read_traces, write_traces
from ragauge.pipeline.context.assemble import assemble
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.reference.building import build
from ragauge.pipeline.reference.settings import Settings, Setup

DOCUMENTS = [
    Document("лампы.md", "Гарантия на лампы: два года. Лампа гудит, это нормально.", {"tenant": "elm", "year": 2024}),
    Document("pumps.md", "The pump has a warranty of one year. The pump hums.", {"tenant": "elm", "year": 2020}),
    Document("secret.md", "The secret pump has a warranty of nine zorkmids.", {"tenant": "oak", "year": 2024}),
]
SETUP = Setup("fixed", {"size": 6}, ("bm25", "lsa"), {"fusion": "rrf"})


def names(trace):
    return [(stage.name, stage.kind) for stage in trace.stages]


def documents_of(stage):
    return {item.split("#")[0] for item in stage.items}


def test_every_stage_of_a_question_in_two_languages(tmp_path):
    settings = Settings(replace(SETUP, reranker="lexical"), k=2, generator="extractive", window=4096)
    pipeline = build(DOCUMENTS, settings, clock=map(float, count()).__next__)
    traces = [
        pipeline.ask("Какая гарантия на лампу?", "q1"),
        pipeline.ask("How long is the warranty of the pump?", "q2"),
    ]
    kinds = [("bm25", "lane"), ("lsa", "lane"), ("fused", "fused"), ("reranked", "reranked"), ("selected", "selected"),
             ("context", "context")]  # fmt: skip
    for trace in traces:
        assert names(trace) == kinds
        assert not trace.failed
        assert len(trace.stage("selected").items) <= 2
        assert trace.stage("selected").items == trace.stage("reranked").items[:2]
        assert list(trace.timings) == ["filter", *(name for name, _ in kinds), "answer"]
        assert (trace.extracted, trace.authorization, trace.rewrites, trace.window) == ({}, {}, None, 4096)
        assert trace.prompt_tokens > 0
    first = traces[0]
    anchor = first.anchors[first.stage("selected").items[0]]
    text = DOCUMENTS[0].text
    assert (anchor.document, anchor.quote) == ("лампы.md", text[anchor.start : anchor.end])
    assert "два года" in first.answer
    assert set(first.citations) <= set(first.stage("context").items)
    assert {"ragauge", "chunker", "index", "settings", "lane bm25", "lane lsa", "generator"} <= first.versions.keys()
    write_traces(tmp_path / "t.jsonl", traces)
    assert read_traces(tmp_path / "t.jsonl") == tuple(traces)


def test_every_part_can_be_replaced():
    """Each stands in a trace, and the trace says which parts were not the built-in ones."""
    calls = []

    def said(name, value):
        calls.append(name)
        return value

    def mine(question, k, *, allowed=None):
        return said("lane", [("whole pumps.md", 3.0), ("whole лампы.md", 2.0)])

    def chunker(document):
        return said("chunker", [Chunk(f"whole {document.id}", document.id, 0, len(document.text), document.text)])

    def assembled(hits):
        return said("assemble", assemble(hits[:1], pipeline.index.chunks))

    pipeline = build(
        DOCUMENTS,
        Settings(replace(SETUP, lanes=("mine", "bm25")), filter="hard", k=2),
        parse=lambda document: said("parse", replace(document, text=document.text.upper())),
        chunker=chunker,
        lanes={"mine": mine},
        read=lambda question: said("read", [parse("tenant = elm")]),
        rewrite=lambda question, allowed: said("rewrite", [question.upper()]),
        fuse=lambda lanes: said("fuse", lanes["mine"]),
        rerank=lambda question, hits: said("rerank", list(reversed(hits))),
        assemble=assembled,
        generate=lambda question, context: said("generate", f"about {context.entered[0]}"),
    )
    trace = pipeline.ask("pump", "q1")
    assert trace.error is None
    parts = ("parse", "chunker", "read", "rewrite", "lane", "fuse", "rerank", "assemble", "generate")
    assert list(dict.fromkeys(calls)) == list(parts)
    assert trace.extracted == {"tenant": "elm"}
    assert trace.rewrites == ("PUMP",)
    assert trace.stage("reranked").items == ["whole лампы.md", "whole pumps.md"]
    assert trace.stage("context").items == ["whole лампы.md"]
    assert trace.answer == "about whole лампы.md"
    anchor = trace.anchors["whole лампы.md"]
    assert (anchor.quote, anchor.start) == (DOCUMENTS[0].text.upper(), None)  # of no document that anybody has
    assert trace.versions["replaced"] == "read, rewrite, fuse, rerank, assemble, generate, lane mine"
    assert (trace.versions["parse"], trace.versions["chunker"]) == ("<lambda>", "chunker")


def test_a_part_replaced_later_is_told_too():
    pipeline = build(DOCUMENTS)
    assert "replaced" not in pipeline.ask("pump").versions
    other = replace(pipeline, lanes={**pipeline.lanes, "mine": lambda question, k: [("pumps.md", 1.0)]})
    trace = other.ask("лампа")
    assert (trace.versions["replaced"], other.ranking) == ("lane mine", "fused")
    assert set(trace.stage("fused").items) == {"лампы.md", "pumps.md"}


def test_a_part_that_there_is_not_is_refused():
    with pytest.raises(InputError, match="'reranker'"):
        build(DOCUMENTS, reranker=None)


@pytest.mark.parametrize("part", ["read", "rewrite", "fuse", "rerank", "assemble", "generate", "lane"])
def test_an_error_of_a_part_ends_one_question(part):
    stage = {"read": "filter", "fuse": "fused", "rerank": "reranked", "assemble": "context", "generate": "answer",
             "lane": "lsa"}.get(part, part)  # fmt: skip

    def broken(*given, **_named):
        if "Сломай" in str(given):
            raise ConnectionError("the line is cut")
        return original(*given, **_named)

    pipeline = build(DOCUMENTS, Settings(replace(SETUP, reranker="lexical"), generator="extractive"))
    if part == "lane":
        original = pipeline.lanes["lsa"]
        pipeline = replace(pipeline, lanes={**pipeline.lanes, "lsa": broken})
    elif part in ("fuse", "assemble"):  # these do not see the question

        def broken(*_given):
            raise ConnectionError("Сломай: the line is cut")

        pipeline = replace(pipeline, **{part: broken})
    else:
        original = getattr(pipeline, part) or (lambda question, allowed: [question])
        pipeline = replace(pipeline, **{part: broken})
    trace = pipeline.ask("Сломай лампу", "q1")
    assert trace.failed
    assert "the line is cut" in trace.error
    assert trace.error.startswith("ConnectionError")
    assert trace.failed_in == stage
    assert stage in trace.timings
    before = {"filter": 0, "rewrite": 0, "lsa": 1, "fused": 2, "reranked": 3, "context": 5, "answer": 6}[stage]
    assert len(trace.stages or ()) == before
    if part not in ("fuse", "assemble"):
        assert not pipeline.ask("гарантия на лампу", "q2").failed


def test_a_package_that_is_not_there_ends_the_run():
    def missing(question, k):
        raise MissingDependencyError("pip install it")

    with pytest.raises(MissingDependencyError):
        build(DOCUMENTS, lanes={"bm25": missing}).ask("pump")


@pytest.mark.parametrize(
    ("hits", "words"),
    [([("nowhere", 1.0)], "no chunk"), (["pumps.md"], "neither a Hit"), ([("pumps.md", "much")], "neither a Hit"),
     (None, "")],
)  # fmt: skip
def test_a_lane_that_gives_something_else_fails(hits, words):
    trace = build(DOCUMENTS, lanes={"bm25": lambda question, k: hits}).ask("pump")
    assert trace.failed_in == "bm25"
    assert words in trace.error


# Filters


def test_a_hard_filter_searches_among_what_is_allowed():
    pipeline = build(DOCUMENTS, Settings(SETUP, filter="hard", hits=2, k=2))
    trace = pipeline.ask("warranty of the pump", "q", [parse("year >= 2024")])
    for name in ("bm25", "lsa", "fused", "selected", "context"):
        assert documents_of(trace.stage(name)) <= {"лампы.md", "secret.md"}
    assert trace.stage("bm25").items  # two hits were kept, and no document that is not allowed took a place
    assert trace.extracted == {"year": {"op": "ge", "value": 2024}}


def test_without_a_filter_predicates_are_only_recorded():
    trace = build(DOCUMENTS, Settings(SETUP)).ask("warranty of the pump", "q", [parse("year >= 2024")])
    assert "pumps.md" in documents_of(trace.stage("bm25"))
    assert trace.extracted == {"year": {"op": "ge", "value": 2024}}


def test_a_soft_filter_raises_and_loses_nothing():
    pipeline = build(DOCUMENTS, Settings(SETUP, filter="soft", boost=2.0))
    trace = pipeline.ask("warranty of the pump", "q", [parse("tenant = oak")])
    fused, boosted = trace.stage("fused").items, trace.stage("boosted").items
    assert set(fused) == set(boosted)
    assert boosted[0].startswith("secret.md")
    plain = pipeline.ask("warranty of the pump", "q")
    assert plain.stage("boosted").items == plain.stage("fused").items  # there for every question
    assert pipeline.ranking == "boosted"


@pytest.mark.parametrize("filtering", ["none", "soft", "hard"])
def test_authorization_is_hard_whatever_the_filter_is(filtering):
    pipeline = build(DOCUMENTS, Settings(SETUP, filter=filtering))
    trace = pipeline.ask("secret pump zorkmids", "q", [parse("tenant = elm", authorization=True)])
    assert not trace.failed
    assert all("secret.md" not in documents_of(stage) for stage in trace.stages)
    assert (trace.extracted, trace.authorization) == ({}, {"tenant": "elm"})


@pytest.mark.parametrize("part", ["lane", "fuse", "rerank", "assemble"])
def test_what_leaks_past_authorization_gets_into_no_trace(part):
    leaking = [("secret.md", 9.0), ("pumps.md", 1.0)]
    pipeline = build(DOCUMENTS, Settings(Setup(lanes=("bm25", "lsa")), generator="extractive"))
    changed = {
        "lane": {"lanes": {**pipeline.lanes, "lsa": lambda question, k, allowed: leaking}},
        "fuse": {"fuse": lambda lanes: leaking},
        "rerank": {"rerank": lambda question, hits: leaking},
        "assemble": {"assemble": lambda hits: assemble([Hit("secret.md", 1.0)], pipeline.index.chunks)},
    }[part]
    trace = replace(pipeline, **changed).ask("pump warranty", "q", [parse("tenant = elm", authorization=True)])
    assert trace.error.startswith("AuthorizationLeakError")
    assert trace.answer is None
    assert all("secret.md" not in stage.items for stage in trace.stages)
    assert "secret.md" not in trace.anchors


def test_a_lane_that_ignores_a_hard_filter_fails():
    pipeline = build(
        DOCUMENTS, Settings(filter="hard"), lanes={"bm25": lambda question, k, allowed: [("pumps.md", 1.0)]}
    )
    trace = pipeline.ask("pump", "q", [parse("year >= 2024")])
    assert trace.failed_in == "bm25"
    assert "does not allow" in trace.error


# Rewriting


def test_feedback_comes_only_from_what_the_asker_may_see():
    pipeline = build(DOCUMENTS, Settings(rewrite="rm3", rewriting={"terms": 20}))
    may_not = [parse("tenant = elm", authorization=True)]
    assert "zorkmids" in pipeline.ask("pump warranty").rewrites[0]
    assert "zorkmids" not in pipeline.ask("pump warranty", "q", may_not).rewrites[0]


@pytest.mark.parametrize("how", ["rm3", "bo1"])
def test_feedback_expands_the_lexical_lane_only(how):
    pipeline = build(DOCUMENTS, Settings(Setup(lanes=("bm25", "lsa")), rewrite=how))
    plain = build(DOCUMENTS, Settings(Setup(lanes=("bm25", "lsa"))))
    one, two = pipeline.ask("гарантия лампы"), plain.ask("гарантия лампы")
    assert one.stage("lsa") == two.stage("lsa")
    assert one.stage("bm25").hits != two.stage("bm25").hits
    assert {"гарантия", "лампы"} <= set(one.rewrites[0].split())
    assert one.versions["rewrite"] == how


def test_a_model_that_writes_rewrites():
    class Canned:
        def complete(self, prompt):
            return "лампа\nzorkmids"

    settings = Settings(rewrite="multi_query", rewriting={"count": 2})
    trace = build(DOCUMENTS, settings, writer=Canned()).ask("pump")
    assert trace.rewrites == ("pump", "лампа", "zorkmids")
    assert set(trace.stage("bm25").items) == {"лампы.md", "pumps.md", "secret.md"}
    assert trace.stage("bm25").items[0] == "secret.md"  # two of three queries find it
    with pytest.raises(InputError, match="rewriter"):
        build(DOCUMENTS, settings)


# Selection and context


def test_parents_are_handed_on_in_place_of_their_children():
    setup = Setup("parents", {"parent": {"name": "fixed", "size": 6}, "child": {"name": "fixed", "size": 2}})
    pipeline = build(DOCUMENTS, Settings(setup, k=2))
    trace = pipeline.ask("warranty of the pump", "q")
    children, selected = trace.stage("bm25").items, trace.stage("selected").items
    assert len(children) > len(selected) == 2
    assert all(item in pipeline.index.texts for item in children)
    assert not any(item in pipeline.index.texts for item in selected)
    assert len({pipeline.index.chunks[item].parent for item in children}) >= 2
    anchor = trace.anchors[selected[0]]
    assert DOCUMENTS[1].text[anchor.start : anchor.end] == anchor.quote


def test_a_budget_cuts_the_context_and_not_the_selection():
    pipeline = build(DOCUMENTS, Settings(SETUP, k=3, budget=6))
    trace = pipeline.ask("warranty of the pump")
    assert len(trace.stage("selected").items) == 3
    assert len(trace.stage("context").items) == 1
    assert trace.prompt_tokens <= 6


def test_two_documents_or_chunks_of_one_name_are_refused():
    with pytest.raises(InputError, match=r"two documents are called 'pumps\.md'"):
        build([*DOCUMENTS, DOCUMENTS[1]])
    with pytest.raises(InputError, match="two chunks are called 'c'"):
        build(DOCUMENTS, chunker=lambda document: [Chunk("c", document.id, 0, 3, document.text[:3])])


def test_the_index_has_a_fingerprint_of_texts_and_metadata():
    one = build(DOCUMENTS).versions["index"]
    assert build(DOCUMENTS[::-1]).versions["index"] == one
    assert build([*DOCUMENTS[:2], replace(DOCUMENTS[2], metadata={"tenant": "elm"})]).versions["index"] != one
    assert build([*DOCUMENTS[:2], replace(DOCUMENTS[2], text="other")]).versions["index"] != one
