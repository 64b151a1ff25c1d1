"""The chunks of a chunker that is not ours, put where they stand in the document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.records import Chunk
from ragauge.golden.chunks.spans import chunk_spans
from ragauge.pipeline.chunking.spans import chunk_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.core.records import Document


@dataclass(frozen=True, slots=True)
class Placed:
    """Chunks whose places are proven; ``relocated`` of them said another place, ``unlocated`` texts have none."""

    chunks: tuple[Chunk, ...]
    relocated: int = 0
    unlocated: tuple[str, ...] = ()


def placed(document: Document, pieces: Iterable[Chunk | str]) -> Placed:
    """Chunks, or plain texts in their order, with the places where they stand in the document.

    A place counts only where the document has the chunk's text there; a start of -1, as splitters by tokens give, never
    does. What has no such place is looked for from the start of the chunk before it, with white space and letters
    as quotes are found. Where the piece reads otherwise than the document, the chunk has the document's text and
    the piece is what is indexed.

    >>> from ragauge.core.records import Document
    >>> lamps = Document("a", "A lamp. A cord. A lamp.")
    >>> found = placed(lamps, ["A lamp.", "A cord.", "A lamp.", "A plug."])
    >>> [chunk.id for chunk in found.chunks], found.unlocated
    (['a#0-7', 'a#8-15', 'a#16-23'], ('A plug.',))

    Raises: InputError for what is neither a Chunk nor a text, or a chunk of another document.
    """
    given = [piece for piece in pieces if not isinstance(piece, str) or piece.strip()]
    for piece in given:
        if not isinstance(piece, Chunk | str):
            raise InputError(f"a chunker must give chunks or texts, gave {brief(piece)} of {document.id!r}")
        if isinstance(piece, Chunk) and piece.document != document.id:
            raise InputError(f"chunk {piece.id!r} of document {document.id!r} says it is of {piece.document!r}")
    asked = [piece if isinstance(piece, str) else (piece.text, piece.start) for piece in given]
    found = chunk_spans(document.text, asked)
    chunks = [
        _chunk(document, piece, *span) for piece, span in zip(given, found.spans, strict=True) if span is not None
    ]
    lost = [text_of(piece) for piece, span in zip(given, found.spans, strict=True) if span is None]
    return Placed(tuple(chunks), found.relocated, tuple(lost))


def text_of(piece: Chunk | str) -> str:
    """The text of a piece."""
    return piece if isinstance(piece, str) else piece.text


def _chunk(document: Document, piece: Chunk | str, start: int, end: int) -> Chunk:
    text = document.text[start:end]
    name = chunk_id(document.id, start, end)
    embedded = None if text_of(piece) == text else text_of(piece)
    if isinstance(piece, str):
        return Chunk(name, document.id, start, end, text, embedded=embedded)
    return replace(piece, id=name, start=start, end=end, text=text, embedded=piece.embedded or embedded)
