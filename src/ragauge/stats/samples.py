"""What the functions of this package take: finite numbers, one row a question, in the caller's order.

Resampling and sums of floats depend on the order of the rows. Whoever wants the same number for every order of
a file sorts the rows first, by question id.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ragauge.core.arrays import FloatArray

ROUNDING = 1e-12
"""A difference below this share of the largest value is rounding, not data."""


def as_sample(values: ArrayLike) -> FloatArray:
    """One column of finite numbers; ``ValueError`` for NaN, infinity, or another shape.

    >>> as_sample([1, 0])
    array([1., 0.])
    """
    return _finite(values, 1)


def as_columns(values: ArrayLike) -> FloatArray:
    """Rows of questions by columns of metrics; ``ValueError`` for NaN, infinity, or another shape.

    >>> as_columns([[1, 0], [1, 1]]).shape
    (2, 2)
    """
    return _finite(values, 2)


def standard_deviation(sample: FloatArray) -> float | None:
    """The standard deviation of a sample, with n − 1; None where there is no spread.

    Formula: sqrt(Σ (x − mean)² ÷ (n − 1)).
    Undefined: fewer than two values, and values that differ by no more than rounding (1e-12 of the largest).

    >>> standard_deviation(np.array([1.0, 3.0])), standard_deviation(np.array([0.1, 0.1, 0.1]))
    (1.4142135623730951, None)
    """
    if len(sample) < 2:
        return None
    deviation = float(sample.std(ddof=1))
    if not math.isfinite(deviation):
        raise ValueError("the squares of these numbers are too large for a float")
    return deviation if deviation > ROUNDING * float(np.abs(sample).max()) else None


def _finite(values: ArrayLike, dimensions: int) -> FloatArray:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != dimensions:
        raise ValueError(f"expected {dimensions} dimension(s), not {array.ndim}")
    if not np.isfinite(array).all():
        raise ValueError("NaN and infinity are not values: leave out the questions without one")
    return array
