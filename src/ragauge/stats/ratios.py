"""Ratios of many samples at a time, some of which do not exist."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray


def ratios(above: FloatArray, below: FloatArray) -> FloatArray:
    """above ÷ below; NaN, never a number, where below is 0.

    >>> ratios(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
    array([0.5, nan])
    """
    made = np.full(np.shape(above), np.nan)
    np.divide(above, below, out=made, where=np.asarray(below) != 0)
    return made


def ratio_or_none(values: FloatArray) -> float | None:
    """The only value of an array; None when it does not exist.

    >>> ratio_or_none(np.array([0.5])), ratio_or_none(np.array([np.nan]))
    (0.5, None)
    """
    value = float(values[0])
    return None if math.isnan(value) else value
