"""The parts of the reference pipeline by their names, as a configuration has them."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Protocol

from ragauge.core.errors import InputError
from ragauge.core.records import Chunk, Document, Hit
from ragauge.pipeline.chunking.chunkers import make_chunker
from ragauge.pipeline.context.counters import WORDS, NamedCounter
from ragauge.pipeline.dense import DenseLane
from ragauge.pipeline.embedding.embedders import NAMED, SHIPPED, make_embedder
from ragauge.pipeline.fusion.convex import convex
from ragauge.pipeline.fusion.rrf import rrf
from ragauge.pipeline.lexical import LexicalRetriever
from ragauge.pipeline.reference.setup import WHOLE
from ragauge.pipeline.rerank.lexical import LexicalReranker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ragauge.backends.snowball import SnowballStemmer
    from ragauge.core.ports import Chunker, Reranker
    from ragauge.pipeline.context.counters import TokenCounter

ENGINES = {"bm25": ("bm25s", "PyStemmer", "numpy"), "lsa": ("PyStemmer", "numpy")}
"""The packages that the built-in lanes are made with."""
LANES = ("bm25", "lsa", *SHIPPED, *(f"{kind}:MODEL" for kind in NAMED))
RERANKERS = ("lexical", "onnx:FOLDER")
COUNTERS: dict[str, TokenCounter] = {"words": WORDS, "chars": NamedCounter("chars", len)}
"""What a budget of tokens can be counted by."""


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


def is_lane(name: str) -> bool:
    """Whether a lane may be called so; whether its model is there is found out when it is made.

    >>> is_lane("bm25"), is_lane("openai:text-embedding-3-small"), is_lane("openai"), is_lane("bm52")
    (True, True, False, False)
    """
    kind, _, model = name.partition(":")
    return (name in LANES and name != f"{kind}:MODEL") or (kind in NAMED and bool(model))


def identity_of(lane: str) -> str:
    """What the hits of a lane depend on besides texts and questions: versions, and which model it is."""
    engines = ENGINES.get(lane, ("numpy",))
    told = [f"{name} {version(name)}" for name in engines]
    return ", ".join(told if lane in ENGINES else [make_embedder(lane).identity, *told])


def make_reranker(name: str, texts: Mapping[str, str]) -> Reranker:
    """The reranker of a name: ``lexical``, with the statistics of the texts, or ``onnx:FOLDER``, a cross-encoder.

    Raises: InputError for an unknown name; MissingDependencyError naming the package to install.
    """
    kind, _, folder = name.partition(":")
    if name == "lexical":
        return LexicalReranker(list(texts.values()))
    if kind == "onnx" and folder:
        from ragauge.backends.cross_encoder_onnx import OnnxCrossEncoder

        return OnnxCrossEncoder(folder)
    raise InputError(f"no reranker {name!r}; there are: none, {', '.join(RERANKERS)}")


def chunker_of(name: str, parameters: Mapping[str, Any]) -> Chunker:
    """The chunker of a name; ``document`` leaves documents whole.

    Raises: InputError for an unknown name or parameter.
    """
    if name != WHOLE:
        return make_chunker(name, **parameters)
    if parameters:
        raise InputError(f"the chunker {WHOLE} has no parameter {', '.join(map(repr, parameters))}; it takes nothing")
    return whole


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
