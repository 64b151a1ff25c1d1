"""Chunks of one size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.pipeline.chunking.checks import check_sizes
from ragauge.pipeline.chunking.rulers import make_ruler
from ragauge.pipeline.chunking.spans import cut_out, skip_space

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.records import Chunk, Document
    from ragauge.pipeline.chunking.checks import Unit
    from ragauge.pipeline.chunking.spans import Span


@dataclass(frozen=True, slots=True)
class FixedChunker:
    """Cuts every so many words, characters or tokens, whatever stands there.

    - ``size``: the most a chunk holds, in ``unit``;
    - ``overlap``: how much of its end the next chunk begins with, in ``unit``; smaller than ``size``;
    - ``unit``: ``words`` (cut between words), ``chars`` (code points, cut between characters as readers see them), or
      a function that counts the tokens of a text (cut between words).

    Promised: every character that is no white space is in a chunk; no chunk is larger than ``size``, unless a single
    code point is (of a counter's tokens). A run of more than 64 characters without a space is several words, and
    every Han or kana character is one.

    >>> from ragauge.core.records import Document
    >>> text = Document("lamps", "Lamps are under warranty for two years.")
    >>> [chunk.text for chunk in FixedChunker(size=4, overlap=1)(text)]
    ['Lamps are under warranty', 'warranty for two years.']
    >>> [chunk.id for chunk in FixedChunker(size=20, unit="chars")(text)]
    ['lamps#0-20', 'lamps#20-39']

    Raises: InputError for a parameter that cannot be.
    """

    size: int = 200
    overlap: int = 0
    unit: Unit = "words"

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def __call__(self, document: Document, /) -> list[Chunk]:
        """The chunks in order; none of an empty document."""
        return cut_out(document, self._spans(document.text))

    def _spans(self, text: str) -> Iterator[Span]:
        ruler = make_ruler(text, self.unit)
        start = skip_space(text, 0, len(text))
        while start < len(text):
            end = ruler.reach(start, self.size)
            yield start, end
            again = skip_space(text, ruler.back(start, end, self.overlap), len(text)) if self.overlap else end
            further = again > start and again < end and ruler.reach(again, self.size) > end
            start = again if further else skip_space(text, end, len(text))
