"""Chunks that end where neighbouring sentences are far apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.checks import check_method, check_share, check_sizes
from ragauge.pipeline.chunking.pieces import PROSE, merged, pieces
from ragauge.pipeline.chunking.rulers import make_ruler
from ragauge.pipeline.chunking.sentence_ends import sentence_spans
from ragauge.pipeline.chunking.spans import Span, cut_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ragauge.core.arrays import FloatArray
    from ragauge.core.ports import Embedder
    from ragauge.core.records import Chunk, Document
    from ragauge.pipeline.chunking.checks import Unit


@dataclass(frozen=True, slots=True)
class SemanticChunker:
    """Ends a chunk between two sentences whose distance is above a percentile of the distances in the document.

    Distance: 1 − cosine of the vectors of neighbouring sentences. A sentence without a vector (all zeros) says
    nothing and stays with the one before it. Equal distances are not above each other: a text that is alike
    everywhere is one chunk.

    - ``embedder``: gives the vectors, fitted already where it needs fitting; only its ``texts`` is called, once a
      document;
    - ``percentile``: from 0 to 100, interpolated linearly; lower ends more chunks;
    - ``size``: the most a chunk holds, in ``unit``; what is larger is cut at paragraphs, sentences, words. None
      sets no bound;
    - ``unit``: ``words``, ``chars`` (code points) or a function that counts the tokens of a text.

    Promised: every character that is no white space is in one chunk, once; with a size, no chunk is larger, unless a
    single code point is; the same as far as the embedder gives the same.

    >>> from ragauge.core.records import Document
    >>> class Topics:
    ...     def texts(self, texts): return np.array([[text.count("amp"), text.count("lug")] for text in texts])
    >>> text = Document("faq", "Lamps glow. Lamps break. Plugs fit. Plugs hold.")
    >>> [chunk.text for chunk in SemanticChunker(Topics(), percentile=60)(text)]
    ['Lamps glow. Lamps break.', 'Plugs fit. Plugs hold.']

    Raises: InputError for a parameter that cannot be, or vectors that are not one finite row a sentence.
    """

    embedder: Embedder
    percentile: float = 95.0
    size: int | None = None
    unit: Unit = "words"

    def __post_init__(self) -> None:
        check_method("embedder", self.embedder, "an embedder", "texts")
        check_share("percentile", self.percentile, high=100)
        check_sizes(1 if self.size is None else self.size, 0, self.unit)

    def __call__(self, document: Document, /) -> list[Chunk]:
        """The chunks in order; none of an empty document."""
        sentences = sentence_spans(document.text)
        groups = self._groups(document.text, sentences) if len(sentences) > 1 else sentences
        return cut_out(document, self._bounded(document.text, groups))

    def _groups(self, text: str, sentences: list[Span]) -> Iterator[Span]:
        apart = distances(self._vectors([text[start:end] for start, end in sentences]))
        limit = np.percentile(apart, self.percentile)
        first = 0
        for last, distance in enumerate(apart):
            if distance > limit:
                yield sentences[first][0], sentences[last][1]
                first = last + 1
        yield sentences[first][0], sentences[-1][1]

    def _bounded(self, text: str, groups: Iterable[Span]) -> Iterator[Span]:
        if self.size is None:
            yield from groups
            return
        ruler = make_ruler(text, self.unit)
        for group in groups:
            yield from merged(ruler, text, list(pieces(ruler, text, group, PROSE, self.size)), self.size)

    def _vectors(self, texts: list[str]) -> FloatArray:
        rows = np.asarray(self.embedder.texts(texts), dtype=np.float64)
        if rows.ndim != 2 or len(rows) != len(texts) or not np.isfinite(rows).all():
            raise InputError(f"the embedder must give one finite vector a text: {len(texts)} texts, shape {rows.shape}")
        return rows


def distances(vectors: FloatArray) -> FloatArray:
    """1 − cosine of each row and the last row before it that is not zero; 0 where either is not there.

    >>> distances(np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 2.0], [0.0, 1.0]])).tolist()
    [0.0, 1.0, 0.0]
    """
    lengths = np.linalg.norm(vectors, axis=1)
    there = lengths > 0
    unit = vectors / np.where(there, lengths, 1.0)[:, None]
    known = np.maximum.accumulate(np.where(there, np.arange(len(vectors)), 0))
    cosines = np.einsum("ij,ij->i", unit[known[:-1]], unit[1:])
    apart: FloatArray = np.where(there[1:] & there[known[:-1]], 1 - cosines, 0.0)
    return np.round(apart, 12)
