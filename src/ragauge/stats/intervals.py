"""Confidence intervals of a mean over questions."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Interval
from ragauge.stats.student import t_quantile

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

LARGE = 50
"""From this many values (or clusters) on the t interval is used."""
RESAMPLES = 10_000
NO_SPREAD = 1e-12


def mean_interval(
    values: FloatArray,
    *,
    binary: bool = False,
    bounds: tuple[float, float | None] = (0.0, None),
    clusters: IntArray | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Interval | None:
    """The interval of a mean, by the method that fits the values.

    - binary values: Wilson;
    - clusters given (a conversation, a user): t over the totals of whole clusters;
    - all values equal, on a bounded range: Wilson on the same scale, since no spread was seen but some exists;
    - fewer than 50 values: bootstrap, with the percentiles widened for small samples; else t.

    None for no value, for a single cluster, and for a single value without a bounded range. The order of the
    values does not matter.

    >>> mean_interval(np.array([1.0, 0.0, 1.0, 1.0]), binary=True).method
    'wilson'
    """
    if len(values) == 0:
        return None
    order = np.argsort(values) if clusters is None else np.lexsort((values, clusters))
    values = values[order]  # sums of floats depend on their order: one order for every order of the rows
    if clusters is not None:
        return _finite(_clustered(values, clusters[order], level, bounds))
    if np.ptp(values) == 0:
        return _without_spread(float(values[0]), len(values), bounds, level)
    if binary:
        return wilson(float(values.mean()), len(values), level)
    return _finite(
        bootstrap(values, level=level, seed=seed) if len(values) < LARGE else t_interval(values, level, bounds)
    )


def _without_spread(value: float, n: int, bounds: tuple[float, float | None], level: float) -> Interval | None:
    low, high = bounds
    if high is None:
        return None
    width = high - low
    scaled = wilson((value - low) / width, n, level)
    return Interval(low + scaled.low * width, low + scaled.high * width, level, "wilson")


def _finite(interval: Interval | None) -> Interval | None:
    """No interval where sums of squares overflow."""
    return interval if interval and math.isfinite(interval.low) and math.isfinite(interval.high) else None


def wilson(share: float, n: int, level: float = 0.95) -> Interval:
    """Wilson's score interval of a proportion.

    >>> interval = wilson(0.75, 4)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.3006, 0.9544)
    """
    z = NormalDist().inv_cdf(0.5 + level / 2)
    scale = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)), level, "wilson")


def t_interval(values: FloatArray, level: float, bounds: tuple[float, float | None]) -> Interval:
    """The t interval of a mean, cut at the range of the metric."""
    with np.errstate(over="ignore", invalid="ignore"):
        spread = float(values.std(ddof=1)) / math.sqrt(len(values))
    half = t_quantile(0.5 + level / 2, len(values) - 1) * spread
    mean = float(values.mean())
    low, high = bounds
    return Interval(max(low, mean - half), mean + half if high is None else min(high, mean + half), level, "t")


def bootstrap(values: FloatArray, *, level: float = 0.95, seed: int = 0) -> Interval:
    """The percentile bootstrap, with its percentiles widened so that small samples are not too sure.

    Percentiles of resampled means are too narrow by the factor sqrt((n − 1) / n) and by using the normal in
    place of the t quantile; the tail share is set so that both are undone (Hesterberg 2015, section 5.3).
    """
    n = len(values)
    tail = NormalDist().cdf(-math.sqrt(n / (n - 1)) * t_quantile(0.5 + level / 2, n - 1))
    means = _resampled_means(np.sort(values), seed)
    low, high = np.quantile(means, [tail, 1 - tail])
    return Interval(float(low), float(high), level, "bootstrap")


def _clustered(
    values: FloatArray, clusters: IntArray, level: float, bounds: tuple[float, float | None]
) -> Interval | None:
    """The t interval from cluster totals, with one degree of freedom less than clusters: wide for few."""
    _, place = np.unique(clusters, return_inverse=True)
    size = np.bincount(place).astype(np.float64)
    total = np.bincount(place, weights=values).astype(np.float64)
    groups = len(size)
    if groups < 2:
        return None
    mean = float(values.mean())
    with np.errstate(over="ignore", invalid="ignore"):
        spread = float(np.sqrt(groups / (groups - 1) * np.square(total - mean * size).sum())) / float(size.sum())
    if spread < NO_SPREAD * max(1.0, abs(mean)):
        return _without_spread(mean, groups, bounds, level)
    half = t_quantile(0.5 + level / 2, groups - 1) * spread
    low, high = bounds
    return Interval(
        max(low, mean - half), mean + half if high is None else min(high, mean + half), level, "t_clustered"
    )


def _resampled_means(values: FloatArray, seed: int) -> FloatArray:
    picks = np.random.default_rng(seed).integers(0, len(values), size=(RESAMPLES, len(values)))
    means: FloatArray = values[picks].mean(axis=1)
    return means
