"""Corrections of several p-values that are looked at together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import FloatArray


def bonferroni(p: Sequence[float]) -> list[float]:
    """Adjusted p that hold the chance of any false finding: each times their number.

    Formula: min(1, m · p).
    Returns: one adjusted p for each, in the same order; [] for none. NaN, and what is outside [0, 1], is a
    ``ValueError``: leave out the tests without a p, knowing that m is then smaller.
    Source: Dunn 1961; statsmodels ``multipletests(method="bonferroni")``.

    >>> bonferroni([0.25, 0.125])
    [0.5, 0.25]
    """
    values = _probabilities(p)
    return _listed(values * len(values))


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted p that hold the chance of any false finding, with more power than Bonferroni, always valid.

    Formula: with p sorted upwards, the largest of (m − j + 1) · p₍ⱼ₎ over j ≤ i, at most 1.
    Returns: one adjusted p for each, in the same order; [] for none. NaN, and what is outside [0, 1], is a
    ``ValueError``.
    Source: Holm 1979; statsmodels ``multipletests(method="holm")``.

    >>> holm([0.25, 0.125])
    [0.25, 0.25]
    """
    values = _probabilities(p)
    order = np.argsort(values, kind="stable")
    steps = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    return _listed(_in_place(steps, order))


def hommel(p: Sequence[float]) -> list[float]:
    """Adjusted p that hold the chance of any false finding; never above Holm's, for independent tests.

    Formula: the closed test of all subsets with Simes' test, in Wright's form. Valid where Simes' test is:
    independent, and many positively dependent, tests.
    Returns: one adjusted p for each, in the same order; [] for none. NaN, and what is outside [0, 1], is a
    ``ValueError``.
    Source: Hommel 1988; Wright 1992, Biometrics 48 (appendix); statsmodels ``multipletests(method="hommel")``.

    >>> hommel([0.25, 0.125])
    [0.25, 0.25]
    """
    values = _probabilities(p)
    order = np.argsort(values, kind="stable")
    adjusted = values[order].copy()
    ranked, m = values[order], len(values)
    for size in range(m, 1, -1):
        first = m - size + 1  # of the size - 1 largest
        simes = float((size * ranked[first:] / np.arange(2, size + 1)).min())
        adjusted[first:] = np.maximum(adjusted[first:], simes)
        adjusted[:first] = np.maximum(adjusted[:first], np.minimum(simes, size * ranked[:first]))
    return _listed(_in_place(adjusted, order))


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Adjusted p that hold the expected share of false findings among the findings.

    Formula: with p sorted upwards, the smallest of m · p₍ⱼ₎ ÷ j over j ≥ i, at most 1.
    Returns: one adjusted p for each, in the same order; [] for none. NaN, and what is outside [0, 1], is a
    ``ValueError``. Valid for independent and positively dependent tests.
    Source: Benjamini and Hochberg 1995; ``scipy.stats.false_discovery_control``.

    >>> benjamini_hochberg([0.5, 0.125])
    [0.5, 0.25]
    """
    values = _probabilities(p)
    order = np.argsort(values, kind="stable")
    steps = values[order] * len(values) / np.arange(1, len(values) + 1)
    return _listed(_in_place(np.minimum.accumulate(steps[::-1])[::-1], order))


def _probabilities(p: Sequence[float]) -> FloatArray:
    values = np.asarray(p, dtype=np.float64)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise ValueError(f"not a list of probabilities: {list(p)}")
    return values


def _in_place(adjusted: FloatArray, order: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> FloatArray:
    placed = np.empty(len(adjusted))
    placed[order] = adjusted
    return placed


def _listed(values: FloatArray) -> list[float]:
    listed: list[float] = np.minimum(values, 1.0).tolist()
    return listed
