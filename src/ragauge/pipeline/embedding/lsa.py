"""Latent semantic analysis: the embedder of the base install, for any language and without a model."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np

from ragauge.pipeline.embedding.term_weights import TermWeights
from ragauge.pipeline.embedding.truncated_svd import right_singular_vectors

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.core.arrays import FloatArray
    from ragauge.pipeline.embedding.sparse_rows import SparseRows

REVISION = 1
"""Rises whenever the vectors of the same texts change."""
VANISHING = 1e-9
"""A text with less of its length in the space than this is not in it."""


class LsaEmbedder:
    """Texts as directions in the space of the words that occur together in the corpus.

    Formula: tf-idf of the stemmed words, times the right singular vectors of the corpus' tf-idf; length 1.

    Undefined: a text without a word of the corpus has the zero vector, which is like nothing (score 0).
    Limits: bags of words, so word order, negation and numbers say little; made anew for every corpus.
    Source: Deerwester et al. 1990; sublinear tf as Manning, Raghavan and Schütze 2008, section 6.4.

    >>> embedder = LsaEmbedder(dimensions=2)
    >>> embedder.fit(["lamps and bulbs", "a lamp needs a bulb", "returns within two weeks", "two weeks to return"])
    >>> (embedder.questions(["bulb", "zebra"]) @ embedder.texts(["a lamp"]).T).round(3).tolist()
    [[1.0], [0.0]]
    """

    def __init__(self, *, dimensions: int = 300, seed: int = 0) -> None:
        if dimensions < 1:
            raise ValueError(f"dimensions must be at least 1, not {dimensions}")
        self.dimensions, self._seed = dimensions, seed
        self._fitted: tuple[TermWeights, FloatArray, str] | None = None

    def fit(self, texts: Sequence[str]) -> None:
        """Make the space of these texts; a small corpus has fewer dimensions than asked for."""
        weights = TermWeights(texts)
        vectors = right_singular_vectors(weights.fitted, self.dimensions, seed=self._seed)
        self._fitted = (weights, vectors, _digest(texts))

    def texts(self, texts: Sequence[str]) -> FloatArray:
        """One row a text, each of length 1 or 0."""
        weights, vectors, _ = self._space()
        return _directions(weights.rows(texts), vectors)

    def questions(self, questions: Sequence[str]) -> FloatArray:
        """One row a question, in the same space."""
        return self.texts(questions)

    @property
    def identity(self) -> str:
        """What the vectors depend on: the parameters and the texts it was fitted to."""
        corpus = self._space()[2]
        facts = {"model": "lsa", "revision": REVISION, "dimensions": self.dimensions, "seed": self._seed}
        return json.dumps(facts | {"corpus": corpus}, sort_keys=True)

    def _space(self) -> tuple[TermWeights, FloatArray, str]:
        if self._fitted is None:
            raise ValueError("an LSA embedder has no space before fit(texts)")
        return self._fitted


def _directions(rows: SparseRows, vectors: FloatArray) -> FloatArray:
    placed = rows.times(vectors)
    lengths = np.linalg.norm(placed, axis=1, keepdims=True)
    unit: FloatArray = np.divide(placed, lengths, out=np.zeros_like(placed), where=lengths > VANISHING)
    return unit


def _digest(texts: Iterable[str]) -> str:
    whole = hashlib.sha256()
    for text in texts:
        whole.update(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
    return whole.hexdigest()
