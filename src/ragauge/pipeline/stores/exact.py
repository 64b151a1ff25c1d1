"""Exact search as a vector index: the truth that the others are held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ragauge.pipeline.dense import DenseLane

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.ports import Condition


class ExactIndex:
    """The dense lane over vectors that are there already; equal scores stand in the order of the rows.

    >>> index = ExactIndex()
    >>> index.build(np.eye(3, dtype=np.float32), [{}, {}, {}])
    >>> index.search(np.array([0.5, 0.0, 1.0], dtype=np.float32), 2)
    (array([2, 0]), array([1. , 0.5]))
    """

    EFFORT: ClassVar[dict[str, int]] = {}

    def __init__(self) -> None:
        self.effort: dict[str, int] = {}

    def build(self, vectors: NDArray[np.float32], metadata: Sequence[Mapping[str, object]]) -> None:
        """Take the vectors."""
        self._given = _Given(vectors)
        self._last = len(vectors) - 1
        width = len(str(self._last))
        # the lane puts equal scores by falling id
        names = [f"{self._last - row:0{width}d}" for row in range(len(vectors))]
        self._lane = DenseLane(self._given, names, list(map(str, range(len(vectors)))))

    def among(self, allowed: BoolArray, conditions: Sequence[Condition]) -> BoolArray:
        """The truth values."""
        return allowed

    def search(self, vector: NDArray[np.float32], k: int, among: Any = None) -> tuple[IntArray, FloatArray]:
        """The k nearest."""
        self._given.asked = vector
        hits = self._lane.search([""], k, allowed=None if among is None else [among])[0]
        rows = np.array([self._last - int(hit.item) for hit in hits], dtype=np.int64)
        return rows, np.array([hit.score for hit in hits], dtype=np.float64)

    def nbytes(self) -> int:
        """The size of the vectors."""
        return self._lane.nbytes

    def close(self) -> None:
        """Nothing is held outside."""


class _Given:
    """Vectors in the place of an embedder: a text is the number of its row, a question the vector that is asked."""

    def __init__(self, vectors: NDArray[np.float32]) -> None:
        self._vectors, self.asked = vectors, vectors[:0]

    def fit(self, texts: Sequence[str]) -> None:
        """Do nothing."""

    def texts(self, texts: Sequence[str]) -> FloatArray:
        """The rows."""
        return self._vectors[[int(text) for text in texts]]  # type: ignore[return-value]

    def questions(self, questions: Sequence[str]) -> FloatArray:
        """The vector that is asked."""
        return self.asked[None]  # type: ignore[return-value]
