"""A sparse matrix by rows, with the one product that a truncated SVD needs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

GATHERED = 8192
"""So many rows of the dense matrix are copied together at most, which bounds the memory of a product."""


@dataclass(frozen=True, slots=True)
class SparseRows:
    """The entries of row i stand at ``starts[i]:starts[i + 1]`` of ``columns`` and ``values``.

    >>> matrix = SparseRows(np.array([0, 2, 2, 3]), np.array([0, 1, 1]), np.array([1.0, 2, 3]), 2)
    >>> matrix.times(np.array([[1.0], [10]])).tolist()
    [[21.0], [0.0], [30.0]]
    """

    starts: IntArray
    columns: IntArray
    values: FloatArray
    width: int

    def __len__(self) -> int:
        return len(self.starts) - 1

    def times(self, dense: FloatArray) -> FloatArray:
        """The product with a dense matrix, which has a row for every column of this one.

        Row by row, which is faster than reducing many gathered rows at once, as a gather stays in the cache of the
        processor; and not by BLAS, whose threads would wait for each other at every row.
        """
        product = np.zeros((len(self), dense.shape[1]))
        bounds = self.starts.tolist()
        for row, (start, end) in enumerate(pairwise(bounds)):
            for low in range(start, end, GATHERED):
                high = min(end, low + GATHERED)
                product[row] += np.einsum("i,ij->j", self.values[low:high], dense[self.columns[low:high]])
        return product

    def transposed(self) -> SparseRows:
        """Its columns as rows.

        >>> SparseRows(np.array([0, 2, 3]), np.array([0, 1, 1]), np.array([1.0, 2, 3]), 2).transposed().values.tolist()
        [1.0, 2.0, 3.0]
        """
        order = np.argsort(self.columns, kind="stable")
        rows = np.repeat(np.arange(len(self)), np.diff(self.starts))
        sizes = np.bincount(self.columns, minlength=self.width)
        return SparseRows(np.concatenate([[0], np.cumsum(sizes)]), rows[order], self.values[order], len(self))
