"""One trace of a system out of the trees of its spans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.trace import StageHits, Trace
from ragauge.io.otel.calls import Call, calls_of, kind_of, name_of
from ragauge.io.otel.documents import Hits
from ragauge.io.otel.names import (
    ANSWER,
    AUTHORIZATION,
    CITATIONS,
    EXTRACTED,
    MODELS,
    PARAMETERS,
    PROMPT_CHUNKS,
    PROMPT_TOKENS,
    PROMPT_WINDOW,
    REFUSAL,
    REWRITES,
    VERSIONS,
)
from ragauge.io.otel.usage import Usage, counts_of, usage_of
from ragauge.io.otel.values import opened, under
from ragauge.io.otel.words import answered_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ragauge.io.otel.forest import Forest, Node
    from ragauge.io.otel.span import Span


@dataclass(frozen=True, slots=True)
class Built:
    """A trace, the calls that it was made of, those of models, and how many hits lost their places."""

    trace: Trace
    calls: tuple[Call, ...]
    usage: Usage
    unread: int


def built(forest: Forest, question: str, text: str | None, telling: frozenset[str]) -> Built:
    """The trace of the spans of one question.

    The answer is our own attribute, else the output of the first root that has one, where the trace calls a model
    outside of its stages; else the output of the last such call. Costs and tokens are sums over calls of models.
    """
    hits = Hits()
    calls = calls_of(forest.roots, hits, telling)
    usage, spans = usage_of(forest.roots), [node.span for node in forest.walk()]
    own = _own(spans)
    chunks = own.get(PROMPT_CHUNKS)
    stages = _stages(calls, None if chunks is None else hits.of(chunks))
    last = usage.answering[-1] if usage.answering else None
    counts = dict(usage.counts)
    cost = counts.pop("cost", None)
    prompt = None if last is None else counts_of(last).get("prompt")
    failed = next((root.span for root in forest.roots if root.span.error is not None), None)
    trace = Trace(
        question,
        text,
        rewrites=own.get(REWRITES),
        extracted=own.get(EXTRACTED),
        authorization=own.get(AUTHORIZATION),
        stages=stages or None,
        anchors=hits.anchors,
        prompt_tokens=own.get(PROMPT_TOKENS, None if prompt is None else int(prompt)),
        window=own.get(PROMPT_WINDOW, None if last is None else _window(last)),
        answer=own.get(ANSWER) or _answer(forest.roots, last),
        citations=own.get(CITATIONS),
        refusal=own.get(REFUSAL),
        timings=_timings(forest.roots) or None,
        seconds=_seconds(spans),
        tokens={name: int(count) for name, count in counts.items()} or None,
        cost=cost,
        versions=_versions(spans, own.get(VERSIONS)) or None,
        error=None if failed is None else failed.error,
        failed_in=None if failed is None else _failed_in(forest, failed),
    )
    return Built(trace, tuple(calls), usage, hits.unread)


def _texts(value: Any) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(one, str) for one in value) else None


def _object(value: Any) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def _count(value: Any) -> int | None:
    whole = isinstance(value, int | float) and not isinstance(value, bool) and float(value).is_integer()
    return int(value) if whole and value >= 0 else None


OWN: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys((REWRITES, CITATIONS), _texts),
    **dict.fromkeys((EXTRACTED, AUTHORIZATION, VERSIONS), _object),
    **dict.fromkeys((PROMPT_TOKENS, PROMPT_WINDOW), _count),
    PROMPT_CHUNKS: lambda value: value if isinstance(value, list) else None,
    ANSWER: lambda value: value if isinstance(value, str) else None,
    REFUSAL: lambda value: value if isinstance(value, bool) else None,
}
"""Our own attributes, and what each has to be."""


def _own(spans: Iterable[Span]) -> dict[str, Any]:
    """Our own attributes of the whole question, from the first span that has each.

    Raises: ValueError in words for one that is not what it has to be.
    """
    found: dict[str, Any] = {}
    for span in spans:
        for name, read in OWN.items():
            if name in found:
                continue
            value = span.attributes.get(name)
            value = under(span.attributes, name) or None if value is None and read is _object else opened(value)
            if value is None:
                continue
            if (made := read(value)) is None:
                raise ValueError(f"{name} cannot be {value!r}")
            found[name] = made
    return found


def _stages(calls: Iterable[Call], chunks: Any) -> tuple[StageHits, ...]:
    """The calls whose hits are recorded, by the time they ended, each name once; and what went into the prompt."""
    taken: dict[str, StageHits] = {}
    for call in sorted(calls, key=lambda call: call.span.end or call.span.start):
        if call.hits is not None:
            name = _free(call.name, taken)
            taken[name] = StageHits(name, call.kind, call.hits)
    if chunks is not None:
        name = _free("context", taken)
        taken[name] = StageHits(name, "context", chunks)
    return tuple(taken.values())


def _free(name: str, taken: Mapping[str, object]) -> str:
    count, free = 1, name
    while free in taken:
        count += 1
        free = f"{name} {count}"
    return free


def _answer(roots: Iterable[Node], last: Span | None) -> str | None:
    if last is None:
        return None
    outer = (answered_in(root.span) for root in roots if kind_of(root.span) is None)
    return next((text for text in outer if text is not None), None) or answered_in(last)


def _window(model: Span) -> int | None:
    """The window of a model, where its parameters tell it."""
    parameters = opened(model.attributes.get(PARAMETERS))
    return _count(parameters.get("context_window")) if isinstance(parameters, dict) else None


def _timings(roots: Iterable[Node]) -> dict[str, float]:
    """The seconds of each step by its name; what is within a step of the same kind is part of it."""
    found: dict[str, float] = {}
    open_nodes = [(root, "") for root in reversed(list(roots))]
    while open_nodes:
        node, within = open_nodes.pop()
        step = kind_of(node.span) or (node.span.kind if node.span.kind in ("LLM", "EMBEDDING") else "")
        if step and step != within and node.span.seconds is not None:
            name = name_of(node.span)
            found[name] = found.get(name, 0.0) + max(0.0, node.span.seconds)
        open_nodes += [(child, step or within) for child in reversed(node.children)]
    return found


def _seconds(spans: Iterable[Span]) -> float | None:
    """From the first start to the last end."""
    spans = list(spans)
    if any(span.end is None for span in spans):
        return None
    return max(0, max(span.end or 0 for span in spans) - min(span.start for span in spans)) / 1e9


def _versions(spans: Iterable[Span], own: Mapping[str, Any] | None) -> dict[str, str]:
    """The models by their part in the system, several of one part in the order of the alphabet; ours go first."""
    models: dict[str, set[str]] = {}
    for span in spans:
        part, names = MODELS.get(span.kind or "", ("", ()))
        if part and isinstance(model := span.first(*names), str):
            models.setdefault(part, set()).add(model)
    told = {part: ", ".join(sorted(found)) for part, found in sorted(models.items())}
    return {**told, **{name: str(value) for name, value in (own or {}).items()}}


def _failed_in(forest: Forest, failed: Span) -> str:
    """The innermost step that failed with the error of the whole, else the last that failed at all."""
    spans = [node.span for node in forest.walk() if node.span.error is not None]
    same = [span for span in spans if span.error == failed.error]
    return name_of((same or spans)[-1])
