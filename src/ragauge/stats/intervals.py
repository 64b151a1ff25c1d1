"""Confidence intervals of a mean over questions."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Interval
from ragauge.stats.clusters import cluster_totals
from ragauge.stats.means import exact_mean
from ragauge.stats.student import t_quantile

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

NO_SPREAD = 1e-12
PSEUDO = 0.5
"""How many questions of the largest possible variance are added to those that were seen."""


def mean_interval(
    values: FloatArray,
    *,
    binary: bool = False,
    bounds: tuple[float, float | None] = (0.0, None),
    clusters: IntArray | None = None,
    level: float = 0.95,
) -> Interval | None:
    """The interval of a mean, by the method that fits the values.

    - binary values: Wilson;
    - a bounded range: Wilson for the number of binary questions that would be as uncertain (``wilson_effective``);
    - no bound: Student's t;
    - all values equal within a bounded range: Wilson as if they were binary, since no spread was seen but some exists.

    With ``clusters`` (a conversation, a user) whole clusters count, not questions. None for no value, for a single
    cluster, and without a bound for a single value or values that are all equal. The order of the values does not
    matter. Decision 8 has the experiment that these were chosen by.

    >>> mean_interval(np.array([1.0, 0.0, 1.0, 1.0]), binary=True).method
    'wilson'
    """
    if len(values) == 0:
        return None
    low, high = bounds
    mean = exact_mean(np.sort(values))
    totals, sizes = _units(values, clusters)
    units = len(sizes)
    if clusters is not None and units < 2:
        return None
    if binary and clusters is None:
        return wilson(mean, len(values), level)
    squares = _squares(totals - mean * sizes)
    flat = math.sqrt(squares / units) / (len(values) / units) < NO_SPREAD * max(1.0, abs(mean))
    if high is None:
        return None if flat or units < 2 else _t(mean, squares, len(values), units, level, low, clusters is not None)
    share = min(1.0, max(0.0, (mean - low) / (high - low)))
    if flat:
        found = wilson(share, units, level)
    else:
        found = _effective(share, squares / (high - low) ** 2, len(values), units, level)
    method = "wilson_clustered" if clusters is not None else found.method
    return Interval(low + found.low * (high - low), low + found.high * (high - low), level, method)


def wilson(share: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval of a proportion.

    Formula: (p + z²/2n ± z·sqrt(p(1 − p)/n + z²/4n²)) ÷ (1 + z²/n), z the normal quantile at 0.5 + level/2.
    Undefined: n = 0 is a ZeroDivisionError. Source: Wilson 1927, without continuity correction.

    >>> interval = wilson(0.75, 4)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.3006, 0.9544)
    """
    return _wilson(share, n, NormalDist().inv_cdf(0.5 + level / 2), level, "wilson")


def _wilson(share: float, n: float, z: float, level: float, method: str) -> Interval:
    scale = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)), level, method)


def _effective(share: float, squares: float, n: int, units: int, level: float) -> Interval:
    """Wilson's interval for as many binary questions as have the variance of this mean, with the t quantile.

    Formula: v = (Σ r² + ½·p(1 − p)·(n/u)²) ÷ ((u − ½)·n²/u), r the residuals of the u units; n_e = p(1 − p) ÷ v.
    The half question of the largest variance is for the spread that a small sample does not show.
    """
    most = share * (1 - share)
    if most < NO_SPREAD:
        return wilson(share, units, level)
    variance = (squares + PSEUDO * most * (n / units) ** 2) / ((units - PSEUDO) * n * n / units)
    t = t_quantile(0.5 + level / 2, max(1, units - 1))
    return _wilson(share, most / variance, t, level, "wilson_effective")


def _t(mean: float, squares: float, n: int, units: int, level: float, low: float, clustered: bool) -> Interval | None:
    """The t interval from the residuals of the units, cut at the lower end of the range."""
    half = t_quantile(0.5 + level / 2, units - 1) * math.sqrt(units / (units - 1) * squares) / n
    if not math.isfinite(half):
        return None  # sums of squares overflow
    return Interval(max(low, mean - half), mean + half, level, "t_clustered" if clustered else "t")


def _units(values: FloatArray, clusters: IntArray | None) -> tuple[FloatArray, FloatArray]:
    """Totals and sizes of what is independent: questions, or whole clusters."""
    if clusters is None:
        return values, np.ones(len(values))
    order = np.lexsort((values, clusters))
    return cluster_totals(values[order], clusters[order])


def _squares(residuals: FloatArray) -> float:
    """Their sum of squares; sums of floats depend on their order, so there is one for every order of the rows."""
    with np.errstate(over="ignore"):
        return float(np.square(np.sort(residuals)).sum())
