"""Logistic regression on one feature, for many weightings of the same rows at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray

STEPS = 50
CONVERGED = 1e-9
FARTHEST = 30.0
"""A coefficient beyond this is on its way to infinity."""


def logistic_fits(feature: FloatArray, outcomes: FloatArray, weights: FloatArray) -> FloatArray:
    """Intercept and slope of log(p ÷ (1 − p)) = θ + φ · x, by maximum likelihood, once for each row of weights.

    Formula: Newton's steps from 0 on Σ w (y log p + (1 − y) log(1 − p)). ``outcomes`` lie in [0, 1]: a tie is ½.

    ``weights`` is (m, n). Returns: (m, 2); NaN marks fits that do not exist: outcomes that a threshold of x separates,
    outcomes that are all equal, and a feature without spread. Source: McCullagh and Nelder 1989, section 4.4.

    >>> x, y = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([0.0, 1.0, 1.0, 1.0])
    >>> logistic_fits(x, y, np.ones((1, 4)))
    array([[nan, nan]])
    >>> np.round(logistic_fits(np.repeat(x, 2), np.tile([0.0, 1, 0, 1, 1, 1, 0, 1], 1), np.ones((1, 8))), 4)
    array([[0.5493, 0.5493]])
    """
    fits = np.zeros((len(weights), 2))
    last = np.full(len(weights), np.inf)
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(fits[:, :1] + fits[:, 1:] * feature, -700, 700)))
        residuals, spread = weights * (outcomes - p), weights * p * (1 - p)
        g0, g1 = residuals.sum(axis=1), residuals @ feature
        h00, h01, h11 = spread.sum(axis=1), spread @ feature, spread @ feature**2
        determinant = h00 * h11 - h01**2
        sound = determinant > 1e-12 * np.maximum(h00 * h11, 1e-300)
        safe = np.where(sound, determinant, 1.0)
        steps = np.column_stack([(h11 * g0 - h01 * g1) / safe, (h00 * g1 - h01 * g0) / safe])
        steps[~sound] = np.nan
        fits, last = fits + steps, np.abs(steps).max(axis=1)
        fits[~(np.abs(fits).max(axis=1) < FARTHEST)] = np.nan
        if not (last > CONVERGED).any():
            break
    fits[~(last <= CONVERGED)] = np.nan
    return fits
