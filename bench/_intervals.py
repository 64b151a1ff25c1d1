"""Interval methods for many samples at a time: rows are samples, columns questions.

Those of the library are written again for whole matrices and held against its own functions on some of the rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.bootstrap import bca_interval, bootstrap_means, percentile_interval
from ragauge.stats.differences import difference_interval
from ragauge.stats.intervals import NO_SPREAD, PSEUDO, mean_interval
from ragauge.stats.resampling import resample_counts
from ragauge.stats.student import t_quantile

if TYPE_CHECKING:
    from ragauge.core.score import Interval

NORMAL = NormalDist()
CHECKED = 3
"""Rows of every sample matrix that are held against the library."""
Ends = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Samples, reduced to their independent units: questions, or clusters of ``sizes`` questions side by side."""

    rows: np.ndarray
    sizes: np.ndarray
    totals: np.ndarray
    mean: np.ndarray
    residuals: np.ndarray
    squares: np.ndarray

    @property
    def n(self) -> int:
        """Questions."""
        return self.rows.shape[1]

    @property
    def units(self) -> int:
        """What is independent."""
        return len(self.sizes)

    @property
    def clusters(self) -> np.ndarray | None:
        """The labels of the questions; None where each stands for itself."""
        return None if self.units == self.n else np.repeat(np.arange(self.units), self.sizes)

    def first(self, count: int) -> Sample:
        """The first rows only."""
        return sampled(self.rows[:count], self.sizes)


def sampled(rows: np.ndarray, sizes: np.ndarray | None = None) -> Sample:
    """What the methods need to know of samples."""
    if sizes is None:
        sizes = np.ones(rows.shape[1], dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    totals = np.add.reduceat(rows, starts, axis=1)
    mean = rows.mean(axis=1)
    residuals = totals - mean[:, None] * sizes
    squares = (residuals**2).sum(axis=1)
    squares[squares < 1e-20 * rows.shape[1]] = 0.0  # rounding
    return Sample(rows, sizes, totals, mean, residuals, squares)


def student(sample: Sample, level: float) -> Ends:
    """Student's t; of no width where all values are equal."""
    u = sample.units
    half = t_quantile(0.5 + level / 2, u - 1) * np.sqrt(u / (u - 1) * sample.squares) / sample.n
    return sample.mean - half, sample.mean + half


def of_means(sample: Sample, level: float) -> Ends:
    """``mean_interval`` for values from 0 to 1."""
    n, u = sample.n, sample.units
    share = np.clip(sample.mean, 0.0, 1.0)
    most = share * (1 - share)
    plain = (np.sqrt(sample.squares / u) * u / n < NO_SPREAD) | (most < NO_SPREAD)
    variance = (sample.squares + PSEUDO * most * (n / u) ** 2) / ((u - PSEUDO) * n * n / u)
    effective = np.where(plain, u, most / np.where(plain, 1.0, variance))
    z = np.where(plain, NORMAL.inv_cdf(0.5 + level / 2), t_quantile(0.5 + level / 2, u - 1))
    ends = _wilson(share, effective, z)
    _agree([mean_interval(row, bounds=(0.0, 1.0), clusters=sample.clusters, level=level) for row in _few(sample)], ends)
    return ends


def of_differences(sample: Sample, level: float, width: float = 1.0) -> Ends:
    """``difference_interval``."""
    u = sample.units
    most = np.abs(sample.totals).max(axis=1)
    half = t_quantile(0.5 + level / 2, u - 1) * np.sqrt((sample.squares + most**2) / u) / math.sqrt(u) / (sample.n / u)
    half = np.where(sample.rows.any(axis=1), half, width * (1 - (0.5 - level / 2) ** (1 / u)))
    ends = np.maximum(-width, sample.mean - half), np.minimum(width, sample.mean + half)
    own = [difference_interval(row, clusters=sample.clusters, level=level, width=width) for row in _few(sample)]
    _agree(own, ends)
    return ends


def bootstraps(sample: Sample, level: float, *, resamples: int, seed: int) -> dict[str, Ends]:
    """Percentile and BCa; questions alone, no clusters. The same resamples serve all rows."""
    rows, tail = sample.rows, 0.5 - level / 2
    counts = np.concatenate(list(resample_counts(sample.n, resamples, seed)))
    means = rows @ counts.T / sample.n
    tolerance = 1e-9 * np.ptp(means, axis=1)[:, None]
    centred = means - sample.mean[:, None]
    below = ((centred < -tolerance).mean(axis=1) + (centred <= tolerance).mean(axis=1)) / 2
    means.sort(axis=1)
    low, high = np.full(len(rows), tail), np.full(len(rows), 1 - tail)
    found = {"percentile": (_at(means, low), _at(means, high))}
    corrected = (sample.squares > 0) & (below > 0) & (below < 1)
    power = np.where(corrected, sample.squares, 1.0) ** 1.5
    a = (sample.residuals**3).sum(axis=1) / (6 * power)
    z0 = _each(NORMAL.inv_cdf, np.where(corrected, below, 0.5))

    def adjusted(z: float) -> np.ndarray:
        return _each(NORMAL.cdf, z0 + (z0 + z) / (1 - a * (z0 + z)))

    z = NORMAL.inv_cdf(1 - tail)
    found["BCa"] = (
        _at(means, np.where(corrected, adjusted(-z), low)),
        _at(means, np.where(corrected, adjusted(z), high)),
    )
    row = rows[0]
    drawn = bootstrap_means(row[:, None], resamples=resamples, seed=seed)[:, 0]
    _agree([percentile_interval(drawn, level=level)], found["percentile"])
    _agree([bca_interval(row, drawn, level=level)], found["BCa"])
    return found


def _wilson(share: np.ndarray, n: np.ndarray, z: np.ndarray) -> Ends:
    scale = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z / scale * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return np.maximum(0.0, np.minimum(share, middle - half)), np.minimum(1.0, np.maximum(share, middle + half))


def _at(rows: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """A quantile of every sorted row, interpolated linearly."""
    place = shares * (rows.shape[1] - 1)
    left = np.clip(np.floor(place).astype(int), 0, rows.shape[1] - 2)
    index = np.arange(len(rows))
    return rows[index, left] + (place - left) * (rows[index, left + 1] - rows[index, left])


def _each(function: object, values: np.ndarray) -> np.ndarray:
    return np.array([function(value) for value in values.tolist()])


def _few(sample: Sample) -> np.ndarray:
    return sample.rows[:CHECKED]


def _agree(own: list[Interval | None], ends: Ends) -> None:
    """Raise AssertionError where the library says something else."""
    for place, one in enumerate(own):
        low, high = float(ends[0][place]), float(ends[1][place])
        if one is None or max(abs(one.low - low), abs(one.high - high)) > 1e-9:
            raise AssertionError(f"row {place}: the library says {one}, the bench {low}, {high}")
