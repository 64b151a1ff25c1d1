"""Prediction-powered inference: few human labels and many judged items give one estimate, with an honest interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Interval
from ragauge.stats.clusters import cluster_totals
from ragauge.stats.means import exact_mean
from ragauge.stats.samples import as_sample, standard_deviation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ragauge.core.arrays import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Powered:
    """An estimate with its standard error; ``tuning`` (λ) is how much the judge was trusted, from 0 to 1."""

    value: float
    error: float
    tuning: float
    n: int
    unlabelled: int

    def interval(self, level: float = 0.95) -> Interval:
        """value ± z · error, z the normal quantile. It may reach beyond the range of the metric.

        Too narrow for a few labels, as every normal interval is. Source: Angelopoulos et al. 2023.
        """
        half = NormalDist().inv_cdf(0.5 + level / 2) * self.error
        return Interval(self.value - half, self.value + half, level, "ppi")


def power_tuning(labels: ArrayLike, judged: ArrayLike, unlabelled: ArrayLike) -> float | None:
    """How much a judge is to be trusted: the λ of PPI++ that makes the interval narrowest.

    Formula: cov(Y, f) ÷ ((1 + n/N) · var(f)), cut to [0, 1]; the covariance over the n labelled items with 1/n, the
    variance over all n + N judgements with 1/(n + N − 1).

    Range: 0 (the judge helps nothing; the labels alone are used) to 1 (plain PPI). 0 also for a judge that goes
    against the humans. Undefined: None for a constant judge, and without labelled or without unlabelled items.
    Source: Angelopoulos, Duchi and Zrnic 2023, PPI++, example 6.1; ppi-python 0.2.3.

    Example: a judge that contradicts every label.
        >>> power_tuning([0, 1, 0, 1], [1, 0, 1, 0], [1, 0, 1, 0]), power_tuning([0, 1], [1, 1], [1])
        (0.0, None)
    """
    y, f, more = _checked(labels, judged, unlabelled)
    pooled = np.concatenate([f, more])
    if not len(y) or not len(more) or standard_deviation(pooled) is None:
        return None
    covariance = float(((y - y.mean()) * (f - f.mean())).mean())
    return min(1.0, max(0.0, covariance / ((1 + len(y) / len(more)) * float(pooled.var(ddof=1)))))


def powered_mean(
    labels: ArrayLike,
    judged: ArrayLike,
    unlabelled: ArrayLike,
    *,
    tuning: float | None = None,
    clusters: tuple[IntArray, IntArray] | None = None,
) -> Powered | None:
    """The mean that humans would give to all items, from the labels of a few and the judgements of all.

    Formula: λ · mean(f_U) + mean(Y − λ · f_L). SE² = λ² · var(f_U)/N + var(Y − λ f_L)/n, variances with 1/n; with
    ``clusters`` (labels of the n, then of the N) the squares of the sums over clusters of what each item adds,
    which also holds where a cluster has items in both parts.

    ``judged`` are the judgements of the labelled items, ``unlabelled`` those of the others: disjoint, and drawn from
    the same pool. ``tuning`` is λ: None tunes it (PPI++), 1 is plain PPI, 0 the labels alone. For the difference of
    two systems on the same questions give the differences of labels and of judgements; for separate samples see
    ``powered_difference``.

    Undefined: None without a label. Without unlabelled items, and for a constant judge, the tuned λ is 0. A λ above 0
    without unlabelled items, numbers that are not finite, and lists of two lengths are a ``ValueError``.
    Source: Angelopoulos et al. 2023, Science 382 (PPI); Angelopoulos, Duchi and Zrnic 2023 (PPI++).

    Example: the labels alone, and with a judge that is right on three of four.
        >>> y, f, more = [1, 0, 1, 0], [1, 0, 1, 1], [1, 0] * 20
        >>> labels_alone, powered = powered_mean(y, f, more, tuning=0), powered_mean(y, f, more)
        >>> labels_alone.value, labels_alone.error
        (0.5, 0.25)
        >>> round(powered.value, 4), round(powered.error, 4), round(powered.tuning, 4)
        (0.3887, 0.2126, 0.4451)
    """
    y, f, more = _checked(labels, judged, unlabelled)
    if not len(y):
        return None
    trust = (power_tuning(y, f, more) or 0.0) if tuning is None else tuning
    if trust and not len(more):
        raise ValueError("without unlabelled items there is nothing to add to the labels")
    residuals = y - trust * f
    value = exact_mean(residuals) + (trust * exact_mean(more) if len(more) else 0.0)
    added = [(residuals - residuals.mean()) / len(y)]
    if len(more):
        added.append(trust * (more - more.mean()) / len(more))
    influence = np.concatenate(added)
    if clusters is not None:
        influence, _ = cluster_totals(influence, np.concatenate(clusters))
    return Powered(value, math.sqrt(math.fsum(influence**2)), trust, len(y), len(more))


def powered_difference(first: Powered, second: Powered) -> tuple[float, float]:
    """The difference of two estimates from separate samples, second − first, and its standard error.

    Formula: μ₂ − μ₁, sqrt(SE₁² + SE₂²). For the same items in both use ``powered_mean`` of the differences, which
    is the narrower one.

    >>> powered_difference(Powered(0.5, 0.03, 1.0, 50, 500), Powered(0.75, 0.04, 1.0, 50, 500))
    (0.25, 0.05)
    """
    return second.value - first.value, math.hypot(first.error, second.error)


def _checked(labels: ArrayLike, judged: ArrayLike, unlabelled: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
    y, f, more = as_sample(labels), as_sample(judged), as_sample(unlabelled)
    if len(y) != len(f):
        raise ValueError(f"{len(y)} labels and {len(f)} judgements of the same items")
    return y, f, more
