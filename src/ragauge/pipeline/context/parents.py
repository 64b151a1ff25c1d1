"""Larger chunks in the place of the small ones that were found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.records import Hit
from ragauge.pipeline.fusion.lists import unique

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Chunk


def with_parents(hits: Sequence[Hit], chunks: Mapping[str, Chunk]) -> list[Hit]:
    """The hits with every chunk that has a parent among ``chunks`` replaced by it, at its best child's place.

    >>> from ragauge.core.records import Chunk
    >>> chunks = {"p": Chunk("p", "d", 0, 9, "lamp cord"), "c": Chunk("c", "d", 0, 4, "lamp", parent="p")}
    >>> with_parents([Hit("c", 0.9)], chunks)
    [Hit(item='p', score=0.9)]
    """
    known = ((hit, chunks.get(hit.item)) for hit in hits)
    return unique(
        Hit(chunk.parent, hit.score)
        if chunk is not None and chunk.parent is not None and chunk.parent in chunks
        else hit
        for hit, chunk in known
    )
