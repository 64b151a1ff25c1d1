"""HNSW and inverted lists by faiss."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ragauge.backends.ann_parameters import MOST, MOST_LINKS, missing, refuse_outside
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.ports import Condition

SEED = 100


def without_padding(rows: NDArray[Any], scores: NDArray[Any]) -> tuple[IntArray, FloatArray]:
    """What was found: faiss fills a list that is too short with row −1 and the largest float.

    >>> without_padding(np.array([4, 0, -1]), np.array([0.5, 0.25, -3.4e38], dtype=np.float32))
    (array([4, 0]), array([0.5 , 0.25]))
    """
    found = rows >= 0
    return rows[found].astype(np.int64), scores[found].astype(np.float64)


class _FaissIndex:
    """What both kinds share; faiss runs on one thread from here on, in the whole process."""

    EFFORT: ClassVar[dict[str, int]]
    _index: Any

    def __init__(self) -> None:
        try:
            import faiss
        except ImportError as error:
            raise missing("faiss-cpu", "ann") from error
        self._library: Any = faiss
        faiss.omp_set_num_threads(1)
        self.effort = dict(self.EFFORT)

    def among(self, allowed: BoolArray, conditions: Sequence[Condition]) -> Any:
        """A bit a row."""
        return self._library.IDSelectorBitmap(np.packbits(allowed, bitorder="little"))

    def search(self, vector: NDArray[np.float32], k: int, among: Any = None) -> tuple[IntArray, FloatArray]:
        """The k nearest, or as many as are found."""
        scores, rows = self._index.search(vector[None], k, params=self._parameters(among))
        return without_padding(rows[0], scores[0])

    def nbytes(self) -> int:
        """The size of the file it would be saved to, vectors included."""
        return int(self._library.serialize_index(self._index).nbytes)

    def close(self) -> None:
        """Nothing is held outside."""

    def _parameters(self, among: Any) -> Any:
        raise NotImplementedError


class FaissHnswIndex(_FaissIndex):
    """A graph with ``m`` links a vector, built with ``ef_construction`` candidates; a search looks at ``ef``, or k.

    The filter keeps vectors out of the result, not out of the walk: where few are allowed, lists come out short.
    """

    EFFORT: ClassVar[dict[str, int]] = {"ef": 64}

    def __init__(self, *, m: int = 16, ef_construction: int = 200) -> None:
        refuse_outside(2, MOST_LINKS, m=m)
        refuse_outside(1, MOST, ef_construction=ef_construction)
        super().__init__()
        self._m, self._ef_construction = m, ef_construction

    def build(self, vectors: NDArray[np.float32], metadata: Sequence[Mapping[str, object]]) -> None:
        """Build the graph."""
        self._index = self._library.IndexHNSWFlat(vectors.shape[1], self._m, self._library.METRIC_INNER_PRODUCT)
        self._index.hnsw.efConstruction = self._ef_construction
        self._index.add(vectors)

    def _parameters(self, among: Any) -> Any:
        selected = {} if among is None else {"sel": among}
        return self._library.SearchParametersHNSW(efSearch=self.effort["ef"], **selected)


class FaissIvfIndex(_FaissIndex):
    """Vectors in ``nlist`` lists by their nearest centre (default: the root of their number); ``nprobe`` are searched.

    Vectors are kept as they are. The centres are made by k-means with a fixed seed.
    """

    EFFORT: ClassVar[dict[str, int]] = {"nprobe": 8}

    def __init__(self, *, nlist: int | None = None) -> None:
        if nlist is not None:
            refuse_outside(1, MOST, nlist=nlist)
        super().__init__()
        self._nlist = nlist

    def build(self, vectors: NDArray[np.float32], metadata: Sequence[Mapping[str, object]]) -> None:
        """Make the centres and fill the lists.

        Raises: InputError for more lists than vectors.
        """
        count, dimensions = vectors.shape
        nlist = self._nlist or max(1, math.isqrt(count))
        if nlist > count:
            raise InputError(f"nlist must be at most the number of vectors, {count}, got {nlist}")
        product = self._library.METRIC_INNER_PRODUCT
        self._index = self._library.IndexIVFFlat(self._library.IndexFlatIP(dimensions), dimensions, nlist, product)
        self._index.cp.seed = SEED
        self._index.cp.min_points_per_centroid = 1  # faiss warns on the standard error otherwise
        self._index.train(vectors)
        self._index.add(vectors)

    def _parameters(self, among: Any) -> Any:
        selected = {} if among is None else {"sel": among}
        return self._library.SearchParametersIVF(nprobe=self.effort["nprobe"], **selected)
