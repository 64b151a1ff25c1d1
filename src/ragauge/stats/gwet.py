"""Gwet's AC1: chance-corrected agreement that prevalence does not turn upside down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.ratios import ratio_or_none, ratios

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray


def gwet_ac1(table: FloatArray) -> float | None:
    """Gwet's AC1 of a confusion table of two raters.

    Formula: (pₐ − pₑ) ÷ (1 − pₑ), pₑ = Σ π(1 − π) ÷ (q − 1); pₐ is the share of items with equal labels, π the mean of
    a label's two margins, q the number of labels on the scale, those that nobody used among them.

    Range: −1 to 1; 1 is agreement on every item. Higher is better. With one label on 19 of 20 items it stays near
    the raw agreement where kappa goes to 0 (the prevalence paradox); that is lenient, so neither stands alone.
    Undefined: None for no item, and for a scale of a single label.
    Source: Gwet 2008; irrCAC.

    Example: 18 of 20 agree, all on the same label; kappa is −0.05.
        >>> round(gwet_ac1(np.array([[0.0, 1.0], [1.0, 18.0]])), 4)
        0.8895
    """
    return ratio_or_none(gwet_ac1s(table[None]))


def gwet_ac1s(tables: FloatArray) -> FloatArray:
    """The same for many tables at a time, (m, k, k); NaN marks the undefined ones for ``bootstrap_tables``.

    >>> gwet_ac1s(np.zeros((1, 2, 2)))
    array([nan])
    """
    labels, n = tables.shape[-1], tables.sum(axis=(1, 2))
    if labels < 2:
        return np.full(len(tables), np.nan)
    agreed = ratios(np.trace(tables, axis1=1, axis2=2), n)
    shares = ratios(tables.sum(axis=1) + tables.sum(axis=2), np.repeat(2 * n[:, None], labels, axis=1))
    chance = (shares * (1 - shares)).sum(axis=1) / (labels - 1)
    return ratios(agreed - chance, 1 - chance)
