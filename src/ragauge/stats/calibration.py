"""Calibration: whether of the answers that a judge gives 0.8, humans accept 80 %."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from ragauge.stats.means import exact_mean
from ragauge.stats.samples import as_sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ragauge.core.arrays import FloatArray

Closed = Literal["left", "right"]
BINS = 10


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The items whose probability lies between two edges: how many, what was promised, and what came."""

    low: float
    high: float
    n: int
    promised: float
    observed: float


def reliability_table(
    probabilities: ArrayLike, outcomes: ArrayLike, *, bins: int = BINS, closed: Closed = "left"
) -> list[ReliabilityBin]:
    """Probabilities of the positive label by bins of equal width, against the share of items that are positive.

    Formula: edge i is i ÷ bins; with ``closed="left"`` a bin holds its lower edge, [a, b), and the last one 1 too;
    with "right" it holds its upper edge, (a, b], and the first one 0 too. Bins without items are left out.

    An edge is rounded once, so that 0.3 lies on 3 ÷ 10 and not below 3 · 0.1. For two labels, P(1) is binned, not the
    confidence in the more probable label. Raises: ValueError for a probability outside [0, 1] (it is no logit, and
    nothing is squeezed into the range), an outcome that is not 0 or 1, lists of two lengths, and fewer than 1 bin.
    Source: DeGroot and Fienberg 1983.

    >>> [(one.low, one.n, one.observed) for one in reliability_table([0.5, 0.5, 0.45, 0.55], [1, 1, 0, 1], bins=2)]
    [(0.0, 1, 0.0), (0.5, 3, 1.0)]
    """
    p, y = _checked(probabilities, outcomes)
    if bins < 1:
        raise ValueError(f"at least one bin is needed, not {bins}")
    edges = np.arange(bins + 1) / bins
    inner = np.searchsorted(edges[1:-1], p, side="right" if closed == "left" else "left")
    return [
        ReliabilityBin(
            float(edges[at]), float(edges[at + 1]), int(held.sum()), exact_mean(p[held]), exact_mean(y[held])
        )
        for at in range(bins)
        if (held := inner == at).any()
    ]


def expected_calibration_error(table: list[ReliabilityBin]) -> float | None:
    """ECE: how far promises are from what came, on average over items.

    Formula: Σ n/N · |promised − observed| over the bins of ``reliability_table``. Range: 0 to 1, lower is better; it
    depends on the number of bins and on which edge is closed, so both are told with it. Undefined: None for no item.
    Source: Naeini et al. 2015; torchmetrics (15 bins) and netcal (10), both left-closed; scikit-learn's
    ``calibration_curve`` is right-closed.

    >>> round(expected_calibration_error(reliability_table([0.5, 0.5, 0.45, 0.55], [1, 1, 0, 1], bins=2)), 3)
    0.475
    """
    n = sum(one.n for one in table)
    return math.fsum(one.n * abs(one.promised - one.observed) for one in table) / n if n else None


def maximum_calibration_error(table: list[ReliabilityBin]) -> float | None:
    """MCE: the largest distance of a promise from what came, over bins.

    Formula: max |promised − observed|. Range: 0 to 1, lower is better. Undefined: None for no item.
    Source: Naeini et al. 2015.

    >>> round(maximum_calibration_error(reliability_table([0.5, 0.5, 0.45, 0.55], [1, 1, 0, 1], bins=2)), 4)
    0.4833
    """
    return max((abs(one.promised - one.observed) for one in table), default=None)


def brier_score(probabilities: ArrayLike, outcomes: ArrayLike) -> float | None:
    """The Brier score of probabilities of the positive label.

    Formula: mean of (p − y)². Range: 0 to 1, lower is better; always 0.5 gives 0.25. Undefined: None for no item.
    Raises as ``reliability_table`` does. Source: Brier 1950, halved; ``sklearn.metrics.brier_score_loss``.

    >>> round(brier_score([0.9, 0.2, 0.6], [1, 0, 0]), 4)
    0.1367
    """
    p, y = _checked(probabilities, outcomes)
    return exact_mean((p - y) ** 2) if len(p) else None


def multiclass_brier_score(probabilities: ArrayLike, labels: ArrayLike) -> float | None:
    """The Brier score of probabilities of several labels, as Brier wrote it.

    Formula: mean over items of Σ (p − [label])² over labels. Range: 0 to 2, lower is better: for two labels it is
    twice ``brier_score``. Undefined: None for no item. Rows that are no probabilities are a ``ValueError``.
    Source: Brier 1950; ``sklearn.metrics.brier_score_loss(scale_by_half=False)``.

    >>> round(multiclass_brier_score([[0.7, 0.2, 0.1], [0.1, 0.1, 0.8]], [0, 2]), 4)
    0.1
    """
    rows, places = np.asarray(probabilities, dtype=np.float64), np.asarray(labels, dtype=np.int64)
    if not len(rows):
        return None
    if rows.ndim != 2 or len(rows) != len(places) or not (places.min() >= 0 and places.max() < rows.shape[1]):
        raise ValueError("a row of probabilities and the place of its label are needed for every item")
    if not (rows >= 0).all() or not np.allclose(rows.sum(axis=1), 1, rtol=0, atol=1e-6):
        raise ValueError("the probabilities of an item are at least 0 and sum to 1")
    return exact_mean(((rows - np.eye(rows.shape[1])[places]) ** 2).sum(axis=1))


def _checked(probabilities: ArrayLike, outcomes: ArrayLike) -> tuple[FloatArray, FloatArray]:
    p, y = as_sample(probabilities), as_sample(outcomes)
    if len(p) != len(y):
        raise ValueError(f"{len(p)} probabilities and {len(y)} outcomes")
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError("a probability lies outside [0, 1]")
    if not np.isin(y, (0.0, 1.0)).all():
        raise ValueError("an outcome is 0 or 1")
    return p, y
