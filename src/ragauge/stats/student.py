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
