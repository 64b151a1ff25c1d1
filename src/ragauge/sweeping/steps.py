"""The steps of a sweep, each done once for all configurations that share it: chunks, lanes, fusion, rerank."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge._version import __version__
from ragauge.backends.snowball import SnowballStemmer
from ragauge.core.records import Document, Hit
from ragauge.pipeline.embedding.embedders import make_embedder
from ragauge.pipeline.reference.parts import chunker_of, fuse, make_lane
from ragauge.pipeline.rerank.lexical import LexicalReranker
from ragauge.pipeline.rerank.reranking import rerank
from ragauge.pipeline.words import words
from ragauge.tables.run import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.store import Store

ENGINES = {"bm25": ("bm25s", "PyStemmer", "numpy"), "lsa": ("PyStemmer", "numpy")}
"""The packages that the built-in lanes are made with."""
HITS = 100
"""How many hits of every question are kept."""
CHUNK_SCHEMA = {"id": pl.String, "document": pl.String, "start": pl.Int64, "end": pl.Int64, "section": pl.String,
                "tokens": pl.Int64, "embedded": pl.String}  # fmt: skip


@dataclass(slots=True)
class Steps:
    """What a sweep works on: documents, questions by id, and the store that keeps what was done."""

    documents: Mapping[str, str]
    corpus: str
    questions: Mapping[str, str]
    asked: str
    store: Store
    clock: Callable[[], float] = time.perf_counter
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    stemmer: SnowballStemmer = field(default_factory=SnowballStemmer)

    def chunks(self, setup: Setup) -> tuple[str, pl.DataFrame, dict[str, Any]]:
        """The chunks of all documents."""
        key, table, facts = self.store.table("chunks", self._inputs(setup), lambda: self._chunked(setup))
        if key not in self.texts:
            rows = table.select("id", "document", "start", "end", "embedded").iter_rows()
            self.texts[key] = {
                name: embedded if embedded is not None else self.documents[document][start:end]
                for name, document, start, end, embedded in rows
            }
        return key, table, facts

    def is_chunked(self, setup: Setup) -> bool:
        """Whether the chunks are there already."""
        return self.store.has("chunks", self._inputs(setup))

    def _inputs(self, setup: Setup) -> dict[str, Any]:
        made_by = {"ragauge": __version__}
        return {"corpus": self.corpus, "chunker": setup.chunker, "parameters": dict(setup.chunking), "made_by": made_by}

    def hits(self, setup: Setup) -> tuple[str, pl.DataFrame, dict[str, Any]]:
        """The ranked hits of all questions after the last step, with what the steps took."""
        chunks, _, _ = self.chunks(setup)
        lanes = {name: self._lane(chunks, name) for name in setup.lanes}
        facts = _added([one[2] for one in lanes.values()])
        if len(lanes) == 1:
            ((key, table, _),) = lanes.values()
        else:
            inputs = {"lanes": {name: one[0] for name, one in lanes.items()}, **setup.fusion}
            tables = {name: one[1] for name, one in lanes.items()}
            key, table, fused = self.store.table("fusion", inputs, lambda: self._fused(tables, setup))
            facts = _added([facts, fused])
        if setup.reranker:
            inputs = {"hits": key, "chunks": chunks, "reranker": setup.reranker, "depth": setup.depth}
            before = table
            key, table, again = self.store.table("rerank", inputs, lambda: self._reranked(before, chunks, setup))
            facts = _added([facts, again])
        return key, table, facts

    def _chunked(self, setup: Setup) -> tuple[pl.DataFrame, dict[str, Any]]:
        begun = self.clock()
        cut = chunker_of(setup.chunker, setup.chunking)
        found = [chunk for name, text in self.documents.items() for chunk in cut(Document(name, text))]
        took = self.clock() - begun
        rows = [
            (c.id, c.document, c.start, c.end, " > ".join(c.section) or None, len(words(c.text)), c.embedded)
            for c in found
        ]
        return pl.DataFrame(rows, schema=CHUNK_SCHEMA, orient="row"), {"chunk_seconds": took}

    def _lane(self, chunks: str, name: str) -> tuple[str, pl.DataFrame, dict[str, Any]]:
        inputs = {"chunks": chunks, "questions": self.asked, "lane": name, "hits": HITS, "made_by": _identity(name)}
        return self.store.table("lane", inputs, lambda: self._searched(self.texts[chunks], name))

    def _searched(self, texts: Mapping[str, str], name: str) -> tuple[pl.DataFrame, dict[str, Any]]:
        begun = self.clock()
        search = make_lane(name, texts, stemmer=self.stemmer)
        indexed = self.clock()
        rows: list[tuple[str, str, float]] = []
        took = []
        for question, text in self.questions.items():
            start = self.clock()
            found = search(text, HITS)
            took.append(self.clock() - start)
            rows += [(question, hit.item, hit.score) for hit in found]
        facts = {"index_seconds": indexed - begun, "query_seconds": took}
        return pl.DataFrame(rows, schema=SCHEMA, orient="row"), facts

    def _fused(self, tables: Mapping[str, pl.DataFrame], setup: Setup) -> tuple[pl.DataFrame, dict[str, Any]]:
        lists = {name: by_question(table) for name, table in tables.items()}
        rows: list[tuple[str, str, float]] = []
        took = []
        for question in self.questions:
            start = self.clock()
            fused = fuse({name: found.get(question, []) for name, found in lists.items()}, setup.fusion)
            took.append(self.clock() - start)
            rows += [(question, hit.item, hit.score) for hit in fused[:HITS]]
        return pl.DataFrame(rows, schema=SCHEMA, orient="row"), {"query_seconds": took}

    def _reranked(self, table: pl.DataFrame, chunks: str, setup: Setup) -> tuple[pl.DataFrame, dict[str, Any]]:
        texts, found = self.texts[chunks], by_question(table)
        reranker = LexicalReranker(list(texts.values()))
        rows: list[tuple[str, str, float]] = []
        took = []
        for question, text in self.questions.items():
            start = self.clock()
            ranked = rerank(text, found.get(question, []), texts, reranker, setup.depth)
            took.append(self.clock() - start)
            rows += [(question, hit.item, hit.score) for hit in ranked]
        return pl.DataFrame(rows, schema=SCHEMA, orient="row"), {"query_seconds": took}


def _identity(lane: str) -> dict[str, str]:
    """What a lane's hits depend on besides texts and questions: versions, and which model it is."""
    if lane in ENGINES:
        return {name: version(name) for name in ENGINES[lane]}
    return {"model": make_embedder(lane).identity, "numpy": version("numpy")}


def by_question(table: pl.DataFrame) -> dict[str, list[Hit]]:
    """The lists of hits of a table."""
    found: dict[str, list[Hit]] = {}
    for question, item, score in table.iter_rows():
        found.setdefault(question, []).append(Hit(item, score))
    return found


def _added(facts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What several steps took together, question by question."""
    total: dict[str, Any] = {"index_seconds": sum(one.get("index_seconds", 0.0) for one in facts)}
    lists = [one["query_seconds"] for one in facts if "query_seconds" in one]
    return total | {"query_seconds": [sum(times) for times in zip(*lists, strict=True)]}
