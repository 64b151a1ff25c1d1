"""HNSW by usearch, with vectors in single or less precision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ragauge.backends.ann_parameters import MOST, MOST_LINKS, missing, refuse_outside
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.ports import Condition

DTYPES = ("f32", "f16", "bf16", "i8")


class UsearchIndex:
    """A graph with ``m`` links a vector, built with ``ef_construction`` candidates; a search looks at ``ef``, or k.

    ``dtype`` is what vectors are kept in: f32, f16, bf16 or i8 (for vectors of length 1 at most). usearch has no filter
    in Python: ``oversample`` times k are searched for, those that the filter forbids are dropped, and the list is short
    where too few are left. One thread.
    """

    EFFORT: ClassVar[dict[str, int]] = {"ef": 64, "oversample": 1}

    def __init__(self, *, m: int = 16, ef_construction: int = 128, dtype: str = "f32") -> None:
        refuse_outside(2, MOST_LINKS, m=m)
        refuse_outside(1, MOST, ef_construction=ef_construction)
        if dtype not in DTYPES:
            raise InputError(f"dtype must be one of {', '.join(DTYPES)}, got {dtype!r}")
        try:
            from usearch.index import Index
        except ImportError as error:
            raise missing("usearch", "ann") from error
        self._make: Any = Index
        self._given = {"connectivity": m, "expansion_add": ef_construction, "dtype": dtype}
        self.effort = dict(self.EFFORT)

    def build(self, vectors: NDArray[np.float32], metadata: Sequence[Mapping[str, object]]) -> None:
        """Build the graph."""
        self._index: Any = self._make(ndim=vectors.shape[1], metric="ip", enable_key_lookups=False, **self._given)
        self._index.add(np.arange(len(vectors), dtype=np.uint64), vectors, threads=1)

    def among(self, allowed: BoolArray, conditions: Sequence[Condition]) -> BoolArray:
        """The truth values."""
        return allowed

    def search(self, vector: NDArray[np.float32], k: int, among: Any = None) -> tuple[IntArray, FloatArray]:
        """The k nearest; usearch tells 1 − the dot product."""
        self._index.expansion_search = self.effort["ef"]
        wanted = k if among is None else min(k * self.effort["oversample"], len(self._index))
        matches = self._index.search(vector, wanted, threads=1)
        rows = matches.keys.astype(np.int64)
        scores = 1 - matches.distances.astype(np.float64)
        if among is not None:
            kept = among[rows]
            rows, scores = rows[kept][:k], scores[kept][:k]
        return rows, scores

    def nbytes(self) -> int:
        """The size of the file it would be saved to, vectors included."""
        return int(self._index.serialized_length)

    def close(self) -> None:
        """Nothing is held outside."""
