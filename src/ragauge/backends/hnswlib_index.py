"""HNSW by hnswlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ragauge.backends.ann_parameters import MOST, MOST_LINKS, missing, refuse_outside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.ports import Condition

SEED = 100
TOO_FEW = "contiguous 2D array"
"""What the error says that is raised when fewer than k are found."""


class HnswlibIndex:
    """A graph with ``m`` links a vector (2m on the lowest layer), built with ``ef_construction`` candidates.

    A search looks at the ``ef`` best candidates, or k where that is more. The filter is a Python function that is asked
    at every vector the search comes by. One thread, a fixed seed.

    hnswlib raises an error when it finds fewer than k; as many as it does find are then asked for, by halving.
    """

    EFFORT: ClassVar[dict[str, int]] = {"ef": 64}

    def __init__(self, *, m: int = 16, ef_construction: int = 200) -> None:
        refuse_outside(2, MOST_LINKS, m=m)
        refuse_outside(1, MOST, ef_construction=ef_construction)
        try:
            import hnswlib
        except ImportError as error:
            raise missing("hnswlib", "ann") from error
        self._library: Any = hnswlib
        self._m, self._ef_construction = m, ef_construction
        self.effort = dict(self.EFFORT)

    def build(self, vectors: NDArray[np.float32], metadata: Sequence[Mapping[str, object]]) -> None:
        """Build the graph."""
        self._index: Any = self._library.Index(space="ip", dim=vectors.shape[1])
        self._index.init_index(
            max_elements=len(vectors), M=self._m, ef_construction=self._ef_construction, random_seed=SEED
        )
        self._index.add_items(vectors, np.arange(len(vectors)), num_threads=1)

    def among(self, allowed: BoolArray, conditions: Sequence[Condition]) -> Callable[[int], bool]:
        """The function that hnswlib asks."""
        return allowed.tolist().__getitem__  # type: ignore[no-any-return]

    def search(self, vector: NDArray[np.float32], k: int, among: Any = None) -> tuple[IntArray, FloatArray]:
        """The k nearest; hnswlib tells 1 − the dot product."""
        self._index.set_ef(max(self.effort["ef"], k))
        found = self._found(vector, k, among)
        if found is None:
            there, too_many = 0, k
            while too_many - there > 1:
                middle = (there + too_many) // 2
                if self._found(vector, middle, among) is None:
                    too_many = middle
                else:
                    there = middle
            found = self._found(vector, there, among) if there else None
        if found is None:
            return np.empty(0, dtype=np.int64), np.empty(0)
        rows, distances = found
        return rows[0].astype(np.int64), 1 - distances[0].astype(np.float64)

    def nbytes(self) -> int:
        """The size of the file it would be saved to, vectors included."""
        return int(self._index.index_file_size())

    def close(self) -> None:
        """Nothing is held outside."""

    def _found(self, vector: NDArray[np.float32], k: int, among: Any) -> Any:
        try:
            return self._index.knn_query(vector, k=k, num_threads=1, filter=among)
        except RuntimeError as error:
            if TOO_FEW in str(error):
                return None
            raise
