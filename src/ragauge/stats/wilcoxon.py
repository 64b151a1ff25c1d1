"""The Wilcoxon signed-rank test of paired differences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.p_value import PValue
from ragauge.stats.samples import ROUNDING, as_sample

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray

EXACT = 200
"""Up to this many non-zero differences the distribution is computed, above it is taken as normal."""
TIED = 1e-10


def signed_rank_test(differences: FloatArray) -> PValue | None:
    """Whether paired differences are symmetric about zero, from the ranks of their sizes.

    Formula: zeros are dropped; W = Σ of the mid-ranks of |d| over d > 0; p = 2 · min(P(W* ≤ W), P(W* ≥ W)), at
    most 1, over all sign flips of the ranks seen, ties included. Above 200 differences W is taken as normal, its
    variance corrected for ties, without continuity correction.

    Returns: two-sided p in [0, 1]; 1 ("identical") when all differences are zero; None for no differences. NaN
    or infinity is a ``ValueError``. Sizes within 1e-10 of the largest are ties, below 1e-12 of it zero.
    Source: Wilcoxon 1945; ``scipy.stats.wilcoxon`` with zero_method="wilcox".

    Example: sizes 1, 2, 3, 4, the largest of them negative: W = 6, and 2 · 7/16 as extreme.
        >>> signed_rank_test(np.array([0.1, 0.2, 0.3, -0.4, 0.0]))
        PValue(p=0.875, method='signed rank, exact')
    """
    sample = as_sample(differences)
    if not len(sample):
        return None
    largest = float(np.abs(sample).max())
    nonzero = sample[np.abs(sample) > ROUNDING * largest]
    if not len(nonzero):
        return PValue(1.0, "identical")
    doubled, ties = _doubled_ranks(np.abs(nonzero), TIED * largest)
    positive = int(doubled[nonzero > 0].sum())
    if len(nonzero) <= EXACT:
        return PValue(_exact(doubled, positive), "signed rank, exact")
    return PValue(_normal(len(nonzero), positive / 2, ties), "signed rank, normal")


def _doubled_ranks(sizes: FloatArray, tolerance: float) -> tuple[IntArray, IntArray]:
    """Twice the mid-rank of every size, which is a whole number, and the sizes of the groups of ties."""
    order = np.argsort(sizes, kind="stable")
    group = np.concatenate([[0], np.cumsum(np.diff(sizes[order]) > tolerance)])
    ties = np.bincount(group)
    last = np.cumsum(ties)
    doubled = np.empty(len(sizes), dtype=np.int64)
    doubled[order] = (2 * last - ties + 1)[group]
    return doubled, ties


def _exact(doubled: IntArray, positive: int) -> float:
    chance = np.zeros(int(doubled.sum()) + 1)
    chance[0] = 1.0
    for rank in doubled.tolist():
        moved = chance.copy()
        moved[rank:] += chance[:-rank]
        chance = moved / 2
    return min(1.0, 2 * float(min(chance[: positive + 1].sum(), chance[positive:].sum())))


def _normal(n: int, positive: float, ties: IntArray) -> float:
    tied = ties.astype(np.float64)
    variance = (n * (n + 1) * (2 * n + 1) - float((tied**3 - tied).sum()) / 2) / 24
    return math.erfc(abs(positive - n * (n + 1) / 4) / math.sqrt(2 * variance))
