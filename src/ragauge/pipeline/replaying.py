"""Recorded questions answered again from what was recorded."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.trace import StageHits, Trace, stage_of_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def replay(traces: Iterable[Trace], stage: str | None = None) -> Callable[[str], list[Any]]:
    """A ``search(question)`` that gives what a stage handed on, by the text of a question or by its id.

    ``stage`` is the name of the stage; without it the last ranking counts (see ``core.trace.stage_of_each``).

    >>> trace = Trace("q1", "How long?", stages=(StageHits("bm25", "lane", (("c1", 7.5),)),))
    >>> search = replay([trace])
    >>> search("How long?"), search("q1")
    ([('c1', 7.5)], [('c1', 7.5)])

    Raises: InputError when two traces of the same question differ; ``search`` raises it for a question without a trace,
        or whose trace has not the stage.
    """
    traces = list(traces)
    name, found = stage_of_each(traces, stage)
    known: dict[str, list[Any] | None] = {}
    for trace, hits in zip(traces, found, strict=True):
        answer = None if hits is None else _hits(trace, hits)
        for key in dict.fromkeys(key for key in (trace.question, trace.text) if key is not None):
            if known.setdefault(key, answer) != answer:
                raise InputError(f"two traces of {brief(key)} differ; which one is to be replayed?")

    def replayed(question: str) -> list[Any]:
        if question not in known:
            raise InputError(f"no trace of {brief(question)}")
        if (answer := known[question]) is None:
            raise InputError(f"the trace of {brief(question)} has no stage {name!r}")
        return list(answer)

    return replayed


def _hits(trace: Trace, stage: StageHits) -> list[Any]:
    return [_hit(trace, item, score) for item, score in stage.hits]


def _hit(trace: Trace, item: str | None, score: float | None) -> Any:
    """A hit as it may come from any retriever; with its place, where that is known."""
    anchor = None if item is None else trace.anchors.get(item)
    if anchor is None:
        return item if score is None else (item, score)
    told = {**asdict(anchor), "score": score}
    return {name: value for name, value in told.items() if value is not None}
