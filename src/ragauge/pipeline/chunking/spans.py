"""From spans of a document to its chunks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.records import Chunk, Document
from ragauge.core.texts.spans import BREAKS, Span, skip_space, trimmed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.core.ports import Chunker

__all__ = [
    "BREAKS", "Span", "chunk", "chunk_id", "chunks_within", "cut_out", "skip_space", "trimmed",
]  # fmt: skip


def chunk(document: Document, start: int, end: int, section: tuple[str, ...] = (), page: int | None = None) -> Chunk:
    """One chunk of a document.

    >>> chunk(Document("a.md", "A lamp."), 2, 6).id
    'a.md#2-6'
    """
    return Chunk(chunk_id(document.id, start, end), document.id, start, end, document.text[start:end], section, page)


def chunk_id(document: str, start: int, end: int) -> str:
    """The id of a chunk: ``document#start-end``."""
    return f"{document}#{start}-{end}"


def cut_out(document: Document, spans: Iterable[Span], section: tuple[str, ...] = ()) -> list[Chunk]:
    """The chunks of spans in order: without white space at the ends, and without those that say nothing new.

    >>> [(c.start, c.end) for c in cut_out(Document("a", "one two  "), [(0, 4), (4, 9), (5, 9), (7, 9)])]
    [(0, 3), (4, 7)]
    """
    chunks, last = [], 0
    for span in spans:
        start, end = trimmed(document.text, *span)
        if end > max(start, last):
            chunks.append(chunk(document, start, end, section))
            last = end
    return chunks


def chunks_within(chunker: Chunker, document: Document, start: int, end: int) -> list[Chunk]:
    """What a chunker makes of a part of a document, as chunks of the whole.

    Raises: InputError where the chunker gives a chunk that does not stand where it says.
    """
    part = Document(document.id, document.text[start:end], document.metadata)
    found = list(chunker(part))
    for made in found:
        if not 0 <= made.start <= made.end or part.text[made.start : made.end] != made.text:
            raise InputError(f"chunk {made.id} of {brief(chunker)} is not the text from {made.start} to {made.end}")
    return [_moved(made, document, start) for made in found]


def _moved(made: Chunk, document: Document, by: int) -> Chunk:
    start, end = made.start + by, made.end + by
    own = made.id == chunk_id(document.id, made.start, made.end)
    name = chunk_id(document.id, start, end) if own else made.id
    return replace(made, id=name, start=start, end=end, parent=_moved_id(made.parent, document.id, by))


def _moved_id(name: str | None, document: str, by: int) -> str | None:
    match = re.fullmatch(r"([0-9]+)-([0-9]+)", name.removeprefix(f"{document}#")) if name else None
    return chunk_id(document, int(match[1]) + by, int(match[2]) + by) if match else name
