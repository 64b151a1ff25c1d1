"""Where chunks stand in the text they were cut from, proven and not believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.golden.quotes.finder import QuoteFinder

if TYPE_CHECKING:
    from collections.abc import Sequence

Span = tuple[int, int]
Chunk = str | tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class ChunkSpans:
    """A span for each chunk, or None where it does not stand in the text, and how many were found in which way.

    *proven*: the text at the given offset is the chunk. *searched*: no offset was given. *relocated*: a wrong one
    was, and the chunk stands elsewhere. *normalised*: of the last two, those that stand there only as folded text.
    """

    spans: tuple[Span | None, ...]
    proven: int
    searched: int
    relocated: int
    normalised: int

    @property
    def unlocated(self) -> int:
        """How many chunks have no span; they must never be given offset 0 or -1 instead."""
        return self.spans.count(None)


def chunk_spans(text: str, chunks: Sequence[Chunk]) -> ChunkSpans:
    """The spans of chunks given in the order of the text, as strings or as (string, start).

    A start counts only if ``text[start:end]`` is the chunk. Without one, or with a wrong one (-1 is what token
    splitters give that subtract an overlap in tokens from a length in characters), the chunk is searched for: it
    must end behind the one before it, and may begin inside it. A chunk out of order is looked for everywhere,
    one that is not there letter by letter as folded text.

    >>> found = chunk_spans("one two one two three", [("one two", 0), ("two one", -1), ("two three", None), "four"])
    >>> found.spans
    ((0, 7), (4, 11), (12, 21), None)
    >>> found.proven, found.relocated, found.searched, found.unlocated
    (1, 1, 1, 1)
    """
    finder = QuoteFinder(text)
    spans: list[Span | None] = []
    count = dict.fromkeys(("proven", "searched", "relocated", "normalised"), 0)
    before = (0, 0)
    for chunk in chunks:
        words, start = (chunk, None) if isinstance(chunk, str) else chunk
        if _proves(text, words, start):
            span: Span | None = (int(start or 0), int(start or 0) + len(words))
            count["proven"] += 1
        else:
            span, exact = _search(finder, words, before)
            if span is not None:
                count["searched" if start is None else "relocated"] += 1
                count["normalised"] += not exact
        spans.append(span)
        before = span or before
    return ChunkSpans(tuple(spans), **count)


def _proves(text: str, words: str, start: int | None) -> bool:
    # a start that is not a number fails the comparison, and an empty chunk would prove any offset
    return bool(words) and start is not None and start >= 0 and text.startswith(words, int(start))


def _search(finder: QuoteFinder, words: str, before: Span) -> tuple[Span | None, bool]:
    """The span of a chunk, and whether it stands there letter by letter."""
    if not words.strip():
        return None, False
    first = max(before[0], before[1] - len(words) + 1) if before[1] else 0
    place = finder.text.find(words, first)
    if place < 0:
        place = finder.text.find(words)
    if place >= 0:
        return (place, place + len(words)), True
    found = finder.find(words, near=first, fuzzy=False)
    return (None, False) if found is None else ((found.start, found.end), found.how == "exact")
