"""The exact McNemar test: two systems that are right or wrong on the same questions."""

from __future__ import annotations

import math

import numpy as np

from ragauge.stats.p_value import PValue

IN_INTEGERS = 1000
"""Up to this many discordant pairs binomial coefficients are summed as whole numbers."""


def mcnemar_test(only_first: int, only_second: int) -> PValue:
    """Whether two systems are right equally often, from the questions that only one of them gets right.

    Formula: with b and c such questions, p = min(1, 2 · P(X ≤ min(b, c))), X ~ Binomial(b + c, 1/2).

    Returns: the two-sided p, in (0, 1]; with no such question the systems are identical and p is 1. Below
    1e-308 it is 0. Negative counts are a ``ValueError``. Questions both get right or both get wrong carry no
    information here. It equals the sign-flip test of the 0/1 differences.
    Source: McNemar 1947, Psychometrika 12; the exact form is the sign test.

    Example: of 5 questions that differ, the first system alone is right on 3; and 6 against none.
        >>> mcnemar_test(3, 2), mcnemar_test(6, 0).p
        (PValue(p=1.0, method='McNemar, exact'), 0.03125)
    """
    if only_first < 0 or only_second < 0:
        raise ValueError(f"counts cannot be negative: {only_first}, {only_second}")
    discordant = only_first + only_second
    if discordant == 0:
        return PValue(1.0, "identical")
    return PValue(min(1.0, 2 * _lower_tail(min(only_first, only_second), discordant)), "McNemar, exact")


def _lower_tail(k: int, n: int) -> float:
    """P(X ≤ k) for X ~ Binomial(n, 1/2) and k ≤ n / 2."""
    if n <= IN_INTEGERS:
        return float(sum(math.comb(n, i) for i in range(k + 1)) / 2**n)
    # Coefficients relative to the middle one, going down: C(n, i - 1) = C(n, i) · i / (n - i + 1).
    middle = n // 2
    steps = np.arange(middle, 0, -1)
    with np.errstate(under="ignore"):
        falling = np.concatenate([[1.0], np.cumprod(steps / (n - steps + 1))])
    total = 2 * falling.sum() - (falling[0] if n % 2 == 0 else 0.0)
    return float(falling[middle - k :].sum() / total)
