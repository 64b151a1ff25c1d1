"""Bootstrap resamples as counts: how often every unit was drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.arrays import FloatArray

CELLS = 2**20
"""Draws held at a time."""


def resample_counts(units: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    """How often each of ``units`` is drawn in each of ``resamples``, some resamples at a time.

    Formula: every row of the arrays sums to ``units``, each unit being drawn with probability 1 ÷ units.

    A product of the counts with the values gives the totals of all columns of all resamples. Memory does not grow
    with the resamples. Fewer than 1 unit or resample is a ``ValueError``.
    Source: Efron 1979.

    >>> counts = np.concatenate(list(resample_counts(3, 4, seed=0)))
    >>> counts.shape, counts.sum(axis=1).tolist()
    ((4, 3), [3.0, 3.0, 3.0, 3.0])
    """
    if units < 1 or resamples < 1:
        raise ValueError(f"nothing to resample: {units} units, {resamples} resamples")
    rng = np.random.default_rng(seed)
    step = max(1, CELLS // units)
    for done in range(0, resamples, step):
        rows = min(step, resamples - done)
        picks = rng.integers(0, units, size=(rows, units))
        picks += units * np.arange(rows)[:, None]  # a row of its own for every resample
        yield np.bincount(picks.ravel(), minlength=rows * units).reshape(rows, units).astype(np.float64)
