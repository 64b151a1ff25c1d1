"""The paired randomisation test: were the two systems the same, every difference could as well be its opposite."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.clusters import cluster_totals
from ragauge.stats.mcnemar import mcnemar_test
from ragauge.stats.p_value import PValue
from ragauge.stats.samples import ROUNDING, as_columns, as_sample

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

ENUMERATED = 16
"""Up to this many non-zero differences all 2ⁿ flips are looked at."""
TIED = 1e-10
"""Sums closer than this share of Σ |d| are equal: 0.1 + 0.2 is 0.3."""
CELLS = 2**20
"""Random signs held at a time."""


def sign_flip_test(
    differences: FloatArray, *, clusters: IntArray | None = None, resamples: int = 10_000, seed: int = 0
) -> PValue | None:
    """Whether the mean of paired differences is zero, by flipping their signs; see ``sign_flip_tests``.

    Example: five differences of one sign cannot be rarer than 2 of 2⁵.
        >>> sign_flip_test(np.array([0.1, 0.2, 0.3, 0.1, 0.5]))
        PValue(p=0.0625, method='sign flips, exact')
    """
    column = as_sample(differences)[:, None]
    return sign_flip_tests(column, clusters=clusters, resamples=resamples, seed=seed)[0]


def sign_flip_tests(
    differences: FloatArray, *, clusters: IntArray | None = None, resamples: int = 10_000, seed: int = 0
) -> tuple[PValue | None, ...]:
    """Whether the mean of each column of paired differences is zero, by flipping their signs.

    Formula: T = Σ d; p = #{|T*| ≥ |T|} ÷ 2ⁿ over all flips; sampled, p = (#{|T*| ≥ |T|} + 1) ÷ (resamples + 1).

    Rows are questions in the caller's order, columns are metrics. Zero differences change nothing and are not
    counted in n. Per column:

    - no difference but zeros: p is 1, "identical";
    - all the same size: exact for any n, "McNemar, exact" ("sign flips, exact" when clustered);
    - at most 16 of them: "sign flips, exact";
    - else "sign flips, 10000 drawn", the same flips for all columns, so a column's p does not depend on others.

    With ``clusters`` (a label a row) the rows of one cluster are flipped together, as one total.
    Returns: two-sided p in (0, 1], one a column; None for no rows. It tests that the differences are symmetric
    about zero. NaN or infinity is a ``ValueError``. A difference below 1e-12 of the column's largest is zero.
    Source: Fisher 1935; Smucker, Allan and Carterette 2007 (for retrieval); Phipson and Smyth 2010 (the + 1).

    Example: the first column differs on seven questions, the second never.
        >>> d = [[0.1, 0], [0.2, 0], [0.1, 0], [-0.05, 0], [0.1, 0], [0.05, 0], [0.05, 0]]
        >>> sign_flip_tests(np.array(d))
        (PValue(p=0.0625, method='sign flips, exact'), PValue(p=1.0, method='identical'))
    """
    rows = as_columns(differences)
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, not {resamples}")
    units = rows if clusters is None else cluster_totals(rows, clusters)[0]
    if not len(rows):
        return tuple(None for _ in rows.T)
    units = np.where(np.abs(units) > ROUNDING * np.abs(rows).max(axis=0), units, 0.0)
    results = [_exact(column[column != 0], clustered=clusters is not None) for column in units.T]
    large = [place for place, result in enumerate(results) if result is None]
    for place, result in zip(large, _drawn(units[:, large], resamples, seed), strict=True):
        results[place] = result
    return tuple(results)


def _exact(column: FloatArray, *, clustered: bool) -> PValue | None:
    """The exact p of non-zero differences, None where there are too many to enumerate."""
    size = np.abs(column)
    if not len(column):
        return PValue(1.0, "identical")
    if np.ptp(size) <= TIED * size.max():
        ahead = int((column > 0).sum())
        counted = mcnemar_test(ahead, len(column) - ahead)
        return replace(counted, method="sign flips, exact") if clustered else counted
    if len(column) > ENUMERATED:
        return None
    sums = np.zeros(1)
    for difference in column:
        sums = np.concatenate([sums - difference, sums + difference])
    return PValue(float((np.abs(sums) >= _threshold(column)).mean()), "sign flips, exact")


def _drawn(units: FloatArray, resamples: int, seed: int) -> list[PValue]:
    """Monte Carlo p of every column."""
    n, columns = units.shape
    if not columns:
        return []
    total, threshold = units.sum(axis=0), _threshold(units)
    extreme = np.zeros(columns, dtype=np.int64)
    rng = np.random.default_rng(seed)
    step = max(1, CELLS // n)
    for done in range(0, resamples, step):
        shape = (min(step, resamples - done), n)
        kept = 2 * (_bits(rng, shape) @ units) - total  # a bit of 1 keeps the sign, 0 flips it
        extreme += (np.abs(kept) >= threshold).sum(axis=0)
    return [PValue((int(count) + 1) / (resamples + 1), f"sign flips, {resamples} drawn") for count in extreme]


def _bits(rng: np.random.Generator, shape: tuple[int, int]) -> FloatArray:
    count = shape[0] * shape[1]
    packed = np.frombuffer(rng.bytes((count + 7) // 8), dtype=np.uint8)
    return np.unpackbits(packed, count=count).reshape(shape).astype(np.float64)


def _threshold(units: FloatArray) -> FloatArray:
    """|T|, lowered by what rounding can do to a sum."""
    lowered: FloatArray = np.abs(units.sum(axis=0)) - TIED * np.abs(units).sum(axis=0)
    return lowered
