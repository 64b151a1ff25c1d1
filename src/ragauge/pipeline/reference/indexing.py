"""The documents as the pipeline searches them: parsed, cut, and with the place of every chunk."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.core.anchors import Anchor
from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import is_whole
from ragauge.core.records import Document
from ragauge.pipeline.filters.hard import allowed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ragauge.core.ports import Chunker
    from ragauge.core.records import Chunk
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.tables.corpus import Corpus

    Parse = Callable[[Document], Document]
    """From a document as it was read to one whose text can be cut."""

SHOWN = 5


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """What there is to find.

    ``chunks`` has every chunk by id, ``texts`` what is indexed of those that are searched (of chunks with parents only
    the children are). ``metadata`` is that of each document, ``documents`` their texts. ``anchors`` say where a chunk
    stands in the documents as they were given; a chunk that is a whole document needs none.
    """

    chunks: Mapping[str, Chunk]
    texts: Mapping[str, str]
    documents: Mapping[str, str]
    metadata: Mapping[str, Mapping[str, object]]
    anchors: Mapping[str, Anchor]
    _allowed: dict[tuple[Predicate, ...], frozenset[str]] = field(default_factory=dict, repr=False)

    def allowed(self, predicates: Sequence[Predicate]) -> frozenset[str]:
        """The chunks whose documents keep all predicates."""
        key = tuple(predicates)
        if key not in self._allowed:
            documents = allowed(self.metadata, key)
            self._allowed[key] = frozenset(name for name, one in self.chunks.items() if one.document in documents)
        return self._allowed[key]

    def of_chunks(self, items: Iterable[str]) -> dict[str, Mapping[str, object]]:
        """The metadata of these chunks: that of their documents."""
        return {item: self.metadata[self.chunks[item].document] for item in items}

    def fields(self) -> list[str]:
        """The fields of metadata that some document has."""
        return sorted({name for known in self.metadata.values() for name in known})

    def rows(self) -> list[dict[str, Any]]:
        """A table of chunks: id, document, start, end, section, page, text; a row has what is known."""
        return [_row(chunk, self.anchors.get(name)) for name, chunk in self.chunks.items()]

    def fingerprint(self) -> str:
        """A hash of what is searched, of its places and of the metadata; the order of the documents has no part."""
        digest = hashlib.sha256()
        for name in sorted(self.chunks):
            one = self.chunks[name]
            digest.update("\0".join([name, one.document, str(one.start), str(one.end), one.indexed, ""]).encode())
        told = {name: dict(known) for name, known in self.metadata.items()}
        digest.update(json.dumps(told, sort_keys=True, ensure_ascii=False, default=repr).encode())
        return digest.hexdigest()[:32]


def documents_of(corpus: Corpus) -> list[Document]:
    """The documents of a corpus whose text is known, by id.

    Raises: InputError where there is none.
    """
    texts = corpus.readable()
    if not texts:
        raise InputError(f"{corpus.source}: no document can be read as text")
    if not any(text.strip() for text in texts.values()):
        raise InputError(f"{corpus.source}: no document has any text")
    return [Document(name, texts[name], corpus.metadata.get(name, {})) for name in sorted(texts)]


def index_of(documents: Iterable[Document], chunker: Chunker, parse: Parse | None = None) -> Index:
    """Parse and cut documents.

    Where ``parse`` changed a text, offsets would be of no document that anybody has: its chunks are known by their
    words, pages and sections only.

    >>> from ragauge.pipeline.chunking.fixed import FixedChunker
    >>> index = index_of([Document("a.md", "Two years for lamps.", {"year": 2024})], FixedChunker(size=2))
    >>> list(index.texts), index.anchors["a.md#0-9"].quote
    (['a.md#0-9', 'a.md#10-20'], 'Two years')

    Raises: InputError for two documents of one id, and for two chunks of one id that are not the same.
    """
    chunks: dict[str, Chunk] = {}
    texts: dict[str, str] = {}
    anchors: dict[str, Anchor] = {}
    parsed: dict[str, Document] = {}
    problems: list[Problem] = []
    for given in documents:
        document = given if parse is None else parse(given)
        if document.id in parsed:
            problems.append(Problem(f"two documents are called {document.id!r}"))
            continue
        parsed[document.id] = document
        if not (is_whole(document.id) and is_whole(document.text)):
            problems.append(Problem(f"document {brief(document.id)} is no text, or has half a character in it"))
            continue
        small = list(chunker(document))
        for chunk in (*_parents(chunker, document), *small):
            if not _is_same(chunks.setdefault(chunk.id, chunk), chunk):
                problems.append(Problem(f"two chunks are called {chunk.id!r}"))
            if chunk.id != chunk.document:
                anchors[chunk.id] = _anchor(chunk, given.text)
        texts |= {chunk.id: chunk.indexed for chunk in small}
        chunks |= {chunk.id: chunk for chunk in small}  # a child that is all of its parent names it
    if problems:
        raise InputError(problems)
    metadata = {name: document.metadata for name, document in parsed.items()}
    return Index(chunks, texts, {name: document.text for name, document in parsed.items()}, metadata, anchors)


def _parents(chunker: Chunker, document: Document) -> list[Chunk]:
    """The large chunks, of a chunker whose small ones name them."""
    parents: Callable[[Document], Sequence[Chunk]] | None = getattr(chunker, "parents", None)
    return [] if parents is None else list(parents(document))


def _is_same(one: Chunk, other: Chunk) -> bool:
    return (one.document, one.start, one.end, one.text) == (other.document, other.start, other.end, other.text)


def _anchor(chunk: Chunk, text: str) -> Anchor:
    exact = chunk.start < chunk.end and text[chunk.start : chunk.end] == chunk.text
    return Anchor(
        document=chunk.document,
        page_from=chunk.page,
        page_to=chunk.page,
        section=" > ".join(chunk.section) or None,
        start=chunk.start if exact else None,
        end=chunk.end if exact else None,
        quote=chunk.text,
    )


def _row(chunk: Chunk, anchor: Anchor | None) -> dict[str, Any]:
    place = anchor or Anchor(document=chunk.document, start=chunk.start, end=chunk.end)
    told = {
        "id": chunk.id, "document": chunk.document, "start": place.start, "end": place.end,
        "section": place.section, "page": chunk.page, "text": chunk.text,
    }  # fmt: skip
    return {name: value for name, value in told.items() if value is not None}
