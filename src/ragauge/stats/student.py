"""Quantiles of Student's t, without the quarter second that importing a statistics library takes.

Every command prints intervals, so this is on the way of the smallest evaluation. The tests hold it against
scipy to 1e-9.
"""

from __future__ import annotations

import math
from statistics import NormalDist

MANY = 100
"""Above this many degrees of freedom an expansion around the normal is exact to 1e-9."""


def t_quantile(share: float, degrees: int) -> float:
    """The value that a t variable with ``degrees`` degrees of freedom stays below with probability ``share``.

    Source: Abramowitz and Stegun 26.7.3-26.7.5 (finite series for the distribution; Cornish-Fisher expansion).

    >>> round(t_quantile(0.975, 4), 6), round(t_quantile(0.975, 1000), 6)
    (2.776445, 1.962339)
    """
    if not 0 < share < 1 or degrees < 1:
        raise ValueError(f"no t quantile for a share of {share} and {degrees} degrees of freedom")
    if share < 0.5:
        return -t_quantile(1 - share, degrees)
    if degrees > MANY:
        return _expansion(NormalDist().inv_cdf(share), degrees)
    low, high = 0.0, 1.0
    while _below(high, degrees) < share:
        low, high = high, high * 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _below(middle, degrees) < share else (low, middle)
    return (low + high) / 2


def _below(t: float, degrees: int) -> float:
    angle = math.atan2(t, math.sqrt(degrees))
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = degrees % 2 == 1
    term = cosine if odd else 1.0
    total = term if degrees > 1 else 0.0
    for step in range(3 if odd else 2, degrees - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    between = 2 / math.pi * (angle + sine * total) if odd else sine * total
    return 0.5 + between / 2


def _expansion(z: float, n: int) -> float:
    z2 = z * z
    return z * (
        1
        + (z2 + 1) / (4 * n)
        + ((5 * z2 + 16) * z2 + 3) / (96 * n**2)
        + (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n**3)
        + ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / (92160 * n**4)
    )


HILL = 1000
"""Above this many degrees of freedom Hill's normal transformation is exact to 1e-13."""


def t_probability(t: float, degrees: float) -> float:
    """The probability that a t variable with ``degrees`` degrees of freedom stays below ``t``.

    Formula: for t < 0, I(x; degrees ÷ 2, 1/2) ÷ 2 with x = degrees ÷ (degrees + t²), I the regularised
    incomplete beta function; 1 minus that of −t otherwise. A small lower tail keeps its relative precision.

    ``degrees`` is any number above 0, whole or not; else, and for NaN, ``ValueError``.
    Source: Abramowitz and Stegun 26.5.8 and 26.7.1; Hill 1970, Algorithm 395 for many degrees of freedom.

    >>> round(t_probability(2.0, 10), 10), round(t_probability(-2.0, 1e6), 10)
    (0.9633059826, 0.0227502669)
    """
    if math.isnan(t) or not degrees > 0:
        raise ValueError(f"no t distribution at {t} with {degrees} degrees of freedom")
    tail = _upper_tail(abs(t), degrees)
    return tail if t < 0 else 1 - tail


def t_critical(tail: float, degrees: float) -> float:
    """The value that a t variable exceeds with probability ``tail``; ``degrees`` need not be whole.

    Formula: P(T > t) = tail, solved by Newton's method from the normal's value, which lies below it.

    ``tail`` lies in (0, 0.5] and ``degrees`` is at least 1; else ``ValueError``.

    >>> round(t_critical(0.025, 4), 9), round(t_critical(0.025, 4.5), 6)
    (2.776445105, 2.658912)
    """
    if not 0 < tail <= 0.5 or not degrees >= 1:
        raise ValueError(f"no critical value for a tail of {tail} and {degrees} degrees of freedom")
    t = abs(NormalDist().inv_cdf(tail))
    scale = _log_gamma_step(degrees / 2) - math.log(degrees * math.pi) / 2
    for _ in range(200):
        density = math.exp(scale - (degrees + 1) / 2 * math.log1p(t * t / degrees))
        step = (_upper_tail(t, degrees) - tail) / density
        t += step
        if abs(step) <= 1e-10 * t:  # the next would be its square
            break
    return t


def _upper_tail(t: float, degrees: float) -> float:
    """P(T > t) for t ≥ 0."""
    square = t * t
    if degrees > HILL:
        return _normal_tail(square, degrees)
    beyond, within = degrees / (degrees + square), square / (degrees + square)
    if within == 0:
        return 0.5
    if beyond == 0:
        return 0.0
    a, b = degrees / 2, 0.5
    log_beta = math.lgamma(b) - _log_gamma_step(a)
    weight = math.exp(a * math.log(beyond) + b * math.log(within) - log_beta)
    if within * (a + b + 2) < b + 1:
        return 0.5 - weight * _beta_fraction(within, b, a) / b / 2
    return weight * _beta_fraction(beyond, a, b) / a / 2


def _normal_tail(square: float, degrees: float) -> float:
    a = degrees - 0.5
    b = 48 * a * a
    w = a * math.log1p(square / degrees)
    z = (((((-0.4 * w - 3.3) * w - 24) * w - 85.5) / (0.8 * w * w + 100 + b) + w + 3) / b + 1) * math.sqrt(w)
    return math.erfc(z / math.sqrt(2)) / 2


def _log_gamma_step(a: float) -> float:
    """ln Γ(a + 1/2) − ln Γ(a), without cancelling two large numbers."""
    if a < 20:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    inverse = 1 / (a * a)
    return math.log(a) / 2 - (1 / 8 - inverse * (1 / 192 - inverse * (1 / 640 - inverse * 17 / 14336))) / a


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, from the front (Lentz)."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = value
        for term in (even, odd):
            d = 1 / (1 + term * d)
            c = 1 + term / c
            value *= c * d
        if abs(value - before) <= 1e-15 * abs(value):
            break
    return value
