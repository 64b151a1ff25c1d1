"""A pipeline that does not lose certain chunks at a certain stage: they are put back at its exit, all else runs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ragauge.core.records import Hit
from ragauge.funnel.places import Place
from ragauge.pipeline.context.records import Passage
from ragauge.pipeline.context.table import SEPARATOR
from ragauge.pipeline.reference.indexing import Index
from ragauge.pipeline.reference.parts import COUNTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.core.records import Chunk
    from ragauge.pipeline.context.records import Context
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.pipeline.reference.parts import Search
    from ragauge.pipeline.reference.pipeline import Pipeline

LAST = 1 << 40


@dataclass(frozen=True, slots=True)
class Put:
    """A chunk and the rank at which it is put back, by the name of the list; ``LAST`` is behind all others.

    ``evidence`` are all chunks that hold the same need, for a reader that is given evidence alone.
    """

    chunk: str
    ranks: Mapping[str, int] = field(default_factory=dict)
    evidence: frozenset[str] = frozenset()

    def rank(self, name: str) -> int:
        """The rank in a list; the first where nothing is said."""
        return self.ranks.get(name, 1)


def with_oracle(pipeline: Pipeline, place: Place, puts: Sequence[Put]) -> Pipeline:
    """The pipeline with the chunks put back at the exit of the stage ``place``.

    - filter: they are allowed, besides what is;
    - retrieval: they stand in every lane, at their rank or where they were if that is better;
    - fusion, rerank: they stand in its list, in the same way;
    - cut: they are handed on, besides what is;
    - assembly: they are passages of the context, besides what is, whatever the budget;
    - refusal, use, answer: the reader is given the passages with evidence, and no others.

    What authorization forbids stays away.

    Raises: KeyError for a stage before the filter: what is not in the index cannot be put into a list of it.
    """
    return ORACLES[place](pipeline, puts)


@dataclass(frozen=True, slots=True, eq=False)
class AdmittingIndex(Index):
    """An index whose filter lets some chunks pass, if authorization does."""

    admitted: frozenset[str] = frozenset()

    def allowed(self, predicates: Sequence[Predicate]) -> frozenset[str]:
        """The chunks whose documents keep all predicates, and those that are admitted."""
        secret = [one for one in predicates if one.authorization]
        free = self.admitted if not secret else self.admitted & Index.allowed(self, secret)
        return Index.allowed(self, predicates) | free


def _at_filter(pipeline: Pipeline, puts: Sequence[Put]) -> Pipeline:
    index = pipeline.index
    chunks = frozenset(put.chunk for put in puts)
    admitting = AdmittingIndex(
        index.chunks, index.texts, index.documents, index.metadata, index.anchors, admitted=chunks
    )
    return replace(pipeline, index=admitting)


def _at_retrieval(pipeline: Pipeline, puts: Sequence[Put]) -> Pipeline:
    lanes = {name: _helped(search, name, puts) for name, search in pipeline.lanes.items()}
    return replace(pipeline, lanes=lanes)


def _helped(search: Search, name: str, puts: Sequence[Put]) -> Search:
    def found(question: str, k: int, /, *, allowed: Any = None) -> list[Hit]:
        hits = search(question, k, **({} if allowed is None else {"allowed": allowed}))
        return inserted(hits, [put for put in puts if allowed is None or put.chunk in allowed], name)

    return found


def _at_fusion(pipeline: Pipeline, puts: Sequence[Put]) -> Pipeline:
    fuse = pipeline.fuse
    return replace(pipeline, fuse=lambda lanes: inserted(fuse(lanes), puts, "fused"))


def _at_rerank(pipeline: Pipeline, puts: Sequence[Put]) -> Pipeline:
    order = pipeline.rerank
    if order is None:
        return pipeline
    return replace(pipeline, rerank=lambda question, hits: inserted(order(question, hits), puts, "reranked"))


def _at_cut(pipeline: Pipeline, puts: Sequence[Put]) -> Pipeline:
    """The last list is the selection itself, as long as it was and the chunks that it lacked."""
    order, k = pipeline.rerank, pipeline.settings.k
    lacking = len({put.chunk for put in puts})

    def selected(question: str, hits: Sequence[Hit]) -> list[Hit]:
        ranked = list(hits if order is None else order(question, hits))
        kept = ranked[:k]
        return [*inserted(kept, puts, "selected"), *ranked[k:]]

    longer = replace(pipeline.settings, k=k + lacking, hits=max(pipeline.settings.hits, k + lacking))
    return replace(pipeline, rerank=selected, settings=longer)


def _at_assembly(pipeline: Pipeline, puts: Sequence[Put]) -> Pipeline:
    assemble = pipeline.assemble
    chunks = pipeline.index.chunks

    def assembled(hits: Sequence[Hit]) -> Context:
        context = assemble(hits)
        missing = [put for put in puts if put.chunk not in context.entered]
        passages = [_passage(chunks[put.chunk], pipeline) for put in missing]
        first = [one for one, put in zip(passages, missing, strict=True) if put.rank("context") == 1]
        last = [one for one in passages if one not in first]
        return _of_passages(context, [*first, *context.passages, *last], pipeline)

    return replace(pipeline, assemble=assembled)


def _at_reading(pipeline: Pipeline, puts: Sequence[Put]) -> Pipeline:
    answer = pipeline.generate
    if answer is None:
        return pipeline
    evidence = frozenset().union(*(put.evidence | {put.chunk} for put in puts))

    def answered(question: str, context: Context) -> Any:
        kept = [one for one in context.passages if evidence.intersection(one.chunks)]
        return answer(question, _of_passages(context, kept or context.passages, pipeline))

    return replace(pipeline, generate=answered)


def _passage(chunk: Chunk, pipeline: Pipeline) -> Passage:
    tokens = COUNTERS[pipeline.settings.counter](chunk.text)
    return Passage(chunk.text, (chunk.id,), chunk.document, chunk.start, chunk.end, 1, tokens)


def _of_passages(context: Context, passages: Sequence[Passage], pipeline: Pipeline) -> Context:
    text = SEPARATOR.join(one.text for one in passages)
    tokens = COUNTERS[pipeline.settings.counter](text)
    return replace(context, text=text, passages=tuple(passages), tokens=tokens)


def inserted(hits: Sequence[Any], puts: Sequence[Put], name: str) -> list[Hit]:
    """A list with chunks at their ranks; one that stands at a better rank stays there.

    >>> inserted([Hit("a", 3.0), Hit("b", 2.0)], [Put("c", {"bm25": 2}), Put("a")], "bm25")
    [Hit(item='a', score=3.0), Hit(item='c', score=2.0), Hit(item='b', score=2.0)]
    """
    found = [hit if isinstance(hit, Hit) else Hit(str(hit[0]), float(hit[1])) for hit in hits]
    for put in sorted(puts, key=lambda one: one.rank(name)):
        at = put.rank(name) - 1
        items = [hit.item for hit in found]
        if put.chunk in items[: at + 1]:
            continue
        found = [hit for hit in found if hit.item != put.chunk]
        score = found[min(at, len(found) - 1)].score if found else 1.0
        found.insert(at, Hit(put.chunk, score))
    return found


ORACLES: dict[Place, Callable[[Pipeline, Sequence[Put]], Pipeline]] = {
    Place.FILTER: _at_filter,
    Place.RETRIEVAL: _at_retrieval,
    Place.FUSION: _at_fusion,
    Place.RERANK: _at_rerank,
    Place.CUT: _at_cut,
    Place.ASSEMBLY: _at_assembly,
    Place.REFUSAL: _at_reading,
    Place.USE: _at_reading,
    Place.ANSWER: _at_reading,
}
