"""Krippendorff's alpha: agreement of any number of raters, with labels missing, at a level of measurement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from ragauge.stats.ratios import ratio_or_none, ratios

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

Level = Literal["nominal", "ordinal", "interval", "ratio"]
MISSING = -1


def coincidence_cells(labels: IntArray, categories: int) -> FloatArray:
    """What each item adds to the coincidence matrix: all ordered pairs of its labels, weighed by 1 ÷ (m − 1).

    Formula: with n_c labels of kind c among the m of an item: (n_c · n_d − [c = d] · n_c) ÷ (m − 1).

    ``labels`` is (items, raters) with places on the scale, from 0, and −1 where a label is missing. Returns:
    (items, categories²). An item with fewer than two labels adds nothing. Labels outside the scale are a
    ``ValueError``. Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.

    >>> coincidence_cells(np.array([[0, 0, 1], [1, -1, -1]]), 2)
    array([[1., 1., 1., 0.],
           [0., 0., 0., 0.]])
    """
    if labels.ndim != 2 or (labels.size and not (labels.min() >= MISSING and labels.max() < categories)):
        raise ValueError(f"labels are items by raters, places on a scale of {categories} or {MISSING}")
    counts = (labels[:, :, None] == np.arange(categories)).sum(axis=1).astype(np.float64)
    pairs = counts[:, :, None] * counts[:, None, :]
    pairs[:, np.arange(categories), np.arange(categories)] -= counts
    others = counts.sum(axis=1) - 1
    pairs[others < 1] = 0.0
    cells: FloatArray = (pairs / np.maximum(others, 1)[:, None, None]).reshape(len(labels), -1)
    return cells


def krippendorff_alpha(coincidences: FloatArray, level: Level, values: FloatArray | None = None) -> float | None:
    """Krippendorff's alpha of a coincidence matrix.

    Formula: 1 − (n − 1) · Σ o·δ² ÷ Σ n_c·n_d·δ², o the coincidences, n_c their margins. δ² of c and d is [c ≠ d]
    (nominal); (Σ of the margins from c to d − (n_c + n_d) ÷ 2)² (ordinal); (c − d)² (interval);
    ((c − d) ÷ (c + d))² (ratio).

    ``values`` are the numbers of the scale, needed for interval and ratio; for ordinal their order is that of the
    scale. Range: 1 is agreement on every item, 0 chance, below it systematic disagreement. Higher is better.
    Undefined: None for no item with two labels, and where only one label was ever used.
    Raises: ValueError for an unknown level, and numbers that the level cannot take (none; below 0 for ratio).
    Source: Krippendorff 2011; krippendorff 0.9, whose default level is interval: here it is always named.

    Example: three items, two raters.
        >>> cells = coincidence_cells(np.array([[0, 0], [1, 1], [0, 1]]), 2).sum(axis=0).reshape(2, 2)
        >>> round(krippendorff_alpha(cells, "nominal"), 4)
        0.4444
    """
    return ratio_or_none(krippendorff_alphas(coincidences[None], level, values))


def krippendorff_alphas(tables: FloatArray, level: Level, values: FloatArray | None = None) -> FloatArray:
    """The same for many matrices at a time, (m, k, k); NaN marks the undefined ones for ``bootstrap_tables``.

    >>> krippendorff_alphas(np.zeros((1, 2, 2)), "nominal")
    array([nan])
    """
    margins = tables.sum(axis=2)
    distance = _distances(margins, level, values)
    observed = (tables * distance).sum(axis=(1, 2)) * (margins.sum(axis=1) - 1)
    expected = (margins[:, :, None] * margins[:, None, :] * distance).sum(axis=(1, 2))
    return 1 - ratios(observed, expected)


def _distances(margins: FloatArray, level: Level, values: FloatArray | None) -> FloatArray:
    """δ² of every pair of labels, (1 or m, k, k)."""
    labels = margins.shape[1]
    if level == "nominal":
        unequal: FloatArray = 1 - np.eye(labels)[None]
        return unequal
    if level == "ordinal":
        middle = margins.cumsum(axis=1) - margins / 2
        return _squared_differences(middle)
    if level not in ("interval", "ratio"):
        raise ValueError(f"the level is nominal, ordinal, interval or ratio, not {level!r}")
    if values is None or len(values) != labels or not np.isfinite(values).all():
        raise ValueError(f"the level {level} needs a number for each of {labels} labels")
    if level == "interval":
        return _squared_differences(values[None])
    if values.min() < 0:
        raise ValueError("a ratio scale has no number below 0")
    sums = values[:, None] + values
    relative: FloatArray = _squared_differences(values[None]) / np.where(sums == 0, 1.0, sums) ** 2
    return relative


def _squared_differences(numbers: FloatArray) -> FloatArray:
    made: FloatArray = (numbers[:, :, None] - numbers[:, None, :]) ** 2
    return made
