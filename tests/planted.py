"""The demo pipeline with one fault planted in it, and what became of the evidence."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np

from ragauge.core.records import Chunk, Hit
from ragauge.demo.corpus import demo_documents, demo_golden
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import Diagnosis, follow
from ragauge.funnel.index_listing import IndexListing
from ragauge.funnel.replay import oracle_replay
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.trace_tables import traced_of
from ragauge.pipeline.context.counters import WORDS
from ragauge.pipeline.filters.recorded import predicates_of
from ragauge.pipeline.fusion.rrf import rrf
from ragauge.pipeline.generation.records import Answer
from ragauge.pipeline.reference.building import build
from ragauge.pipeline.reference.parts import chunker_of
from ragauge.pipeline.reference.settings import Settings
from ragauge.pipeline.reference.setup import Setup
from ragauge.pipeline.rerank.lexical import LexicalReranker
from ragauge.pipeline.rerank.reranking import rerank
from ragauge.tables.anchors import anchors_of
from ragauge.tables.corpus import Corpus

DOCUMENTS = demo_documents()
GOLD = demo_golden()
CORPUS = Corpus({d.id: d.text for d in DOCUMENTS}, metadata={d.id: d.metadata for d in DOCUMENTS})
TEXTS = dict(GOLD.questions.select("question", "text").iter_rows())
AROUND = Surroundings(corpus=CORPUS)
ANCHORS = anchors_of(GOLD.anchors)
CHUNKS = {"size": 150}
WORDS._count = lru_cache(10_000)(WORDS._count)  # every question counts the words of the same chunks
OTHER = re.compile(r"(?m)^(?=#+ )")


@dataclass(frozen=True)
class Case:
    """A diagnosis, and the pipeline that it is of, with the predicates of its questions."""

    diagnosis: Diagnosis
    pipeline: object
    predicates: tuple

    @property
    def chunks(self):
        return self.pipeline.index.chunks

    def replayed(self, place, **how):
        given = dict.fromkeys(TEXTS, self.predicates)
        return oracle_replay(self.diagnosis, self.pipeline, place, AROUND, predicates=given, **how)


def settings(**changes):
    setup = Setup("recursive", CHUNKS, ("bm25", "lsa"), {"fusion": "rrf"})
    return Settings(**{"setup": setup, "k": 20, "filter": "hard", **changes})


@cache
def wanted():
    """The quotes of every need, by the text of its question."""
    found = {}
    for question, item, _, need in GOLD.judgments.iter_rows():
        found.setdefault(TEXTS[question], {}).setdefault(need, []).append(plain(ANCHORS[item].quote))
    return found


def plain(text):
    return " ".join(text.split())


def reader(question, context):
    """A reader that is right where all evidence is in its prompt, and cites the passages that have some."""
    needs = wanted().get(question)
    if not needs:
        return Answer("I cannot tell.", (), refusal=True)
    has = {passage: plain(passage.text) for passage in context.passages}
    cited = [p.chunks[0] for p, text in has.items() if any(q in text for quotes in needs.values() for q in quotes)]
    complete = all(any(q in plain(context.text) for q in quotes) for quotes in needs.values())
    return Answer(references()[question] if complete else "Somewhere else.", tuple(cited), refusal=False)


def faithful(question, context):
    """A reader that says nothing but what its prompt says: the evidence if it is there, else whatever comes first."""
    quotes = [quote for group in wanted().get(question, {}).values() for quote in group]
    found = [quote for quote in quotes if quote in plain(context.text)] or [" ".join(context.text.split()[:20])]
    return Answer(" ".join(found), (), refusal=False)


@cache
def references():
    answers = GOLD.slices[GOLD.roles["answer"]]
    return dict(zip(GOLD.questions["text"], answers, strict=True))


def good_reranker(pipeline):
    """The order of the fused list, helped by a lexical one."""
    texts = pipeline.index.texts
    lexical = lexical_reranker(tuple(texts.values()))

    def order(question, hits):
        return rrf({"a": hits, "b": rerank(question, hits, texts, lexical, 100)}, weights={"a": 3, "b": 1})

    return order


class Remembering:
    """A reranker whose score is of question and text alone: pipelines over the same texts ask it the same."""

    def __init__(self, texts):
        self.model, self.known = LexicalReranker(list(texts)), {}

    def scores(self, question, texts):
        new = [text for text in texts if (question, text) not in self.known]
        for text, score in zip(new, self.model.scores(question, new), strict=True):
            self.known[question, text] = score
        return [self.known[question, text] for text in texts]


lexical_reranker = cache(Remembering)


def run(*changes, documents=DOCUMENTS, chunks=None, predicates=(), setting=None, every=1, **parts):
    """The diagnosis of the demo pipeline asked every so many-th question; ``changes`` make one pipeline of another."""
    made = build(documents, settings(**(setting or {})), **{"generate": reader, **parts})
    made = replace(made, rerank=good_reranker(made))
    for change in changes:
        made = change(made)
    traced = traced_of([made.ask(text, key=key, predicates=predicates) for key, text in list(TEXTS.items())[::every]])
    index = IndexListing(frozenset(made.index.chunks))
    table = chunk_table(made.index.rows()) if chunks is None else chunks
    return Case(follow(GOLD, traced, replace(AROUND, chunks=table), index=index), made, tuple(predicates))


@cache
def healthy(generate=reader, every=1):
    return run(generate=generate, every=every)


@cache
def healthy_chunks():
    return chunk_table(build(DOCUMENTS, settings()).index.rows())


def drops_sections(document):
    """A parser that loses every third section."""
    parts = OTHER.split(document.text)
    return replace(document, text="".join(part for number, part in enumerate(parts) if number % 3 != 2))


def cuts_rows(document):
    """A chunker that cuts every row of a table in two."""
    found = []
    for chunk in chunker_of("recursive", CHUNKS)(document):
        rows = re.finditer(r"(?m)^\|.*\|$", chunk.text)
        edges = [0, *(row.start() + len(row[0]) // 2 for row in rows), len(chunk.text)]
        for start, end in pairwise(edges):
            at = chunk.start + start, chunk.start + end
            found.append(Chunk(f"{document.id}#{at[0]}-{at[1]}", document.id, *at, chunk.text[start:end]))
    return found


def one_lane_returns_nothing(pipeline):
    return replace(pipeline, lanes={**pipeline.lanes, "lsa": lambda question, k, allowed=None: []})


def one_lane_returns_anything(pipeline):
    ids, rng = list(pipeline.index.chunks), np.random.default_rng(0)

    def search(question, k, allowed=None):
        drawn = (ids[place] for place in rng.permutation(len(ids))[:k])
        return [Hit(item, -float(rank)) for rank, item in enumerate(drawn) if allowed is None or item in allowed]

    return replace(pipeline, lanes={**pipeline.lanes, "lsa": search})


def other_name(name):
    return "x" + hashlib.sha256(name.encode()).hexdigest()[:12]


TWINS = [replace(document, id=other_name(document.id)) for document in DOCUMENTS]
"""The documents as another index calls them."""


def ids_of_another_index(pipeline):
    """The dense lane searches an index with names of its own, which nobody after it can look up."""
    known = frozenset(name for name in pipeline.index.chunks if not name.startswith("x"))
    foreign = frozenset(pipeline.index.chunks) - known

    def within(search, ids):
        return lambda question, k, allowed=None: search(question, k, allowed=ids if allowed is None else ids & allowed)

    lanes = {name: within(search, foreign if name == "lsa" else known) for name, search in pipeline.lanes.items()}
    assemble = pipeline.assemble
    return replace(pipeline, lanes=lanes, assemble=lambda hits: assemble([hit for hit in hits if hit.item in known]))


def inverts_the_reranker(pipeline):
    order = pipeline.rerank
    return replace(pipeline, rerank=lambda question, hits: order(question, hits)[::-1])


def ignores_the_context(question, context):
    return Answer("It depends on the weather.", (), refusal=False)


US = predicates_of({"locale": "en-US"})
FAULTS = {
    "PARSING": lambda **parts: run(parse=drops_sections, **parts),
    "CHUNKING": lambda **parts: run(chunker=cuts_rows, **parts),
    "INDEX": lambda **parts: run(documents=DOCUMENTS[::2], chunks=healthy_chunks(), **parts),
    "FILTER": lambda **parts: run(predicates=US, **parts),
    "RETRIEVAL": lambda **parts: run(one_lane_returns_anything, **parts),
    "FUSION": lambda **parts: run(ids_of_another_index, documents=DOCUMENTS + TWINS, **parts),
    "RERANK": lambda **parts: run(inverts_the_reranker, **parts),
    "CUT": lambda **parts: run(setting={"k": 2}, **parts),
    "ASSEMBLY": lambda **parts: run(setting={"budget": 300}, **parts),
    "USE": lambda **parts: run(**{**parts, "generate": ignores_the_context}),
}
"""One fault a stage, by the place where it must be found."""
REPAIRED = ("PARSING", "CHUNKING", "INDEX", "FUSION", "USE")
"""Faults that no oracle can put right: they are replayed by the healthy pipeline."""


@cache
def faulty(place, generate=reader, every=1):
    return FAULTS[place](generate=generate, every=every)


def repaired(place):
    return healthy().pipeline if place in REPAIRED else None
