"""The bootstrap of means, and the intervals read from it."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Interval
from ragauge.stats.clusters import cluster_totals
from ragauge.stats.resampling import resample_counts
from ragauge.stats.samples import as_columns, as_sample, standard_deviation

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

TIED = 1e-9
NORMAL = NormalDist()


def bootstrap_means(
    values: FloatArray, *, resamples: int = 10_000, seed: int = 0, clusters: IntArray | None = None
) -> FloatArray:
    """The means of every column in resamples of the rows, the same rows for all columns.

    Formula: n rows drawn with replacement; with ``clusters``, as many whole clusters as there are are drawn, and
    the mean is Σ totals ÷ Σ sizes of those drawn.

    Returns: (resamples, m). Rows are questions in the caller's order. Fewer than two rows, or clusters, cannot be
    resampled: the array then has no rows. NaN or infinity is a ``ValueError``.
    Source: Efron 1979; Davison and Hinkley 1997, sections 2.4 and 3.8 (clusters).

    Example: a difference of paired columns is resampled as one.
        >>> means = bootstrap_means(np.array([[1.0, 0.5], [0.0, 0.5]]), resamples=1000)
        >>> means.shape, sorted(set(means[:, 0].tolist())), set(means[:, 1].tolist())
        ((1000, 2), [0.0, 0.5, 1.0], {0.5})
    """
    rows = as_columns(values)
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, not {resamples}")
    totals, sizes = (rows, np.ones(len(rows))) if clusters is None else cluster_totals(rows, clusters)
    if len(totals) < 2:
        return np.empty((0, rows.shape[1]))
    weighed = np.column_stack([totals, sizes])
    sums = np.concatenate([counts @ weighed for counts in resample_counts(len(totals), resamples, seed)])
    means: FloatArray = sums[:, :-1] / sums[:, -1:]
    return means


def percentile_interval(means: FloatArray, *, level: float = 0.95) -> Interval | None:
    """The interval between two percentiles of one column of resampled means.

    Formula: quantiles (1 − level) ÷ 2 and (1 + level) ÷ 2, interpolated linearly.

    Undefined: None for no means. Too narrow for small samples, by about √((n − 1) ÷ n) and the normal in place of
    t; of no width where the data have no spread, which is no certainty.
    Source: Efron 1979; ``scipy.stats.bootstrap(method="percentile")``.

    >>> percentile_interval(np.arange(1.0, 6.0), level=0.5)
    Interval(low=2.0, high=4.0, level=0.5, method='bootstrap_percentile')
    """
    tail = _tail(level)
    return _between(means, tail, 1 - tail, level, "bootstrap_percentile")


def acceleration(values: FloatArray, *, clusters: IntArray | None = None) -> float | None:
    """How the standard error of a mean changes with the mean: the a of the BCa interval.

    Formula: Σ u³ ÷ (6 (Σ u²)^1.5), u = mean of the means without one row (or cluster) − each of them.
    Undefined: None for fewer than two rows or clusters, and where leaving out any changes nothing.
    Source: Efron 1987; Efron and Tibshirani 1993, section 14.3.

    >>> round(acceleration(np.array([10.0, 27, 31, 40, 46, 50, 52, 104, 146])), 6)
    0.066332
    """
    sample = as_sample(values)
    totals, sizes = (sample, np.ones(len(sample))) if clusters is None else cluster_totals(sample, clusters)
    if len(totals) < 2:
        return None
    left = (totals.sum() - totals) / (sizes.sum() - sizes)
    if standard_deviation(left) is None:
        return None
    u = left.mean() - left
    u /= np.abs(u).max()  # of no consequence to the ratio, and no cube of a small number underflows
    return float((u**3).sum() / (6 * (u**2).sum() ** 1.5))


def bca_interval(
    values: FloatArray, means: FloatArray, *, clusters: IntArray | None = None, level: float = 0.95
) -> Interval | None:
    """The percentile interval corrected for bias and skew (BCa), of one column and its resampled means.

    Formula: percentiles Φ(z0 + (z0 + z) ÷ (1 − a (z0 + z))) for z = ±Φ⁻¹((1 + level) ÷ 2), with z0 = Φ⁻¹(share of
    the means below the mean of the values, ties half) and a the ``acceleration``.

    Undefined: None for no means. Without spread, or with all means on one side, there is no correction and the
    percentile interval is given, under its name. ``clusters`` are those that the means were made with.
    Source: Efron 1987; ``scipy.stats.bootstrap(method="BCa")``.

    >>> values = np.array([1.0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    >>> means = bootstrap_means(values[:, None])[:, 0]
    >>> bca_interval(values, means).method, bca_interval(np.ones(3), np.ones(100)).method
    ('bootstrap_bca', 'bootstrap_percentile')
    """
    sample, tail = as_sample(values), _tail(level)
    a = acceleration(sample, clusters=clusters)
    below = _share_below(means, float(sample.mean())) if a is not None and len(means) else 0.0
    if a is None or not 0 < below < 1:
        return percentile_interval(means, level=level)
    z0 = NORMAL.inv_cdf(below)
    low, high = (_corrected(z0, a, z) for z in (NORMAL.inv_cdf(tail), NORMAL.inv_cdf(1 - tail)))
    return _between(means, low, high, level, "bootstrap_bca")


def _corrected(z0: float, a: float, z: float) -> float:
    return NORMAL.cdf(z0 + (z0 + z) / (1 - a * (z0 + z)))


def _share_below(means: FloatArray, value: float) -> float:
    tolerance = TIED * float(np.ptp(means))
    return float(((means < value - tolerance).mean() + (means <= value + tolerance).mean()) / 2)


def _between(means: FloatArray, low: float, high: float, level: float, method: str) -> Interval | None:
    if not len(as_sample(means)):
        return None
    ends = np.quantile(means, [low, high])
    return Interval(float(ends[0]), float(ends[1]), level, method)


def _tail(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level}")
    return (1 - level) / 2
