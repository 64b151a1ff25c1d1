"""The paired t test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.p_value import PValue
from ragauge.stats.samples import as_sample, standard_deviation
from ragauge.stats.student import t_probability

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class PairedT:
    """The statistic of a paired t test, its degrees of freedom and its p."""

    t: float
    degrees: int
    p: PValue


def paired_t_test(differences: FloatArray) -> PairedT | None:
    """Whether the mean of paired differences is zero, if they are about normal or many.

    Formula: t = mean(d) ÷ (sd(d) ÷ √n), sd with n − 1; p = P(|T| ≥ |t|) with n − 1 degrees of freedom.

    Returns: t in the units of standard errors, and the two-sided p in [0, 1].
    Undefined: None for fewer than two differences, and where all are equal, since there is no spread to compare
    with. NaN or infinity is a ``ValueError``.
    Source: Student 1908; ``scipy.stats.ttest_rel``.

    Example:
        >>> test = paired_t_test(np.array([0.1, 0.0, 0.1, -0.05, 0.1, 0.05, 0.05, 0.05]))
        >>> round(test.t, 6), test.degrees, round(test.p.p, 6)
        (2.645751, 7, 0.033146)
    """
    sample = as_sample(differences)
    deviation = standard_deviation(sample)
    if deviation is None:
        return None
    n = len(sample)
    t = float(np.mean(sample)) / (deviation / math.sqrt(n))
    return PairedT(t, n - 1, PValue(2 * t_probability(-abs(t), n - 1), "paired t"))
