"""Chunks of one document that touch, overlap or contain one another, as passages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.records import Chunk


@dataclass(frozen=True, slots=True)
class Part:
    """A passage in the making: a span of a document, its text, its chunks with the best first, and the best rank."""

    document: str
    start: int
    end: int
    text: str
    chunks: tuple[str, ...]
    rank: int

    @classmethod
    def of(cls, chunk: Chunk, rank: int) -> Part:
        """The passage that is one chunk."""
        return cls(chunk.document, chunk.start, chunk.end, chunk.text, (chunk.id,), rank)

    @property
    def exact(self) -> bool:
        """Whether the text can be the span's: only then can it be joined or compared by place."""
        return len(self.text) == self.end - self.start

    def contains(self, other: Part) -> bool:
        """Whether another passage is a part of this one, by place and by text."""
        if self.document != other.document or not (self.exact and other.exact):
            return False
        at = other.start - self.start
        return at >= 0 and other.end <= self.end and self.text[at : at + len(other.text)] == other.text


def joined(one: Part, other: Part, documents: Mapping[str, str] | None = None) -> Part | None:
    """Two passages of one document as one, if they overlap or touch; None if they do not.

    Where the ``documents`` are given, passages with nothing but white space between them touch too.

    >>> a, b = Part("d", 0, 4, "lamp", ("c1",), 2), Part("d", 2, 7, "mp is", ("c2",), 1)
    >>> joined(a, b)
    Part(document='d', start=0, end=7, text='lamp is', chunks=('c2', 'c1'), rank=1)
    """
    if one.document != other.document or not (one.exact and other.exact):
        return None
    first, second = sorted((one, other), key=lambda part: (part.start, part.end))
    best, worse = sorted((one, other), key=lambda part: part.rank)
    shared = first.end - second.start
    if shared < 0:
        gap = (documents or {}).get(first.document, "")[first.end : second.start]
        if len(gap) != -shared or not gap.isspace():
            return None
        text = first.text + gap + second.text
    elif shared >= len(second.text):
        text = first.text
    else:
        text = first.text + second.text[shared:]
    overlap = min(shared, len(second.text))
    if shared > 0 and first.text[len(first.text) - shared :][:overlap] != second.text[:overlap]:
        return None  # spans overlap and texts do not: these are not offsets of one text
    end = max(first.end, second.end)
    return Part(first.document, first.start, end, text, (*best.chunks, *worse.chunks), best.rank)
