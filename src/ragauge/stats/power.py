"""How many questions show how small a difference: the power of the paired t test."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ragauge.stats.noncentral_t import noncentral_t_probability
from ragauge.stats.samples import as_sample, standard_deviation
from ragauge.stats.student import t_critical

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.arrays import FloatArray


def effect_size(differences: FloatArray) -> float | None:
    """Cohen's dz: the mean of paired differences in their own standard deviations.

    Formula: mean(d) ÷ sd(d), sd with n − 1.
    Undefined: None for fewer than two differences, and where all are equal. NaN or infinity is a ``ValueError``.
    Source: Cohen 1988, Statistical Power Analysis, section 2.3.5; Lakens 2013.

    >>> import numpy as np
    >>> effect_size(np.array([1.0, 0.0, 1.0, 0.0])), effect_size(np.array([0.5, 0.5]))
    (0.8660254037844387, None)
    """
    sample = as_sample(differences)
    deviation = standard_deviation(sample)
    return None if deviation is None else float(sample.mean()) / deviation


def resolution(n: int) -> float | None:
    """The smallest step of a share of n questions: what one question more or less changes.

    Formula: 1 ÷ n. Undefined: None for no question; below that a ``ValueError``.

    >>> resolution(20), resolution(0)
    (0.05, None)
    """
    if n < 0:
        raise ValueError(f"a number of questions is not {n}")
    return 1 / n if n else None


def paired_power(effect: float, n: float, alpha: float = 0.05, *, one_sided: bool = False) -> float:
    """The probability that a paired t test finds an effect of this size.

    Formula: P(T > c) + P(T < −c), T noncentral t with n − 1 degrees of freedom and shift effect · √n, c the
    two-sided critical value; one-sided, P(T > c) with the one-sided one.

    Returns: a probability; ``alpha`` for no effect. ``effect`` is Cohen's dz, of either sign (one-sided: above 0
    is the direction looked for). Fewer than 2 pairs, or an alpha outside (0, 1), is a ``ValueError``.
    Source: Cohen 1988; statsmodels ``TTestPower``.

    >>> round(paired_power(0.1, 500), 10)
    0.6071255423
    """
    _check(alpha, n)
    degrees, shift = n - 1, effect * math.sqrt(n)
    critical = _critical(alpha, degrees, one_sided=one_sided)
    above = noncentral_t_probability(-critical, degrees, -shift)  # P(T > c), by symmetry
    return above if one_sided else min(1.0, above + noncentral_t_probability(-critical, degrees, shift))


def required_pairs(effect: float, power: float = 0.8, alpha: float = 0.05, *, one_sided: bool = False) -> float:
    """The number of pairs at which a paired t test finds an effect with the wanted probability.

    Formula: paired_power(effect, n) = power, solved for n.

    Returns: a number of pairs, not rounded: take the next whole one. At least 2, the fewest that a t test takes.
    An effect of 0 (one-sided: not above 0), and a power not between alpha and 1, is a ``ValueError``.
    Source: Cohen 1988; statsmodels ``TTestPower.solve_power``.

    >>> round(required_pairs(0.2), 6)
    198.150821
    """
    _check(alpha, 2, power)
    if effect == 0 or math.isnan(effect) or (one_sided and effect < 0):
        raise ValueError(f"no number of pairs shows an effect of {effect}")
    return _solve(lambda n: paired_power(effect, n, alpha, one_sided=one_sided), 2.0, power)


def detectable_effect(n: float, power: float = 0.8, alpha: float = 0.05, *, one_sided: bool = False) -> float:
    """The smallest effect that a paired t test of n pairs finds with the wanted probability.

    Formula: paired_power(effect, n) = power, solved for the effect above 0.

    Returns: Cohen's dz; times the standard deviation of the differences it is in the metric's unit. Fewer than 2
    pairs, and a power not between alpha and 1, is a ``ValueError``.
    Source: Cohen 1988; statsmodels ``TTestPower.solve_power``.

    >>> round(detectable_effect(200), 4)
    0.1991
    """
    _check(alpha, n, power)
    return _solve(lambda effect: paired_power(effect, n, alpha, one_sided=one_sided), 0.0, power)


def _critical(alpha: float, degrees: float, *, one_sided: bool) -> float:
    if not one_sided:
        return t_critical(alpha / 2, degrees)
    return t_critical(alpha, degrees) if alpha <= 0.5 else -t_critical(1 - alpha, degrees)


def _check(alpha: float, n: float, power: float | None = None) -> None:
    if not 0 < alpha < 1:
        raise ValueError(f"alpha lies between 0 and 1, not at {alpha}")
    if not 2 <= n < math.inf:
        raise ValueError(f"a paired t test needs at least 2 pairs, not {n}")
    if power is not None and not alpha < power < 1:
        raise ValueError(f"power lies between alpha and 1, not at {power}")


def _solve(function: Callable[[float], float], start: float, wanted: float) -> float:
    """Where a rising function reaches the wanted value: bracketed by doubling, then halved to the last bit."""
    if function(start) >= wanted:
        return start
    low, high = start, max(1.0, 2 * start)
    while function(high) < wanted:
        low, high = high, 2 * high
    middle = (low + high) / 2
    while low < middle < high:
        low, high = (middle, high) if function(middle) < wanted else (low, middle)
        middle = (low + high) / 2
    return middle
