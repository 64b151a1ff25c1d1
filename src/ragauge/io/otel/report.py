"""What was found in a file of spans, and what was left out of the traces, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SHOWN = 3


@dataclass(slots=True)
class SpanReport:
    """Counts of an import.

    ``set_aside`` has, for each reason, the traces that were left out: with a time out of range, still open, outside of
    the window, about several questions, or with spans in a circle. ``calls`` counts what the traces hold, each call
    once. ``empty`` retrievals found nothing, ``unrecorded`` ones do not say what they found. ``repeated_tokens`` are
    told by spans around the calls of models once more; ``partial_tokens`` counts the traces whose calls do not all
    tell theirs. ``unread_places`` counts the hits whose metadata contradict themselves.
    """

    spans: int = 0
    traces: int = 0
    same_id: int = 0
    same_content: int = 0
    without_trace: int = 0
    set_aside: dict[str, list[str]] = field(default_factory=dict)
    unknown_kinds: Mapping[str, int] = field(default_factory=dict)
    calls: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("retrieval", "reranking", "model", "embedding"), 0)
    )
    empty: int = 0
    unrecorded: int = 0
    repeated_tokens: int = 0
    partial_tokens: int = 0
    unread_places: int = 0
    rootless: bool = False

    def put_aside(self, reason: str, trace: str) -> None:
        """Note that a trace is left out."""
        self.set_aside.setdefault(reason, []).append(trace)

    def notes(self) -> tuple[str, ...]:
        """What a reader of the numbers has to know, in sentences; nothing of what is as it should be."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        for reason, traces in self.set_aside.items():
            more = ", …" if len(traces) > SHOWN else ""
            yield f"traces left out, {reason}: {len(traces)} ({', '.join(traces[:SHOWN])}{more})"
        if self.rootless:
            yield "no trace has a span without a parent: whether they are complete cannot be seen"
        if self.unknown_kinds:
            named = ", ".join(f"{kind} {count}" for kind, count in self.unknown_kinds.items())
            yield f"spans of a kind that is not known, only passed through: {named}"
        retrievals = self.calls["retrieval"]
        counted = (
            ("spans that arrived twice with the same id", self.same_id),
            ("spans that arrived twice with the same content", self.same_content),
            ("spans without a trace, left out", self.without_trace),
            (f"of {retrievals} retrievals found nothing", self.empty),
            (f"of {retrievals} retrievals do not say what they found", self.unrecorded),
            ("tokens that spans around the calls of models repeat, not counted twice", self.repeated_tokens),
            ("traces without tokens, as their calls of models do not all tell them", self.partial_tokens),
            ("hits whose metadata cannot be read, so that only their ids count", self.unread_places),
        )
        yield from (f"{told}: {count}" for told, count in counted if count)
