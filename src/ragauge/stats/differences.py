"""The interval of a mean of paired differences, and what their spread says about the number of questions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Interval
from ragauge.stats.clusters import cluster_totals
from ragauge.stats.means import exact_mean
from ragauge.stats.power import detectable_effect
from ragauge.stats.samples import as_sample
from ragauge.stats.student import t_quantile

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

MOST = 10**9
"""No number of questions beyond this is told."""
NO_SPREAD = 1e-12
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of the differences of ``units``: questions, or clusters of ``rows`` questions each.

    ``deviation`` is their standard deviation, ``guarded`` the one that the interval is made with. A cluster counts by
    the mean of its size, so that ``deviation`` ÷ √units is the standard error of the mean.
    """

    deviation: float
    guarded: float
    units: int
    rows: float = 1.0

    def needed(self, distance: float, *, alpha: float, power: float = 0.8, width: float = 0.0) -> int:
        """How many questions show a difference of ``distance`` with this power, two-sided at ``alpha``.

        Formula: (z₁ + z₂)² · (s² + x(w − x)) ÷ distance² + z₁²/2, s the guarded deviation and z the normal quantiles.
        x = 2 · distance (at most w/2) is the loss by questions that lose everything, ``width`` (w) at the most: that
        alone adds a variance which a pair without a difference does not show.
        Source: Guenther 1981 for the last term, which stands in for the t quantile.
        """
        lost = min(2 * distance, width / 2)
        variance = self.guarded**2 + lost * (width - lost) / self.rows
        first, second = NORMAL.inv_cdf(1 - alpha / 2), NORMAL.inv_cdf(power)
        units = (first + second) ** 2 * variance / distance**2 + first**2 / 2
        return MOST if units * self.rows > MOST else math.ceil(units * self.rows)

    def detectable(self, *, alpha: float, power: float = 0.8) -> float:
        """The smallest difference that as many questions show with this power, two-sided at ``alpha``."""
        return _detectable_effect(self.units, power, alpha) * self.deviation


@lru_cache(maxsize=4096)
def _detectable_effect(units: int, power: float, alpha: float) -> float:
    return detectable_effect(units, power, alpha)


def spread(differences: FloatArray, clusters: IntArray | None = None) -> Spread | None:
    """The spread of paired differences; None for fewer than two units, or where none differs from the others."""
    values = as_sample(differences)
    residuals, totals = _units(values, clusters)
    units = len(totals)
    if units < 2:
        return None
    rows = len(values) / units
    squares = _squares(residuals)
    deviation = math.sqrt(squares / (units - 1)) / rows
    most = float(np.abs(totals).max())
    if deviation <= NO_SPREAD * most:
        return None
    return Spread(deviation, math.sqrt((squares + most**2) / units) / rows, units, rows)


def difference_interval(
    differences: FloatArray,
    *,
    clusters: IntArray | None = None,
    level: float = 0.95,
    width: float | None = None,
) -> Interval | None:
    """The interval of the mean of paired differences.

    Formula: d̄ ± t · sqrt((Σ r² + M²) ÷ u) ÷ √u, r the residuals of u questions (or clusters) and M the largest |d|
    seen: as if one more question had moved as far as any. That guards against the spread that a small sample, or one
    in which hardly a question moved, does not show. Where no question moved at all: ± width · (1 −
    (α/2)^(1/u)), the largest share of questions that could move and all be missed with probability α/2 (method
    ``none_moved``).

    ``width`` is how far apart two values of the metric can be, None without a bound. None for no difference, a single
    unit, and none that moved without a bound. Source: the experiment of decision 8; Hanley and Lippman-Hand 1983 for
    the case where nothing moved.

    >>> found = difference_interval(np.array([0.0, 0.0, 0.5, -0.5, 0.0, 0.0, 0.0, 0.5]), width=1.0)
    >>> round(found.low, 4), round(found.high, 4), found.method
    (-0.2284, 0.3534, 't_guarded')
    """
    values = as_sample(differences)
    residuals, totals = _units(values, clusters)
    units = len(totals)
    if units < 2:
        return None
    if not values.any():
        if width is None:
            return None
        share = 1 - (0.5 - level / 2) ** (1 / units)
        return Interval(-width * share, width * share, level, "none_moved")
    mean = exact_mean(np.sort(values))
    most = float(np.abs(totals).max())
    error = math.sqrt((_squares(residuals) + most**2) / units) / math.sqrt(units) / (len(values) / units)
    half = t_quantile(0.5 + level / 2, units - 1) * error
    if not math.isfinite(half):
        return None
    low, high = mean - half, mean + half
    if width is not None:
        low, high = max(-width, low), min(width, high)
    return Interval(low, high, level, "t_guarded" if clusters is None else "t_guarded_clustered")


def _units(values: FloatArray, clusters: IntArray | None) -> tuple[FloatArray, FloatArray]:
    """What the totals of the units (questions, or whole clusters) lie off the mean, and the totals."""
    if not len(values):
        return values, values
    mean = exact_mean(np.sort(values))
    if clusters is None:
        return values - mean, values
    totals, sizes = cluster_totals(values, clusters)
    return totals - mean * sizes, totals


def _squares(residuals: FloatArray) -> float:
    with np.errstate(over="ignore"):
        return float(np.square(np.sort(residuals)).sum())
