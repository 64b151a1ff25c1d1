"""Recording one question: what each stage of a running system hands on, and how long it takes."""

from __future__ import annotations

import json
from contextvars import ContextVar
from functools import wraps
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import is_whole
from ragauge.pipeline.recorded_parts import RecordedParts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from contextvars import Token
    from types import TracebackType

    from ragauge.core.trace import Trace
    from ragauge.pipeline.recorded_parts import Clock

Function = TypeVar("Function", bound="Callable[..., Any]")
CURRENT: ContextVar[Recording | None] = ContextVar("ragauge_recording", default=None)
"""The question that is being recorded here: in this thread, in this task."""


class Recording(RecordedParts):
    """The recording of one question, as ``with record(question) as t`` opens it; ``trace`` has the result.

    Hits are ids, (id, score) pairs, ``Hit`` records, or the document objects of a framework, best first. The time of
    a part is what passed since the part before it, unless ``seconds`` says it. A stage whose name is taken is
    numbered: ``dense``, ``dense 2``. An error inside is kept in the trace, and goes on.

    >>> with Recording("How long is the warranty?", key="q1") as t:
    ...     t.retrieved("bm25", [("c1", 7.5), ("c2", 3.0)])
    ...     t.context(["c1"], prompt_tokens=120, window=8192)
    ...     t.answered("Two years.", citations=["c1"])
    >>> t.trace.question, t.trace.stage("bm25").items, t.trace.prompt_tokens
    ('q1', ['c1', 'c2'], 120)
    """

    def __init__(
        self,
        text: str,
        *,
        key: str | None = None,
        clock: Clock = perf_counter,
        versions: Mapping[str, str] | None = None,
        keep: Callable[[Trace], None] | None = None,
    ) -> None:
        super().__init__(clock)
        for given in (text, text if key is None else key):
            if not is_whole(given):
                raise InputError([Problem(f"{brief(given)} is no text", "record")])
        self._set(question=text if key is None else key, text=text, versions=None if versions is None else {**versions})
        if not self._parts["question"].strip() or not text.strip():
            raise InputError([Problem("the text of a question is empty", "record")])
        self._keep = keep
        self._token: Token[Recording | None] | None = None

    def __enter__(self) -> Self:
        self._token = CURRENT.set(self)
        self._begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._token is not None:
            _reset(self._token)
        trace = self._end(error)
        if self._keep is not None:
            self._keep(trace)

    def retrieved(self, lane: str, hits: Iterable[Any], *, seconds: float | None = None) -> None:
        """What a lane of the first stage found; an empty list where that was nothing."""
        self.add("lane", lane, hits, seconds)

    def fused(self, hits: Iterable[Any], *, name: str = "fused", seconds: float | None = None) -> None:
        """What joining the lanes made of them."""
        self.add("fused", name, hits, seconds)

    def reranked(self, hits: Iterable[Any], *, name: str = "reranked", seconds: float | None = None) -> None:
        """The hits in their new order."""
        self.add("reranked", name, hits, seconds)

    def selected(self, hits: Iterable[Any], *, name: str = "selected", seconds: float | None = None) -> None:
        """The first k of the ranking, which the context is assembled from."""
        self.add("selected", name, hits, seconds)

    def context(
        self,
        hits: Iterable[Any],
        *,
        prompt_tokens: int | None = None,
        window: int | None = None,
        name: str = "context",
        seconds: float | None = None,
    ) -> None:
        """What went into the prompt, in its order there; the tokens of the whole prompt, and how many may be."""
        self._set(prompt_tokens=prompt_tokens, window=window)
        self.add("context", name, hits, seconds)

    def rewritten(self, queries: Iterable[str], *, seconds: float | None = None) -> None:
        """The queries that were asked in place of the question."""
        self._set(rewrites=(queries,) if isinstance(queries, str) else tuple(queries))
        self.passed("rewrite", seconds)

    def filtered(
        self,
        extracted: Mapping[str, Any] | None = None,
        *,
        authorization: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> None:
        """The predicates read out of the question, and those that the asker is bound by; values as JSON has them."""
        for name, given in (("extracted", extracted), ("authorization", authorization)):
            try:
                self._set(**{name: json.loads(json.dumps(given, allow_nan=False))})
            except (TypeError, ValueError) as error:
                raise InputError([Problem(f"{brief(given)}: {error}", "record", column=name)]) from error
        self.passed("filter", seconds)

    def answered(
        self,
        text: str | None,
        *,
        citations: Iterable[str] | None = None,
        refusal: bool | None = None,
        seconds: float | None = None,
    ) -> None:
        """The answer, the ids that it cites, and whether it declines to answer."""
        if text is not None and not is_whole(text):
            raise InputError([Problem(f"{brief(text)} is no text", "record", column="answer")])
        self._set(answer=text, citations=None if citations is None else tuple(citations), refusal=refusal)
        self.passed("answer", seconds)

    def used(
        self,
        *,
        tokens: Mapping[str, int] | None = None,
        cost: float | None = None,
        cache_hits: Mapping[str, int] | None = None,
        versions: Mapping[str, str] | None = None,
    ) -> None:
        """What it took: tokens by kind, money, answers out of a cache by step; and versions by what they are of."""
        counted = {"tokens": tokens, "cache_hits": cache_hits, "versions": versions}
        self._set(cost=cost, **{name: None if given is None else {**given} for name, given in counted.items()})


def carry(function: Function) -> Function:
    """A function that records where it is run what is being recorded here: for the threads of a pool.

    Tasks of asyncio carry it by themselves, threads do not.
    """
    recording = CURRENT.get()

    @wraps(function)
    def carried(*args: Any, **kwargs: Any) -> Any:
        token = CURRENT.set(recording)
        try:
            return function(*args, **kwargs)
        finally:
            CURRENT.reset(token)

    return cast("Function", carried)


def _reset(token: Token[Recording | None]) -> None:
    """End the recording here; where the block is left in another context (generators), that one never had it."""
    try:
        CURRENT.reset(token)
    except ValueError:
        return
