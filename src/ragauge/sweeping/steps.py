"""The steps of a sweep, each done once for all configurations that share it: chunks, lanes, fusion, rerank."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge._version import __version__
from ragauge.backends.snowball import SnowballStemmer
from ragauge.core.records import Hit
from ragauge.metrics.chunking.truncation import Truncation
from ragauge.pipeline.chunking.words import WordTables
from ragauge.pipeline.reference.parts import ENGINES, fuse
from ragauge.pipeline.rerank.reranking import rerank
from ragauge.sweeping.auditing import uncut_share
from ragauge.sweeping.cutting import COUNTER, chunk_table
from ragauge.sweeping.lanes import Lanes
from ragauge.sweeping.own import LATE, OwnParts
from ragauge.sweeping.rerankers import reranker_identity, reranker_of
from ragauge.tables.run import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.store import Store

WITHOUT = "without_vector"
HITS = 100
"""How many hits of every question are kept."""


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
    own: OwnParts = field(default_factory=OwnParts)
    words: WordTables = field(default_factory=WordTables)
    _lanes: Lanes | None = None

    @property
    def lanes(self) -> Lanes:
        """The lanes, whose models keep their vectors beside the steps."""
        if self._lanes is None:
            self._lanes = Lanes(self.store.folder / "vectors", self.own)
        return self._lanes

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
        made_by = {"ragauge": __version__, "counter": COUNTER}
        if (own := self.own.chunkers.get(setup.chunker)) is not None:
            made_by["own"] = own.identity
        if setup.chunker == "semantic":
            made_by["embedder"] = str(self.lanes.identity(str(setup.chunking.get("embedder", "lsa"))))
        return {"corpus": self.corpus, "chunker": setup.chunker, "parameters": dict(setup.chunking), "made_by": made_by}

    def hits(self, setup: Setup) -> tuple[str, pl.DataFrame, dict[str, Any]]:
        """The ranked hits of all questions after the last step, with what the steps took."""
        chunks, cut, _ = self.chunks(setup)
        lanes = {name: self._lane(chunks, cut, name) for name in setup.lanes}
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
            inputs |= reranker_identity(setup.reranker, self.own)
            before = table
            key, table, again = self.store.table("rerank", inputs, lambda: self._reranked(before, chunks, setup))
            facts = _added([facts, again])
        return key, table, facts

    def truncation(self, setup: Setup) -> dict[str, Truncation]:
        """What of the chunks the embedders of the lanes do not read, for those of which that is known."""
        key, _, _ = self.chunks(setup)
        found = {}
        for name in setup.lanes:
            if name in ENGINES or name.startswith(LATE):
                continue
            inputs = {"chunks": key, "lane": name, "made_by": self.lanes.identity(name)}
            facts = self.store.facts("truncation", inputs, partial(self._audited, key, name))
            if facts:
                found[name] = Truncation(**facts)
        return found

    def _audited(self, chunks: str, name: str) -> dict[str, Any]:
        found = self.lanes.truncation(name, list(self.texts[chunks].values()))
        return {} if found is None else asdict(found)

    def uncut(self, setup: Setup) -> float | None:
        """Share of the boundaries of chunks that cut no sentence, table, list or block of code."""
        key, chunks, _ = self.chunks(setup)
        inputs = {"chunks": key, "made_by": __version__}
        facts = self.store.facts("boundaries", inputs, lambda: {"uncut": uncut_share(chunks, self.documents)})
        share: float | None = facts["uncut"]
        return share

    def _chunked(self, setup: Setup) -> tuple[pl.DataFrame, dict[str, Any]]:
        begun = self.clock()
        with self.words:
            table, facts = chunk_table(self.documents, setup, self.own.chunkers.get(setup.chunker), self.lanes.embedder)
        return table, {"chunk_seconds": self.clock() - begun, **facts}

    def _lane(self, chunks: str, cut: pl.DataFrame, name: str) -> tuple[str, pl.DataFrame, dict[str, Any]]:
        made_by = self.lanes.identity(name)
        inputs = {"chunks": chunks, "questions": self.asked, "lane": name, "hits": HITS, "made_by": made_by}
        return self.store.table("lane", inputs, lambda: self._searched(self.texts[chunks], cut, name))

    def _searched(self, texts: Mapping[str, str], cut: pl.DataFrame, name: str) -> tuple[pl.DataFrame, dict[str, Any]]:
        begun = self.clock()
        search, facts = self.lanes.search(name, texts, cut, self.documents, self.stemmer)
        indexed = self.clock()
        embedding = self._asked(name)
        rows: list[tuple[str, str, float]] = []
        took = []
        for place, (question, text) in enumerate(self.questions.items()):
            start = self.clock()
            found = search(text, HITS)
            took.append(self.clock() - start + (embedding[place] if embedding else 0.0))
            rows += [(question, hit.item, hit.score) for hit in found]
        facts = {"index_seconds": indexed - begun, "query_seconds": took, **facts}
        return pl.DataFrame(rows, schema=SCHEMA, orient="row"), facts

    def _asked(self, name: str) -> list[float]:
        """The seconds that each question took to embed, once for all chunkings; none where it is embedded each time."""
        if not self.lanes.is_cached(name):
            return []
        inputs = {"questions": self.asked, "made_by": self.lanes.identity(name)}
        asked = list(self.questions.values())
        seconds: list[float] = self.store.facts("asked", inputs, lambda: {"seconds": self.lanes.ask(name, asked)})[
            "seconds"
        ]
        return seconds

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
        reranker = reranker_of(str(setup.reranker), texts, self.own)
        rows: list[tuple[str, str, float]] = []
        took = []
        for question, text in self.questions.items():
            start = self.clock()
            ranked = rerank(text, found.get(question, []), texts, reranker, setup.depth)
            took.append(self.clock() - start)
            rows += [(question, hit.item, hit.score) for hit in ranked]
        return pl.DataFrame(rows, schema=SCHEMA, orient="row"), {"query_seconds": took}


def by_question(table: pl.DataFrame) -> dict[str, list[Hit]]:
    """The lists of hits of a table."""
    found: dict[str, list[Hit]] = {}
    for question, item, score in table.iter_rows():
        found.setdefault(question, []).append(Hit(item, score))
    return found


def _added(facts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What several steps took together, question by question."""
    total: dict[str, Any] = {name: sum(one.get(name, 0.0) for one in facts) for name in ("index_seconds", WITHOUT)}
    lists = [one["query_seconds"] for one in facts if "query_seconds" in one]
    return total | {"query_seconds": [sum(times) for times in zip(*lists, strict=True)]}
