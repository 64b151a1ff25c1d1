"""The mean of values some of which a judge failed to give: never without its coverage and its bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class PartialMean:
    """A mean over ``n`` of ``items``; ``worst`` and ``best`` are what it could be had none failed."""

    value: float | None
    n: int
    items: int
    worst: float | None
    best: float | None

    @property
    def coverage(self) -> float | None:
        """n ÷ items; None for no item."""
        return self.n / self.items if self.items else None


def partial_mean(values: Sequence[float | None], low: float, high: float) -> PartialMean:
    """The mean of the values that are there, and what the others leave open.

    Formula: value = Σ present ÷ n; worst = (Σ present + (items − n) · low) ÷ items, best the same with high.
    ``low`` and ``high`` are the ends of the scale. A failed item is never 0, nor the middle, nor the pass mark.

    Undefined: no value present has the mean None; no item has no bounds. A value outside the scale, or NaN, is a
    ``ValueError``.

    Example: two judges of three replies each, on a scale of 1 to 5.
        >>> partial_mean([5, 5, None], 1, 5)
        PartialMean(value=5.0, n=2, items=3, worst=3.6666666666666665, best=5.0)
        >>> partial_mean([1.0, None], 0, 1).coverage
        0.5
    """
    present = np.array([value for value in values if value is not None], dtype=np.float64)
    if not ((present >= low) & (present <= high)).all():
        raise ValueError(f"a value lies outside the scale from {low} to {high}")
    n, items = len(present), len(values)
    if not items:
        return PartialMean(None, 0, 0, None, None)
    ends = [exact_mean(np.append(present, [end] * (items - n))) for end in (low, high)]
    return PartialMean(exact_mean(present) if n else None, n, items, ends[0], ends[1])
