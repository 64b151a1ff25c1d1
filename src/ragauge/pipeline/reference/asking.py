"""One question on its way through a pipeline, every stage checked and recorded."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.context.parents import with_parents
from ragauge.pipeline.filters.authorization import guard
from ragauge.pipeline.filters.recorded import as_json
from ragauge.pipeline.filters.soft import soft_boost
from ragauge.pipeline.fusion.lists import unique
from ragauge.pipeline.fusion.rrf import rrf
from ragauge.pipeline.generation.records import answer_of_trace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.pipeline.recording import Recording
    from ragauge.pipeline.reference.parts import Search
    from ragauge.pipeline.reference.pipeline import Pipeline


class Asking:
    """The stages in their order; what a stage hands on is checked before it is recorded.

    Every id must be a chunk of the index. Under a hard filter it must be one that is allowed, and where authorization
    is at stake it is guarded at every stage, so that nothing that leaked gets into a trace, a prompt or an answer.
    """

    def __init__(self, pipeline: Pipeline, recording: Recording, question: str, given: Sequence[Predicate]) -> None:
        self._pipeline, self._recording, self._question = pipeline, recording, question
        self._settings, self._index = pipeline.settings, pipeline.index
        self._given = given
        self._plain: list[Predicate] = []
        self._secret: list[Predicate] = []
        self._allowed: frozenset[str] | None = None
        self._queries: list[str] | None = None

    def run(self) -> None:
        """All stages that the pipeline has."""
        with self._step("filter"):
            self._filter()
        if self._pipeline.rewrite is not None:
            with self._step("rewrite"):
                rewritten = self._pipeline.rewrite(self._question, self._allowed)
                self._queries = [rewritten] if isinstance(rewritten, str) else list(rewritten)
                self._recording.rewritten(self._queries)
        hits = self._rank()
        with self._step("selected"):
            hits = self._checked(with_parents(hits, self._index.chunks)[: self._settings.k], "what was selected")
            self._recording.selected(hits)
        self._answer(hits)

    def _filter(self) -> None:
        conditions = self._pipeline.conditions(self._question, self._given)
        self._plain = [one for one in conditions if not one.authorization]
        self._secret = [one for one in conditions if one.authorization]
        hard = [*self._secret, *(self._plain if self._settings.filter == "hard" else [])]
        self._allowed = self._index.allowed(hard) if hard else None
        self._recording.filtered(as_json(self._plain), authorization=as_json(self._secret))

    def _rank(self) -> list[Hit]:
        """Lanes, fusion, boost and rerank: the last ranking."""
        found: dict[str, list[Hit]] = {}
        for name, search in self._pipeline.lanes.items():
            with self._step(name):
                found[name] = self._searched(name, search)
                self._recording.retrieved(name, found[name])
        most = self._settings.hits
        if len(found) == 1:
            (hits,) = found.values()
        else:
            with self._step("fused"):
                hits = self._checked(self._pipeline.fuse(found), "the fusion")[:most]
                self._recording.fused(hits)
        if self._settings.filter == "soft":
            with self._step("boosted"):
                hits = self._boosted(hits)
                self._recording.fused(hits, name="boosted")
        if self._pipeline.rerank is not None:
            with self._step("reranked"):
                hits = self._checked(self._pipeline.rerank(self._question, hits), "the reranker")
                self._recording.reranked(hits)
        return hits

    def _searched(self, name: str, search: Search) -> list[Hit]:
        """What a lane finds; the lists of several queries are fused by their ranks."""
        rewritten = self._queries is not None and name in self._rewritten_lanes()
        queries = self._queries if rewritten and self._queries else [self._question]
        most = self._settings.hits
        filtered: dict[str, Any] = {} if self._allowed is None else {"allowed": self._allowed}
        lists = [self._checked(search(query, most, **filtered), f"lane {name!r}")[:most] for query in queries]
        return lists[0] if len(lists) == 1 else rrf({str(place): one for place, one in enumerate(lists)})[:most]

    def _rewritten_lanes(self) -> frozenset[str]:
        """A rewriter of the user's is for every lane, unless the settings say it."""
        return self._settings.rewritten or frozenset(self._pipeline.lanes)

    def _boosted(self, hits: list[Hit]) -> list[Hit]:
        if not self._plain or not hits:
            return hits
        metadata = self._index.of_chunks(hit.item for hit in hits)
        return soft_boost(hits, metadata, self._plain, boost=self._settings.boost)

    def _answer(self, hits: list[Hit]) -> None:
        with self._step("context"):
            context = self._pipeline.assemble(hits)
            self._checked([Hit(item, 0.0) for item in context.entered], "the context")
            self._recording.context(context.entered, prompt_tokens=context.tokens, window=self._settings.window)
        if self._pipeline.generate is None:
            return
        with self._step("answer"):
            answer = self._pipeline.generate(self._question, context)
            if isinstance(answer, str):
                self._recording.answered(answer)
            elif not hasattr(answer, "text"):
                raise InputError(f"the answerer gave {brief(answer)}, which is neither a text nor an Answer")
            else:
                text = answer_of_trace(answer, context)
                self._recording.answered(text, citations=answer.citations, refusal=answer.refusal)
                self._recording.used(tokens=answer.tokens)

    def _checked(self, given: Iterable[Any], who: str) -> list[Hit]:
        """The hits of a stage, each once.

        Raises: InputError for what is no chunk, or is one that the filter holds back; AuthorizationLeakError.
        """
        hits = unique(_hit(one, who) for one in given)
        unknown = [hit.item for hit in hits if hit.item not in self._index.chunks]
        if unknown:
            raise InputError(f"{who} gave {brief(unknown[0])}, which is no chunk of the documents")
        if self._secret:
            guard(hits, self._index.of_chunks(hit.item for hit in hits), self._secret)
        beyond = [hit.item for hit in hits if self._allowed is not None and hit.item not in self._allowed]
        if beyond:
            raise InputError(f"{who} gave {brief(beyond[0])}, which the filter does not allow")
        return hits

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        """A stage; the trace says that an error came from it."""
        start = self._recording.clock()
        try:
            yield
        except Exception as error:
            self._recording.failed(name, error, self._recording.clock() - start)
            raise


def _hit(given: Any, who: str) -> Hit:
    if isinstance(given, Hit):
        return given
    try:
        item, score = given
        return Hit(str(item), float(score))
    except (TypeError, ValueError):
        raise InputError(f"{who} gave {brief(given)}, which is neither a Hit nor an (id, score) pair") from None
