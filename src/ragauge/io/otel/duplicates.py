"""Spans that arrived twice: under the same id, or with the same content and times under another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.io.otel.span import Span


@dataclass(frozen=True, slots=True)
class Unique:
    """Spans without their duplicates, and how many of these there were of either kind."""

    spans: tuple[Span, ...]
    same_id: int
    same_content: int


def without_duplicates(spans: Sequence[Span]) -> Unique:
    """The spans, each once, parents first.

    Of spans with the same id in a trace the last to end counts (of equals the last in the file): it was sent again as
    it went on. Spans of a trace with the same parent, name, times and attributes are one, whatever their ids; what is
    within a duplicate is within the span that is kept, and compared there.

    >>> from ragauge.io.otel.span import Span
    >>> one, two = (Span("t", name, None, "retrieve", "RETRIEVER", 1, 2, {"input.value": "x"}) for name in ("s1", "s2"))
    >>> unique = without_duplicates([one, two, one])
    >>> [span.id for span in unique.spans], unique.same_id, unique.same_content
    (['s1'], 1, 1)
    """
    latest: dict[tuple[str | None, str], Span] = {}
    for span in spans:
        known = latest.get(key := (span.trace, span.id))
        if known is None or _ended(span) >= _ended(known):
            latest[key] = span
    kept_as: dict[tuple[str | None, str], str] = {}
    alike: dict[tuple[object, ...], list[Span]] = {}
    kept = []
    for span in _parents_first(latest):
        parent = None if span.parent is None else kept_as.get((span.trace, span.parent), span.parent)
        same = alike.setdefault((span.trace, parent, span.name, span.kind, span.start, span.end, span.error), [])
        twin = next((other for other in same if other.attributes == span.attributes), None)
        kept_as[span.trace, span.id] = span.id if twin is None else twin.id
        if twin is None:
            same.append(span)
            kept.append(span if parent == span.parent else replace(span, parent=parent))
    return Unique(tuple(kept), len(spans) - len(latest), len(latest) - len(kept))


def _ended(span: Span) -> int:
    return -1 if span.end is None else span.end


def _parents_first(latest: dict[tuple[str | None, str], Span]) -> list[Span]:
    """The spans by how deep they are; those in a circle stay out, whoever builds the trees counts them."""
    depths: dict[tuple[str | None, str], int] = {}
    for key in latest:
        path = []
        place: tuple[str | None, str] | None = key
        while place is not None and place in latest and place not in depths and place not in path:
            path.append(place)
            parent = latest[place].parent
            place = None if parent is None else (place[0], parent)
        base = depths.get(place, -1) if place is not None else -1
        for above, one in enumerate(reversed(path), start=1):
            depths[one] = base + above
    return sorted(latest.values(), key=lambda span: depths[span.trace, span.id])
