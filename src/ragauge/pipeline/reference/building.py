"""A pipeline from documents and settings."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ragauge._version import __version__
from ragauge.backends.snowball import SnowballStemmer
from ragauge.core.errors import InputError
from ragauge.golden.chunks.table import chunk_table
from ragauge.pipeline.context.assemble import assemble
from ragauge.pipeline.generation.answerers import make_answerer
from ragauge.pipeline.generation.prompted import PromptedAnswerer
from ragauge.pipeline.reference.indexing import index_of
from ragauge.pipeline.reference.parts import COUNTERS, chunker_of, fuse, identity_of, make_lane, make_reranker
from ragauge.pipeline.reference.pipeline import PARTS, Pipeline
from ragauge.pipeline.reference.rewriters import make_rewriter
from ragauge.pipeline.reference.settings import Settings
from ragauge.pipeline.rerank.reranking import rerank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ragauge.core.ports import Chunker, Generator
    from ragauge.core.records import Document, Hit
    from ragauge.pipeline.context.records import Context
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.pipeline.recorded_parts import Clock
    from ragauge.pipeline.reference.indexing import Index, Parse
    from ragauge.pipeline.reference.parts import Search
    from ragauge.pipeline.reference.pipeline import Rerank

NONE = "none"


def build(
    documents: Iterable[Document],
    settings: Settings | None = None,
    *,
    parse: Parse | None = None,
    chunker: Chunker | None = None,
    lanes: Mapping[str, Search] | None = None,
    writer: Generator | None = None,
    clock: Clock = perf_counter,
    **parts: Any,
) -> Pipeline:
    """The pipeline of settings, with one's own parts where they are given.

    ``parse`` and ``chunker`` make the index. ``lanes`` stand in for lanes of the same name, or join the others;
    ``writer`` is the model that rewrites questions. ``parts`` are fields of ``Pipeline``: read, rewrite, fuse, rerank,
    assemble, generate.

    Raises: InputError for documents that cannot be indexed, and for names that there are not;
        MissingDependencyError naming the package to install.
    """
    settings = settings or Settings()
    if unknown := [name for name in parts if name not in PARTS]:
        raise InputError(f"no part {', '.join(map(repr, unknown))}; there are: {', '.join(PARTS)}")
    setup = settings.setup
    index = index_of(documents, chunker or chunker_of(setup.chunker, setup.chunking), parse)
    if not index.texts:
        raise InputError("there is nothing to search: no document has any text, or the chunker made nothing of it")
    mine = dict(lanes or {})
    stemmer = SnowballStemmer()
    built = {name: make_lane(name, index.texts, stemmer=stemmer) for name in setup.lanes if name not in mine}
    every = {name: mine.get(name) or built[name] for name in dict.fromkeys((*setup.lanes, *mine))}
    made = _made(settings, index, every, writer, parts)
    return Pipeline(
        index=index,
        settings=settings,
        lanes=every,
        versions=_versions(settings, index, built, made, parse=parse, chunker=chunker),
        made={**made, "lanes": built},
        clock=clock,
        **{**made, **parts},
    )


def _made(
    settings: Settings,
    index: Index,
    lanes: Mapping[str, Search],
    writer: Generator | None,
    given: Mapping[str, Any],
) -> dict[str, Any]:
    """The built-in parts that nothing else was given for."""
    make: dict[str, Callable[[], Any]] = {
        "read": lambda: _nothing_read,
        "rewrite": lambda: make_rewriter(settings, lanes, index.texts, writer or _writer(settings)),
        "fuse": lambda: partial(fuse, how=settings.setup.fusion),
        "rerank": lambda: _reranker(settings, index),
        "assemble": lambda: _assembler(settings, index),
        "generate": lambda: make_answerer(settings.generator, **settings.generation),
    }
    return {name: make[name]() for name in PARTS if name not in given}


def _writer(settings: Settings) -> Generator | None:
    """The model that rewrites questions."""
    if settings.rewriter is None:
        return None
    answerer = make_answerer(settings.rewriter)
    if not isinstance(answerer, PromptedAnswerer):
        raise InputError(f"{settings.rewriter} is no model that writes: openai:MODEL")
    return answerer.generator


def _nothing_read(_question: str) -> Sequence[Predicate]:
    return ()


def _reranker(settings: Settings, index: Index) -> Rerank | None:
    name, depth = settings.setup.reranker, settings.setup.depth
    if name is None:
        return None
    model = make_reranker(name, index.texts)
    return lambda question, hits: rerank(question, hits, index.texts, model, depth)


def _assembler(settings: Settings, index: Index) -> Any:
    counter = COUNTERS.get(settings.counter)
    if counter is None:
        raise InputError(f"no counter {settings.counter!r}; there are: {', '.join(COUNTERS)}")

    def assembled(hits: Sequence[Hit]) -> Context:
        return assemble(
            hits,
            index.chunks,
            budget=settings.budget,
            counter=counter,
            order=settings.order,
            dedupe=settings.dedupe,
            neighbours=settings.neighbours,
            documents=index.documents,
        )

    return assembled


def _versions(
    settings: Settings,
    index: Index,
    lanes: Iterable[str],
    made: Mapping[str, Any],
    *,
    parse: Parse | None,
    chunker: Chunker | None,
) -> dict[str, str]:
    """What the traces say they were made with."""
    setup = settings.setup
    told = {
        "ragauge": __version__,
        "chunker": setup.name.split(" · ")[0] if chunker is None else _name(chunker),
        "index": index.fingerprint(),
        "chunks": chunk_table(index.rows()).fingerprint(),
        "settings": settings.fingerprint(),
        "counter": settings.counter,
        **{f"lane {name}": identity_of(name) for name in lanes},
    }
    if parse is not None:
        told["parse"] = _name(parse)
    if setup.reranker:
        told["reranker"] = f"{setup.reranker} depth={setup.depth}"
    told["filter"] = f"soft boost={settings.boost}" if settings.filter == "soft" else settings.filter
    generator = getattr(made.get("generate"), "identity", settings.generator)
    named = {"rewrite": settings.rewrite, "rewriter": settings.rewriter, "generator": generator}
    return told | {name: value for name, value in named.items() if value not in (None, NONE)}


def _name(part: Any) -> str:
    """What a part of the user's is called."""
    return str(getattr(part, "__name__", type(part).__name__))
