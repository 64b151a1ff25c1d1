"""One span, whatever file it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Span:
    """One operation of a trace: ids in hexadecimal, times in nanoseconds since 1970 in UTC.

    ``kind`` is that of OpenInference; None where the span is none of it. ``end`` is None while it has not ended.
    ``attributes`` have flat names (``retrieval.documents.0.document.id``); their values are text, numbers, truth
    values, or lists of these. ``error`` is what it failed with; None where it did not.

    >>> Span("t1", "s1", None, "retrieve", "RETRIEVER", 1_000_000_000, 3_500_000_000, {}).seconds
    2.5
    """

    trace: str | None
    id: str
    parent: str | None
    name: str
    kind: str | None
    start: int
    end: int | None
    attributes: Mapping[str, Any]
    error: str | None = None

    @property
    def seconds(self) -> float | None:
        """How long it took; None while it has not ended."""
        return None if self.end is None else (self.end - self.start) / 1e9

    def first(self, *names: str) -> Any:
        """The value of the first attribute that is there; None without any."""
        return next((value for name in names if (value := self.attributes.get(name)) is not None), None)
