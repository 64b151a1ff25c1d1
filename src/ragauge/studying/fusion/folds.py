"""Questions in folds, for values at settings that were chosen on other questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.studying.fusion.near import best_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray

FOLDS = 5


def folds_of(
    questions: Sequence[str], clusters: IntArray | None = None, *, folds: int = FOLDS, seed: int = 0
) -> IntArray | None:
    """The fold of every question; whole clusters are in one fold. None where there are fewer than two of them.

    Drawn by the seed from the ids, so that the order of the questions makes no difference.

    >>> one, other = folds_of(["c", "a", "b", "d"], folds=2), folds_of(["a", "b", "c", "d"], folds=2)
    >>> one.tolist() == other[[2, 0, 1, 3]].tolist()
    True
    >>> folds_of(["a", "b"], np.array([7, 7])) is None
    True
    """
    codes = np.arange(len(questions)) if clusters is None else clusters
    first: dict[int, str] = {}
    for question, code in zip(questions, codes.tolist(), strict=True):
        first[code] = min(question, first.get(code, question))
    units = sorted(first, key=first.__getitem__)
    if len(units) < 2:  # nothing would be left to choose on
        return None
    order = np.random.default_rng(seed).permutation(len(units))
    fold = {units[unit]: place % folds for place, unit in enumerate(order.tolist())}
    return np.array([fold[code] for code in codes.tolist()], dtype=np.int64)


def chosen_elsewhere(values: FloatArray, defined: BoolArray, folds: IntArray, prefer: Sequence[float]) -> IntArray:
    """For every question the best setting on the questions of the other folds.

    Questions without a value have no say. Where the other folds have no value at all, the preferred setting is taken.

    >>> values = np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> chosen_elsewhere(values, np.array([True, True]), np.array([0, 1]), (0, 0)).tolist()
    [1, 0]
    """
    chosen = np.empty(len(values), dtype=np.int64)
    for fold in np.unique(folds).tolist():
        others = (folds != fold) & defined
        chosen[folds == fold] = best_of(values[others], prefer) if others.any() else int(np.argmin(prefer))
    return chosen
