"""Rows that belong together, such as the questions of one user: what is resampled is the whole cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray


def cluster_totals(values: FloatArray, clusters: IntArray) -> tuple[FloatArray, FloatArray]:
    """The sum of every cluster's rows, and its number of rows; clusters in the order of their labels.

    Formula: totals[g] = Σ of the rows with label g; sizes[g] = how many they are.

    ``values`` is (n,) or (n, m) and ``totals`` (g,) or (g, m). No rows give no clusters. A label list of another
    length is a ``ValueError``. The mean over rows is Σ totals ÷ Σ sizes, a ratio of two sums over clusters:
    resampled, it is slightly biased when clusters differ in size.

    Source: Cochran 1977, Sampling Techniques, section 9A (cluster sampling, ratio to size).

    Example: one user asks two questions, another one.
        >>> cluster_totals(np.array([1.0, 0.0, 1.0]), np.array([7, 7, 3]))
        (array([1., 1.]), array([1., 2.]))
    """
    if clusters.shape != values.shape[:1]:
        raise ValueError(f"{len(values)} rows need a cluster each, not {clusters.shape}")
    labels, place = np.unique(clusters, return_inverse=True)
    sizes = np.bincount(place, minlength=len(labels)).astype(np.float64)
    totals = np.zeros((len(labels), *values.shape[1:]))
    np.add.at(totals, place, values)
    return totals, sizes
