"""The parts of the reference pipeline by their names, as a configuration has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ragauge.core.records import Chunk, Document, Hit
from ragauge.pipeline.chunking.chunkers import make_chunker
from ragauge.pipeline.dense import DenseLane
from ragauge.pipeline.embedding.embedders import make_embedder
from ragauge.pipeline.fusion.convex import convex
from ragauge.pipeline.fusion.rrf import rrf
from ragauge.pipeline.lexical import LexicalRetriever
from ragauge.pipeline.reference.setup import WHOLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ragauge.backends.snowball import SnowballStemmer
    from ragauge.core.ports import Chunker


class Search(Protocol):
    """A lane for one question at a time; ``allowed`` are the ids among which it looks, None is all."""

    def __call__(self, question: str, k: int, /, *, allowed: AbstractSet[str] | None = None) -> list[Hit]:
        """The k best, best first."""


def make_lane(name: str, texts: Mapping[str, str], *, stemmer: SnowballStemmer | None = None) -> Search:
    """The lane of a name over texts by id: ``bm25``, or an embedder's name for exact dense search.

    >>> search = make_lane("bm25", {"a": "Lamps: two years", "b": "Lamps and cords"})
    >>> [hit.item for hit in search("lamps", 5)], [hit.item for hit in search("lamps", 5, allowed={"b"})]
    (['a', 'b'], ['b'])

    Raises: InputError for an unknown name; MissingDependencyError naming the package to install.
    """
    if name == "bm25":
        documents = (Document(key, text) for key, text in texts.items())
        return LexicalRetriever(documents, stemmer=stemmer).search
    embedder = make_embedder(name)
    dense = DenseLane(embedder, list(texts), list(texts.values()))

    def search(question: str, k: int, /, *, allowed: AbstractSet[str] | None = None) -> list[Hit]:
        return dense.search([question], k, allowed=None if allowed is None else [allowed])[0]

    return search


def chunker_of(name: str, parameters: Mapping[str, Any]) -> Chunker:
    """The chunker of a name; ``document`` leaves documents whole.

    Raises: InputError for an unknown name or parameter.
    """
    return whole if name == WHOLE else make_chunker(name, **parameters)


def whole(document: Document) -> list[Chunk]:
    """The document as its only chunk; nothing of one without text.

    >>> [(chunk.id, chunk.end) for chunk in whole(Document("a", "lamp"))]
    [('a', 4)]
    """
    return [Chunk(document.id, document.id, 0, len(document.text), document.text)] if document.text.strip() else []


def fuse(lanes: Mapping[str, Sequence[Hit]], how: Mapping[str, Any]) -> list[Hit]:
    """The lanes as one list, by RRF or a convex combination."""
    if how.get("fusion", "rrf") == "rrf":
        return rrf(lanes, k=float(how.get("rrf_k", 60)))
    return convex(lanes, alpha=float(how.get("alpha", 0.5)), norm=how.get("norm", "minmax"))
