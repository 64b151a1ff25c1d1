"""How often the longer of two answers is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.samples import as_sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ragauge.core.arrays import BoolArray, FloatArray


def longer_points(preferences: ArrayLike, lengths: ArrayLike, others: ArrayLike) -> tuple[FloatArray, BoolArray]:
    """For each pair the share of the win that went to the longer answer, and which pairs have a longer one.

    Formula: the preference where Δ = length − other > 0, 1 − preference where Δ < 0; the mean over those pairs is the
    longer share. A preference is 1 for a win, 0 for a loss, ½ for a tie.

    Range: 0 to 1, ½ without a taste for length; humans may have a reason for more, so hold it against theirs on the
    same pairs. Undefined: pairs of equal length are left out by the mask. Lists of other lengths are a ``ValueError``.
    Source: Singhal et al. 2023; Dubois et al. 2024.

    >>> points, unequal = longer_points([1, 0, 1], [9, 9, 5], [5, 5, 5])
    >>> points[unequal].tolist()
    [1.0, 0.0]
    """
    y, mine, theirs = as_sample(preferences), as_sample(lengths), as_sample(others)
    if not len(y) == len(mine) == len(theirs):
        raise ValueError(f"{len(y)} preferences need as many lengths of both, not {len(mine)} and {len(theirs)}")
    return np.where(mine > theirs, y, 1 - y), mine != theirs
