"""Late chunking: the document is read as a whole, and each chunk is the mean of its tokens."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.late import late_pool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.arrays import FloatArray
    from ragauge.core.ports import Embedder

    Span = tuple[int, int]


class TokenEmbedder(Protocol):
    """What an embedder must give besides vectors of texts, to be used for late chunking."""

    def token_vectors(self, text: str, /) -> tuple[Sequence[Span], FloatArray]:
        """Where each token stands in the text (characters, half-open), and one row a token.

        The rows are those of the model's last layer, before pooling, made with the whole text in view. Special tokens
        have an empty place. What the model does not read has no token.
        """


def token_embedder(name: str, embedder: Any) -> TokenEmbedder:
    """The part of an embedder that gives token vectors: it, or what it wraps.

    Raises: InputError naming an embedder without.
    """
    seen = embedder
    while seen is not None:
        if callable(getattr(seen, "token_vectors", None)):
            found: TokenEmbedder = seen
            return found
        seen = getattr(seen, "embedder", None) or getattr(seen, "model", None)
    raise InputError(f"late chunking needs an embedder that gives the vectors of tokens; {name} does not")


def token_spans(offsets: Sequence[Span], spans: Sequence[Span]) -> list[Span]:
    """The tokens of every span of characters: those that share a character with it, as a half-open span of tokens.

    A token that two spans share is in both. Nothing of a span among the tokens gives an empty span.

    >>> token_spans([(0, 4), (5, 8), (8, 12)], [(0, 4), (4, 5), (6, 10), (12, 20)])
    [(0, 1), (1, 1), (1, 3), (3, 3)]

    Raises: InputError where the tokens are not in the order of the text, or one is empty.
    """
    starts, ends = [start for start, _ in offsets], [end for _, end in offsets]
    if any(end <= start for start, end in offsets) or starts != sorted(starts) or ends != sorted(ends):
        raise InputError("the places of tokens must not be empty and must stand in the order of the text")
    return [(low := bisect_right(ends, start), max(low, bisect_left(starts, end))) for start, end in spans]


def late_vectors(embedder: TokenEmbedder, text: str, spans: Sequence[Span]) -> list[FloatArray | None]:
    """One vector of length 1 for each span of a text, None where the model read none of its tokens.

    Raises: InputError for token vectors that are not one finite row for each place.
    """
    offsets, vectors = embedder.token_vectors(text)
    if len(offsets) != len(vectors):
        raise InputError(f"the embedder gave {len(vectors)} token vectors for {len(offsets)} places")
    kept = [place for place, (start, end) in enumerate(offsets) if end > start]
    rows = np.asarray(vectors, dtype=np.float64)[kept]
    return [_unit(mean) for mean in late_pool(rows, token_spans([offsets[place] for place in kept], spans))]


def _unit(mean: FloatArray | None) -> FloatArray | None:
    length = 0.0 if mean is None else float(np.linalg.norm(mean))
    return None if mean is None or not length else mean / length


class LateEmbedder:
    """Chunks by their ids as an embedder, for the dense lane; questions are embedded as usual.

    ``without`` counts the chunks of which the model read no token: they have the zero vector and are never found.
    """

    def __init__(
        self,
        embedder: Embedder,
        tokens: TokenEmbedder,
        documents: Mapping[str, str],
        chunks: Mapping[str, tuple[str, int, int]],
    ) -> None:
        self._embedder = embedder
        by_document: dict[str, list[str]] = {}
        for name, (document, _, _) in chunks.items():
            by_document.setdefault(document, []).append(name)
        found: dict[str, FloatArray | None] = {}
        for document, names in by_document.items():
            spans = [chunks[name][1:] for name in names]
            found.update(zip(names, late_vectors(tokens, documents[document], spans), strict=True))
        self.without = sum(vector is None for vector in found.values())
        width = next((len(vector) for vector in found.values() if vector is not None), 1)
        self._rows = {name: np.zeros(width) if vector is None else vector for name, vector in found.items()}

    def fit(self, names: Sequence[str], /) -> None:
        """Do nothing."""

    def texts(self, names: Sequence[str], /) -> FloatArray:
        """One row a chunk."""
        return np.array([self._rows[name] for name in names])

    def questions(self, questions: Sequence[str], /) -> FloatArray:
        """One row a question."""
        return self._embedder.questions(questions)
