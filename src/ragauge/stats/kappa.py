"""Cohen's kappa: agreement of two raters beyond what their habits alone would give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from ragauge.stats.ratios import ratio_or_none, ratios

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray

Weights = Literal["none", "linear", "quadratic"]


def cohen_kappa(table: FloatArray, weights: Weights = "none") -> float | None:
    """Cohen's kappa of a confusion table, unweighted or with disagreements weighed by their distance on the scale.

    Formula: 1 − n · Σ w·O ÷ Σ w·r·c, with O the table, r and c its margins, n its sum. The weight of places a and b on
    the scale is [a ≠ b], |a − b| (``linear``) or (a − b)² (``quadratic``). The scale is all of the table, with the
    labels that nobody used: without them a 2 and a 5 would be neighbours when nobody said 3 or 4.

    Range: −1 to 1; 1 is agreement on every item, 0 what the margins alone give. Higher is better. It falls with
    the prevalence of one label (Feinstein and Cicchetti 1990): read it beside ``gwet_ac1``.
    Undefined: None for no item, and where both raters only ever used one and the same label.
    Source: Cohen 1960, 1968; ``sklearn.metrics.cohen_kappa_score(labels=scale)``.

    Example: 8 of 10 agree; the judge who always says "pass" has no skill.
        >>> cohen_kappa(np.array([[2.0, 1.0], [1.0, 6.0]]))
        0.5238095238095238
        >>> cohen_kappa(np.array([[9.0, 0.0], [1.0, 0.0]])), cohen_kappa(np.array([[9.0, 0.0], [0.0, 0.0]]))
        (0.0, None)
    """
    return ratio_or_none(cohen_kappas(table[None], weights))


def cohen_kappas(tables: FloatArray, weights: Weights = "none") -> FloatArray:
    """The same for many tables at a time, (m, k, k); NaN marks the undefined ones for ``bootstrap_tables``.

    >>> cohen_kappas(np.array([[[1.0, 0.0], [0.0, 1.0]], [[2.0, 0.0], [0.0, 0.0]]]))
    array([ 1., nan])
    """
    weight = disagreement_weights(tables.shape[-1], weights)
    rows, columns, n = tables.sum(axis=2), tables.sum(axis=1), tables.sum(axis=(1, 2))
    observed = (tables * weight).sum(axis=(1, 2)) * n
    expected = ((rows @ weight) * columns).sum(axis=1)
    return 1 - ratios(observed, expected)


def disagreement_weights(categories: int, weights: Weights = "none") -> FloatArray:
    """How much each pair of labels disagrees, by their places on the scale.

    Formula: [a ≠ b], |a − b|, or (a − b)². Another name is a ``ValueError``.

    >>> disagreement_weights(3, "quadratic")[0].tolist()
    [0.0, 1.0, 4.0]
    """
    places = np.arange(categories, dtype=np.float64)
    distance = np.abs(places[:, None] - places)
    if weights == "none":
        return (distance > 0).astype(np.float64)
    if weights not in ("linear", "quadratic"):
        raise ValueError(f"weights are none, linear or quadratic, not {weights!r}")
    return distance if weights == "linear" else distance**2
