"""Small chunks that are searched, each naming the large one that is handed on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragauge.pipeline.chunking.checks import check_method
from ragauge.pipeline.chunking.spans import chunks_within

if TYPE_CHECKING:
    from ragauge.core.ports import Chunker
    from ragauge.core.records import Chunk, Document


@dataclass(frozen=True, slots=True)
class ParentChunker:
    """Cuts the chunks of one chunker, the parents, into small ones by another.

    - ``parent``: the chunker that makes the large chunks;
    - ``child``: the chunker that cuts the text of each into small ones.

    Only the small chunks are given; ``parents`` gives the large ones that they name. A child has the section and
    page of its parent where it has none.

    Promised: a child lies within its parent, and all that both chunkers cover is in some child. Where parents overlap,
    what they share is cut once, for the first of them.

    >>> from ragauge.core.records import Document
    >>> from ragauge.pipeline.chunking.fixed import FixedChunker
    >>> chunker = ParentChunker(parent=FixedChunker(size=4), child=FixedChunker(size=2))
    >>> text = Document("lamps", "Two years for all lamps.")
    >>> [(chunk.text, chunk.parent) for chunk in chunker(text)]
    [('Two years', 'lamps#0-17'), ('for all', 'lamps#0-17'), ('lamps.', 'lamps#18-24')]
    >>> [chunk.id for chunk in chunker.parents(text)]
    ['lamps#0-17', 'lamps#18-24']

    Raises: InputError for what is no chunker, or gives chunks that do not stand where they say.
    """

    parent: Chunker
    child: Chunker

    def __post_init__(self) -> None:
        check_method("parent", self.parent, "a chunker")
        check_method("child", self.child, "a chunker")

    def parents(self, document: Document, /) -> list[Chunk]:
        """The large chunks, in order."""
        return chunks_within(self.parent, document, 0, len(document.text))

    def __call__(self, document: Document, /) -> list[Chunk]:
        """The small chunks in order; none of an empty document."""
        chunks: list[Chunk] = []
        done = 0
        for large in self.parents(document):
            small = chunks_within(self.child, document, max(done, large.start), max(done, large.end))
            chunks += [
                replace(
                    one,
                    parent=large.id,
                    section=one.section or large.section,
                    page=large.page if one.page is None else one.page,
                )
                for one in small
            ]
            done = max(done, large.end)
        return chunks
