"""The interval of a mean of paired differences, and what their spread says about the number of questions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Interval
from ragauge.stats.clusters import cluster_totals
from ragauge.stats.means import exact_mean
from ragauge.stats.power import detectable_effect, required_pairs
from ragauge.stats.samples import as_sample
from ragauge.stats.student import t_quantile

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

MOST = 10**9
"""No number of questions beyond this is told."""
NO_SPREAD = 1e-12


@dataclass(frozen=True, slots=True)
class Spread:
    """The standard deviation of the differences of ``units``: questions, or clusters of ``rows`` questions each.

    A cluster counts by the mean of its size, so that ``deviation`` ÷ √units is the standard error of the mean.
    """

    deviation: float
    units: int
    rows: float = 1.0

    def needed(self, distance: float, *, alpha: float, power: float = 0.8, width: float | None = None) -> int:
        """How many questions show a difference of ``distance`` with this power, two-sided at ``alpha``.

        ``width``, how far apart two values can be, plans for a loss of twice the distance (x) by questions that lose
        everything: that alone adds the variance x · (width − x), which a pair without a difference does not show.
        """
        lost = 0.0 if width is None else min(2 * distance, width / 2)
        extra = 0.0 if width is None else lost * (width - lost) / self.rows
        effect = distance / math.sqrt(self.deviation**2 + extra)
        return MOST if effect < 1e-4 else min(MOST, math.ceil(required_pairs(effect, power, alpha) * self.rows))

    def detectable(self, *, alpha: float, power: float = 0.8) -> float:
        """The smallest difference that as many questions show with this power, two-sided at ``alpha``."""
        return detectable_effect(self.units, power, alpha) * self.deviation


def spread(differences: FloatArray, clusters: IntArray | None = None) -> Spread | None:
    """The spread of paired differences; None for fewer than two units, or where none differs from the others."""
    values = as_sample(differences)
    residuals, units = _residuals(values, clusters)
    if units < 2:
        return None
    rows = len(values) / units
    deviation = math.sqrt(_squares(residuals) / (units - 1)) / rows
    flat = deviation <= NO_SPREAD * float(np.abs(values).max())
    return None if flat else Spread(deviation, units, rows)


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
    residuals, units = _residuals(values, clusters)
    if units < 2:
        return None
    if not values.any():
        if width is None:
            return None
        share = 1 - (0.5 - level / 2) ** (1 / units)
        return Interval(-width * share, width * share, level, "none_moved")
    mean = exact_mean(np.sort(values))
    totals = values if clusters is None else cluster_totals(values, clusters)[0]
    most = float(np.abs(totals).max())
    error = math.sqrt((_squares(residuals) + most**2) / units) / math.sqrt(units) / (len(values) / units)
    half = t_quantile(0.5 + level / 2, units - 1) * error
    if not math.isfinite(half):
        return None
    low, high = mean - half, mean + half
    if width is not None:
        low, high = max(-width, low), min(width, high)
    return Interval(low, high, level, "t_guarded" if clusters is None else "t_guarded_clustered")


def _residuals(values: FloatArray, clusters: IntArray | None) -> tuple[FloatArray, int]:
    """What the totals of the units lie off the mean."""
    if not len(values):
        return values, 0
    mean = exact_mean(np.sort(values))
    if clusters is None:
        return values - mean, len(values)
    totals, sizes = cluster_totals(values, clusters)
    return totals - mean * sizes, len(sizes)


def _squares(residuals: FloatArray) -> float:
    with np.errstate(over="ignore"):
        return float(np.square(np.sort(residuals)).sum())
