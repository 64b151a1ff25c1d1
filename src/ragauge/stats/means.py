"""The mean, summed exactly."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray


def exact_mean(values: FloatArray) -> float:
    """The mean from an exact sum, so that the order of the questions cannot change a digit.

    Formula: Σ x ÷ n. No value is a ``ZeroDivisionError``: nothing undefined becomes a number.

    >>> import numpy as np
    >>> exact_mean(np.array([0.1] * 10))
    0.1
    """
    return math.fsum(values) / len(values)
