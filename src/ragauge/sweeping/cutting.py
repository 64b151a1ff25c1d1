"""The chunks of all documents, as a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.records import Chunk, Document
from ragauge.pipeline.chunking.placing import placed
from ragauge.pipeline.chunking.rulers import make_ruler
from ragauge.pipeline.chunking.sentence_ends import sentence_spans
from ragauge.pipeline.context.counters import WORDS
from ragauge.pipeline.embedding.lsa import LsaEmbedder
from ragauge.pipeline.reference.parts import chunker_of

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping

    from ragauge.core.ports import Embedder
    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.own import Own

CHUNK_SCHEMA = {"id": pl.String, "document": pl.String, "start": pl.Int64, "end": pl.Int64, "section": pl.String,
                "page": pl.Int64, "tokens": pl.Int64, "embedded": pl.String, "parent": pl.String}  # fmt: skip
COUNTER = WORDS.name
"""What counts the column ``tokens``: what sizes of chunks are given in as well."""
SHOWN = 40


def chunk_table(
    documents: Mapping[str, str], setup: Setup, own: Own | None, embedder: Callable[[str], Embedder]
) -> tuple[pl.DataFrame, dict[str, Any]]:
    """A row a chunk, in the order of the documents, and how many chunks of one's own said a wrong place."""
    found = _Found()
    if own is not None:
        for name, text in documents.items():
            document = Document(name, text)
            found.add(document, own.part(document))
        found.refuse(setup.chunker)
    else:
        cut = chunker_of(setup.chunker, _parameters(setup, documents, embedder))
        found.chunks = [chunk for name, text in documents.items() for chunk in cut(Document(name, text))]
    return pl.DataFrame(list(_rows(found.chunks, documents)), schema=CHUNK_SCHEMA, orient="row"), {
        "relocated": found.relocated
    }


def refuse_odd_chunkers(setups: Iterable[Setup], own: Container[str] = ()) -> None:
    """Raise InputError with every chunker of a grid that cannot be made, before anything is cut.

    Chunkers of one's ``own`` are made already; which embedder there is has no part in it.
    """
    wrong = {}
    for setup in setups:
        given = dict(setup.chunking)
        if setup.chunker == "semantic" or isinstance(given.get("embedder"), str):
            given["embedder"] = LsaEmbedder()
        try:
            if setup.chunker not in own:
                chunker_of(setup.chunker, given)
        except InputError as error:
            wrong[str(error)] = Problem(str(error))
    if wrong:
        raise InputError(list(wrong.values()))


def _rows(chunks: Iterable[Chunk], documents: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    ruler, of = None, ""
    for c in chunks:
        if ruler is None or c.document != of:
            ruler, of = make_ruler(documents[c.document], "words"), c.document
        section = " > ".join(c.section) or None
        yield c.id, c.document, c.start, c.end, section, c.page, ruler.length(c.start, c.end), c.embedded, c.parent


def _parameters(setup: Setup, documents: Mapping[str, str], embedder: Callable[[str], Embedder]) -> dict[str, Any]:
    """The parameters of a chunker, with the embedder that it names; LSA is made for the sentences of the documents."""
    given = dict(setup.chunking)
    if setup.chunker == "semantic":
        given.setdefault("embedder", "lsa")
    if isinstance(name := given.get("embedder"), str):
        given["embedder"] = _fitted(documents) if name == "lsa" else embedder(name)
    return given


def _fitted(documents: Mapping[str, str]) -> LsaEmbedder:
    made = LsaEmbedder()
    made.fit([text[start:end] for text in documents.values() for start, end in sentence_spans(text)])
    return made


@dataclass(slots=True)
class _Found:
    """Chunks so far; ``lost`` are texts that stand nowhere, ``twice`` chunks that are there already."""

    chunks: list[Chunk] = field(default_factory=list)
    relocated: int = 0
    lost: list[tuple[str, str]] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)

    def add(self, document: Document, pieces: list[Chunk | str]) -> None:
        """Take the chunks of a chunker that is not ours."""
        found = placed(document, pieces)
        times = Counter(one.id for one in found.chunks)
        self.twice += [name for name, count in times.items() if count > 1]
        self.chunks += found.chunks
        self.relocated += found.relocated
        self.lost += [(document.id, text) for text in found.unlocated]

    def refuse(self, chunker: str) -> None:
        """Raise InputError for chunks without a place, and for those that are there twice."""
        problems = [
            Problem(f"{chunker}: a chunk does not stand in document {name!r}: {text[:SHOWN]!r}")
            for name, text in self.lost
        ] + [Problem(f"{chunker}: chunk {name!r} is given twice") for name in self.twice]
        if problems:
            raise InputError(problems)
