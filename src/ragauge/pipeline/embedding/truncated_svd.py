"""The truncated singular value decomposition of a sparse matrix, by numpy alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray
    from ragauge.pipeline.embedding.sparse_rows import SparseRows

OVERSAMPLED = 10
POWER_ITERATIONS = 2
NEGLIGIBLE = 1e-14
"""A direction with less than this share of the energy (the square) of the strongest is rounding, not data."""


def right_singular_vectors(matrix: SparseRows, dimensions: int, *, seed: int = 0) -> FloatArray:
    """The right singular vectors of the largest singular values, one a column, in falling order.

    Formula: Q spans the product of the matrix with ``dimensions`` + 10 random normal columns, sharpened by two power
    iterations; the vectors are those of Qᵀ · matrix. Bases are made orthonormal by way of their Gram matrix, which
    for tall ones is several times faster than QR. A matrix with no more rows than that is decomposed exactly.

    Returns: (width, r) with r ≤ ``dimensions``, fewer where the matrix has a smaller rank. The entry of the largest
    size in every column is positive.
    Source: Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.1.

    >>> from ragauge.pipeline.embedding.sparse_rows import SparseRows
    >>> diagonal = SparseRows(np.array([0, 1, 2]), np.array([0, 1]), np.array([1.0, 3.0]), 2)
    >>> right_singular_vectors(diagonal, 1).round(6).tolist()
    [[0.0], [1.0]]
    """
    across = matrix.transposed()
    vectors = _strongest(across.times(_range(matrix, across, dimensions + OVERSAMPLED, seed)))[:, :dimensions]
    if vectors.size:
        vectors *= np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])])
    return vectors


def _range(matrix: SparseRows, across: SparseRows, wanted: int, seed: int) -> FloatArray:
    """Columns that span what the matrix makes of any vector, or nearly so when it has more rows than columns wanted."""
    if wanted >= len(matrix):
        return np.eye(len(matrix))
    basis = matrix.times(np.random.default_rng(seed).standard_normal((matrix.width, wanted)))
    for _ in range(POWER_ITERATIONS):
        basis = matrix.times(across.times(_orthonormal(basis)))
    return _orthonormal(basis)


def _orthonormal(columns: FloatArray) -> FloatArray:
    """An orthonormal basis of the columns.

    By Cholesky's decomposition; the eigenvectors, which serve where the columns depend on each other, are found in
    hundreds of small steps, between which the threads of BLAS wait for each other, for seconds on a busy machine.
    """
    gram = columns.T @ columns
    try:
        lower = np.linalg.cholesky(gram)
    except np.linalg.LinAlgError:
        return _strongest(columns)
    pivots = np.diag(lower) ** 2
    if pivots.min(initial=np.inf) <= NEGLIGIBLE * pivots.max(initial=0.0):
        return _strongest(columns)
    basis: FloatArray = columns @ np.linalg.inv(lower).T
    return basis


def _strongest(columns: FloatArray) -> FloatArray:
    """The left singular vectors of a tall matrix, those of the largest singular values first."""
    if not columns.size:
        return columns[:, :0]
    energies, directions = np.linalg.eigh(columns.T @ columns)
    kept = energies > NEGLIGIBLE * max(float(energies[-1]), np.finfo(np.float64).tiny)
    basis: FloatArray = columns @ (directions[:, kept] / np.sqrt(energies[kept]))[:, ::-1]
    return basis
