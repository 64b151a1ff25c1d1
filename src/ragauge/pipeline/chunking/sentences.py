"""Chunks of a number of sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.checks import check_whole
from ragauge.pipeline.chunking.sentence_ends import sentence_spans
from ragauge.pipeline.chunking.spans import cut_out

if TYPE_CHECKING:
    from ragauge.core.records import Chunk, Document


@dataclass(frozen=True, slots=True)
class SentenceChunker:
    """A window over the sentences, moved on by a stride.

    - ``sentences``: the most sentences in a chunk;
    - ``stride``: sentences from the start of one chunk to that of the next, at most ``sentences``; None is as many.

    Promised: every character that is no white space is in a chunk; no chunk lies within another. Sentences are as
    long as they are: there is no bound in words.

    >>> from ragauge.core.records import Document
    >>> text = Document("lamps", "One. Two. Three. Four.")
    >>> [chunk.text for chunk in SentenceChunker(sentences=2, stride=1)(text)]
    ['One. Two.', 'Two. Three.', 'Three. Four.']

    Raises: InputError for a parameter that cannot be; a stride beyond the window would leave sentences out.
    """

    sentences: int = 5
    stride: int | None = None

    def __post_init__(self) -> None:
        check_whole("sentences", self.sentences, low=1)
        if self.stride is not None:
            check_whole("stride", self.stride, low=1)
            if self.stride > self.sentences:
                raise InputError(f"stride must be at most sentences, got stride {self.stride} and {self.sentences}")

    def __call__(self, document: Document, /) -> list[Chunk]:
        """The chunks in order; none of an empty document."""
        found = sentence_spans(document.text)
        windows = (
            (found[first][0], found[min(first + self.sentences, len(found)) - 1][1])
            for first in range(0, len(found), self.stride or self.sentences)
        )
        return cut_out(document, windows)
