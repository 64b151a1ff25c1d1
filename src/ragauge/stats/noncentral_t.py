"""The noncentral t distribution, which the power of a t test rests on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray

PANELS = 48
NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
STEEP = np.arange(-9.0, 9.5)
"""Where the normal distribution rises from 0 to 1, in standard deviations."""
NEGLIGIBLE = 40.0
"""Densities below exp(−40) of the largest are left out."""


def noncentral_t_probability(t: float, degrees: float, shift: float) -> float:
    """The probability that a noncentral t variable stays below ``t``.

    Formula: P((Z + shift) ÷ S ≤ t) = ∫ Φ(t·s − shift) f(s) ds, with Z normal and S = √(χ² ÷ degrees), integrated
    over y = ln s.

    ``degrees`` is at least 1 and need not be whole; ``t`` and ``shift`` are finite; else ``ValueError``. Exact to
    1e-10 for 1 to 1e6 degrees of freedom.
    Source: Johnson, Kotz and Balakrishnan 1995, Continuous Univariate Distributions 2, chapter 31.

    Example: without a shift it is Student's t.
        >>> round(noncentral_t_probability(2.0, 10, 0.0), 9), round(noncentral_t_probability(2.0, 10, 1.0), 9)
        (0.963305983, 0.807611563)
    """
    if not (math.isfinite(t) and math.isfinite(shift) and 1 <= degrees < math.inf):
        raise ValueError(f"no noncentral t at {t} with {degrees} degrees of freedom and a shift of {shift}")
    if t == 0:
        return _normal(-shift)
    y, weight = _rule(_breaks(t, degrees, shift))
    weight = weight * np.exp(degrees * (y - np.expm1(2 * y) / 2))
    below = np.array([_normal(z) for z in (t * np.exp(y) - shift).tolist()])
    return min(1.0, float(weight @ below / weight.sum()))


def _breaks(t: float, degrees: float, shift: float) -> FloatArray:
    """Ends of panels on which both the density of ln S and the normal distribution are smooth."""
    share = NEGLIGIBLE / degrees
    low = -math.sqrt(2 * share) if share < 0.25 else -(share + 0.5)
    high = math.sqrt(share)
    rise = (STEEP + shift) / t
    rise = np.log(rise[rise > 0])
    even = np.linspace(low, high, PANELS + 1)
    return np.sort(np.concatenate([even, rise[(rise > low) & (rise < high)]]))


def _rule(breaks: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Points and weights of Gauss and Legendre's rule on every panel."""
    half = np.diff(breaks)[:, None] / 2
    middle = breaks[:-1, None] + half
    return (middle + half * NODES).ravel(), (half * WEIGHTS).ravel()


def _normal(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2
