"""The length-controlled win rate: who would win if both answers were of the same length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.bootstrap import percentile_interval
from ragauge.stats.logistic import logistic_fits
from ragauge.stats.resampling import resample_counts
from ragauge.stats.samples import as_sample, standard_deviation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.core.score import Interval

UNDEFINED = 0.05
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class LengthControlled:
    """A win rate as judged, and at equal lengths; ``slope`` is what a length advantage does to the log odds.

    ``value`` is None, with the ``reason``, where no model of lengths can be fitted.
    """

    raw: float
    value: float | None
    interval: Interval | None
    slope: float | None
    n: int
    reason: str | None = None


def length_controlled_win_rate(
    preferences: ArrayLike,
    lengths: ArrayLike,
    others: ArrayLike,
    *,
    clusters: IntArray | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
    level: float = 0.95,
) -> LengthControlled | None:
    """The share of pairs that an answer would win against another one if lengths were equal.

    Formula: log(p ÷ (1 − p)) = θ + φ · tanh(Δ ÷ sd(Δ)), Δ = length − length of the other, not centred; the win rate is
    1 ÷ (1 + e^−θ), what the model says for Δ = 0. ``preferences`` are 1 for a win, 0 for a loss, ½ for a tie, or any
    share between. Fitted by maximum likelihood; the interval is from a bootstrap of pairs or whole clusters, with
    the sd of all pairs.

    Range: 0 to 1; swapping the two answers gives 1 − value, exactly. φ above 0: the judge likes length, or long
    answers are better: only human verdicts tell these apart. It is alpaca_eval's model without its difficulty of
    instructions, which exists for its own prompts alone, and without its cross-validated penalty; the standard
    error that alpaca_eval gives is the spread of predictions, not of the estimate.

    Undefined: None without pairs. The value is None where all preferences are equal or lengths separate wins from
    losses (``separated``), and where Δ is the same in all pairs and not 0 (``same_difference``); where it is 0 in all,
    the raw rate is the answer. The interval is None where more than 5 % of the resamples have no fit.
    Raises: ValueError for preferences outside [0, 1] and lists of different lengths.
    Source: Dubois et al. 2024; alpaca_eval 0.6.6, ``length_controlled_minimal``.

    Example: one answer is longer wherever it wins.
        >>> wins, longer = [1, 1, 1, 0, 0, 1, 0, 0], [90, 80, 70, 60, 40, 50, 30, 20]
        >>> found = length_controlled_win_rate(wins, longer, [50] * 8, resamples=200)
        >>> found.raw, round(found.value, 3), found.slope > 0
        (0.5, 0.356, True)
    """
    y, mine, theirs = as_sample(preferences), as_sample(lengths), as_sample(others)
    if not len(y) == len(mine) == len(theirs):
        raise ValueError(f"{len(y)} preferences need as many lengths of both, not {len(mine)} and {len(theirs)}")
    if not ((y >= 0) & (y <= 1)).all():
        raise ValueError("a preference lies between 0 and 1")
    if not len(y):
        return None
    raw, delta = float(y.mean()), mine - theirs
    deviation = standard_deviation(delta)
    if deviation is None:
        even = bool((delta == 0).all())
        return LengthControlled(raw, raw if even else None, None, None, len(y), None if even else "same_difference")
    feature = np.tanh(delta / deviation)
    theta, slope = logistic_fits(feature, y, np.ones((1, len(y))))[0].tolist()
    if np.isnan(theta):
        return LengthControlled(raw, None, None, None, len(y), "separated")
    rates = _resampled(feature, y, clusters, resamples, seed)
    interval = percentile_interval(rates, level=level) if len(rates) >= (1 - UNDEFINED) * resamples else None
    return LengthControlled(raw, _rate(theta), interval, slope, len(y))


def _rate(theta: float) -> float:
    return float(1 / (1 + np.exp(-theta)))


def _resampled(feature: FloatArray, y: FloatArray, clusters: IntArray | None, resamples: int, seed: int) -> FloatArray:
    """The rates of the resamples that have a fit."""
    units, place = np.unique(np.arange(len(y)) if clusters is None else clusters, return_inverse=True)
    if len(units) < 2:
        return np.empty(0)
    fits = [logistic_fits(feature, y, counts[:, place]) for counts in resample_counts(len(units), resamples, seed)]
    theta = np.concatenate(fits)[:, 0]
    rates: FloatArray = 1 / (1 + np.exp(-theta[~np.isnan(theta)]))
    return rates
