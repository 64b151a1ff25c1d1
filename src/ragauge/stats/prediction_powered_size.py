"""How many items to label next, so that the interval of a prediction-powered estimate gets as narrow as wanted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.prediction_powered import power_tuning
from ragauge.stats.samples import as_sample, standard_deviation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ragauge.core.arrays import FloatArray, IntArray

FEWEST = 2


@dataclass(frozen=True, slots=True)
class NextRound:
    """How many labels are needed in all; None where the pool of judged items is too small for the width."""

    half_width: float
    with_judge: int | None
    labels_alone: int
    have: int

    @property
    def more(self) -> int | None:
        """How many labels to add; 0 when the interval is narrow enough already."""
        return None if self.with_judge is None else max(0, self.with_judge - self.have)


def next_round(
    labels: ArrayLike, judged: ArrayLike, unlabelled: ArrayLike, half_width: float, *, level: float = 0.95
) -> NextRound | None:
    """The number of labels at which z · SE of PPI++ is at most ``half_width``, as far as these labels can tell.

    Formula: the smallest n with λ² v_f/(T − n) + (v_y − 2 λ c + λ² v_l)/n ≤ (half_width ÷ z)², λ = c ÷ ((1 + n/(T − n))
    v_f) cut to [0, 1]. v_f is the variance of all judgements, v_l of those of labelled items, v_y of the labels, c the
    covariance, as seen so far; T is the judged items there are: what gets a label leaves the unlabelled ones. At n = T
    it is the labels alone, v_y ÷ n.

    ``labels_alone`` is v_y ÷ (half_width ÷ z)². Both are at least 2. Undefined: None for fewer than two labels, and for
    labels without spread, from which no size can be told. A width that is not above 0 is a ``ValueError``.
    Source: Angelopoulos, Duchi and Zrnic 2023 (the variance); Cochran 1977, section 4.4.

    Example: a judge that is mostly right saves three labels of four.
        >>> y, f = [1, 0, 1, 0] * 10, [1, 0, 1, 0] * 9 + [0, 1, 1, 0]
        >>> found = next_round(y, f, [1, 0] * 1000, 0.1)
        >>> found.with_judge, found.labels_alone, found.have
        (19, 97, 40)
    """
    if not half_width > 0:
        raise ValueError(f"a half width is above 0, not {half_width}")
    y, f, more = as_sample(labels), as_sample(judged), as_sample(unlabelled)
    if standard_deviation(y) is None:
        return None
    target = (half_width / NormalDist().inv_cdf(0.5 + level / 2)) ** 2
    alone = max(FEWEST, math.ceil(float(y.var()) / target))
    pool = len(y) + len(more)
    trust = power_tuning(y, f, more)
    if not trust:
        return NextRound(half_width, alone if alone <= pool or not len(more) else None, alone, len(y))
    sizes = np.arange(FEWEST, pool)
    variance = np.append(_variances(sizes, pool, y, f, np.concatenate([f, more])), y.var() / pool)
    enough = np.flatnonzero(variance <= target * (1 + 1e-12))
    return NextRound(half_width, FEWEST + int(enough[0]) if len(enough) else None, alone, len(y))


def _variances(sizes: IntArray, pool: int, y: FloatArray, f: FloatArray, pooled: FloatArray) -> FloatArray:
    """SE² at every number of labels, each with the λ that is best there."""
    both = float(((y - y.mean()) * (f - f.mean())).mean())
    spread = float(pooled.var(ddof=1))
    trust = np.clip(both / ((1 + sizes / (pool - sizes)) * spread), 0.0, 1.0)
    made: FloatArray = trust**2 * spread / (pool - sizes) + (y.var() - 2 * trust * both + trust**2 * f.var()) / sizes
    return made
