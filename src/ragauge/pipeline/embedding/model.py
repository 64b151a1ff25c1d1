"""Any embedding model as an embedder: clean texts in, finite vectors of length 1 out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ragauge.core.errors import RagaugeError
from ragauge.metrics.chunking.truncation import truncation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.metrics.chunking.truncation import Truncation

PADDED = 1 << 18
"""Characters of a batch, when all of its texts are as long as the longest."""


class EmbeddingModel(Protocol):
    """What a backend has to give."""

    @property
    def batch(self) -> int:
        """So many texts are embedded together at most."""

    @property
    def limit(self) -> int | None:
        """The tokens of a text that are read, its prefix and special ones included; None is all, or not known."""

    @property
    def identity(self) -> str:
        """The model, its version and the parameters: equal identities give equal vectors."""

    def encode(self, texts: list[str], *, questions: bool) -> Any:
        """One row a text, in an array of any float type."""

    def tokens(self, texts: list[str]) -> list[int] | None:
        """How many tokens each text has when nothing is cut off; None when there is no tokenizer at hand."""


class ModelEmbedder:
    """Embeds by a model that knows the language already, so that there is nothing to fit.

    Texts of like length are embedded together. NUL and lone surrogates, which tokenizers stop at, are replaced; a
    blank text has the zero vector and is not embedded. All other vectors have length 1.
    """

    def __init__(self, model: EmbeddingModel) -> None:
        self.model = model
        self._width: int | None = None

    @property
    def identity(self) -> str:
        """What the vectors depend on besides the text."""
        return self.model.identity

    @property
    def limit(self) -> int | None:
        """The tokens of a text that the model reads; None is all, or not known."""
        return self.model.limit

    def fit(self, texts: Sequence[str]) -> None:
        """Do nothing."""

    def texts(self, texts: Sequence[str]) -> FloatArray:
        """One row a text."""
        return self._embedded(texts, questions=False)

    def questions(self, questions: Sequence[str]) -> FloatArray:
        """One row a question."""
        return self._embedded(questions, questions=True)

    def truncated(self, texts: Sequence[str]) -> IntArray | None:
        """How many tokens at the end of each text the model does not read; None when that is not known."""
        if self.model.limit is None:
            return None
        tokens = self.model.tokens([_clean(text) for text in texts])
        return None if tokens is None else np.maximum(np.array(tokens, dtype=np.int64) - self.model.limit, 0)

    def truncation(self, texts: Sequence[str], counter: str) -> Truncation | None:
        """How many texts are over the model's limit and how many of their tokens nobody reads; None when not known.

        Tokens are counted by the model's own tokenizer, which ``counter`` names.
        """
        if self.model.limit is None:
            return None
        tokens = self.model.tokens([_clean(text) for text in texts])
        return None if tokens is None else truncation(tokens, self.model.limit, counter)

    def _embedded(self, texts: Sequence[str], *, questions: bool) -> FloatArray:
        clean = [_clean(text) for text in texts]
        asked = sorted((place for place, text in enumerate(clean) if text.strip()), key=lambda place: len(clean[place]))
        if not asked:
            return np.zeros((len(texts), self._dimensions(questions=questions)))
        parts = []
        for places in _batches(asked, [len(clean[place]) for place in asked], self.model.batch):
            batch = [clean[place] for place in places]
            parts.append((places, _checked(self.model.encode(batch, questions=questions), len(batch))))
        widths = sorted({part.shape[1] for _, part in parts})
        if len(widths) > 1:
            raise RagaugeError(f"the model gave vectors of different lengths: {widths}")
        self._width = widths[0]
        vectors = np.zeros((len(texts), self._width))
        for places, part in parts:
            vectors[places] = part
        return vectors

    def _dimensions(self, *, questions: bool) -> int:
        if self._width is None:
            self._width = _checked(self.model.encode(["a"], questions=questions), 1).shape[1]
        return self._width


def _clean(text: str) -> str:
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _batches(places: Sequence[int], sizes: Sequence[int], most: int) -> Iterator[list[int]]:
    """The places in batches; sizes rise."""
    batch: list[int] = []
    for place, size in zip(places, sizes, strict=True):
        if batch and (len(batch) == most or (len(batch) + 1) * size > PADDED):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _checked(found: Any, count: int) -> FloatArray:
    """The vectors as the model gave them, brought to length 1 (the zero vector stays)."""
    vectors = np.asarray(found, dtype=np.float64)
    if vectors.ndim != 2 or len(vectors) != count or not vectors.shape[1]:
        raise RagaugeError(f"the model gave an array of shape {vectors.shape} for {count} texts")
    if not np.isfinite(vectors).all():
        raise RagaugeError("the model gave vectors with NaN or infinity")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: FloatArray = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return unit
