"""Which settings of a sweep are within noise of its best one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.comparison.pairs import moves
from ragauge.stats.corrections import holm
from ragauge.stats.means import exact_mean
from ragauge.stats.sign_flips import sign_flip_tests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import FloatArray, IntArray

ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Near:
    """The place of the best setting, and for each the mean difference from it and whether it is not shown worse."""

    best: int
    differences: tuple[float, ...]
    within: tuple[bool, ...]


def best_of(values: FloatArray, prefer: Sequence[float]) -> int:
    """The column with the highest mean; of equal ones that with the smallest ``prefer``, then the first.

    >>> best_of(np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]), prefer=(2, 1, 0))
    2
    """
    means = [exact_mean(column) for column in values.T]
    top = max(means)
    return min((place for place, mean in enumerate(means) if mean >= top - ROUNDING), key=lambda at: (prefer[at], at))


def near_the_best(
    values: FloatArray,
    prefer: Sequence[float],
    *,
    clusters: IntArray | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Near:
    """Hold every setting against the best one: sign flips over the questions, p adjusted by Holm for all of them.

    Rows of ``values`` are questions (at least one), columns settings; more is better. The best is chosen on the same
    questions, so that its lead is partly luck and *within* errs to the side of a narrow range.

    >>> values = np.array([[1.0, 1.0, 0.0]] * 9 + [[1.0, 0.0, 0.0]])
    >>> near_the_best(values, (0, 0, 0)).within
    (True, True, False)
    """
    best = best_of(values, prefer)
    moved = np.column_stack([moves(values[:, best], column) for column in values.T])
    others = [place for place in range(values.shape[1]) if place != best]
    tests = sign_flip_tests(moved[:, others], clusters=clusters, seed=seed) if others else ()
    adjusted = dict(zip(others, holm([1.0 if test is None else test.p for test in tests]), strict=True))
    differences = tuple(exact_mean(column) for column in moved.T)
    within = tuple(
        place == best or not (differences[place] < 0 and adjusted[place] <= 1 - level)
        for place in range(values.shape[1])
    )
    return Near(best, differences, within)


def around(near: Near) -> tuple[int, int]:
    """The first and the last place of the unbroken range around the best that is within noise of it.

    >>> around(Near(2, (-0.5, -0.1, 0.0, -0.1, -0.4), (True, False, True, True, False)))
    (2, 3)
    """
    low = high = near.best
    while low > 0 and near.within[low - 1]:
        low -= 1
    while high < len(near.within) - 1 and near.within[high + 1]:
        high += 1
    return low, high
