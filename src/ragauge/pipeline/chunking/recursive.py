"""Chunks of whole paragraphs, else whole sentences, else words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.pipeline.chunking.checks import check_sizes
from ragauge.pipeline.chunking.pieces import PROSE, merged, pieces
from ragauge.pipeline.chunking.rulers import make_ruler
from ragauge.pipeline.chunking.spans import cut_out

if TYPE_CHECKING:
    from ragauge.core.records import Chunk, Document
    from ragauge.pipeline.chunking.checks import Unit


@dataclass(frozen=True, slots=True)
class RecursiveChunker:
    r"""Keeps paragraphs whole where they fit, then sentences, then words, and merges neighbours up to the size.

    - ``size``: the most a chunk holds, in ``unit``;
    - ``overlap``: the most of its end that the next chunk begins with, in ``unit`` and from a word on; less where
      the next paragraph or sentence leaves less room;
    - ``unit``: ``words``, ``chars`` (code points) or a function that counts the tokens of a text.

    Promised: every character that is no white space is in a chunk; no chunk is larger than ``size``, unless a single
    code point is; what fits is not cut, but for the overlap.

    >>> from ragauge.core.records import Document
    >>> text = Document("lamps", "Two years.\n\nNot for bulbs. Bulbs wear out, as all of us do.")
    >>> [chunk.text for chunk in RecursiveChunker(size=5)(text)]
    ['Two years.\n\nNot for bulbs.', 'Bulbs wear out, as all', 'of us do.']

    Raises: InputError for a parameter that cannot be.
    """

    size: int = 200
    overlap: int = 0
    unit: Unit = "words"

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def __call__(self, document: Document, /) -> list[Chunk]:
        """The chunks in order; none of an empty document."""
        text = document.text
        ruler = make_ruler(text, self.unit)
        parts = list(pieces(ruler, text, (0, len(text)), PROSE, self.size))
        return cut_out(document, merged(ruler, text, parts, self.size, self.overlap))
