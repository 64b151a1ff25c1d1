"""Seconds that questions took, as a median and a 95th percentile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST = 20
"""Below so many questions a 95th percentile is hardly more than the largest."""


def median_and_p95(seconds: Sequence[float]) -> tuple[float | None, float | None]:
    """p50 and p95, interpolated linearly; None without times, and no p95 of fewer than 20.

    >>> median_and_p95([0.25, 0.75]), median_and_p95([])
    ((0.5, None), (None, None))
    """
    if not len(seconds):
        return None, None
    times = np.asarray(seconds, dtype=np.float64)
    return float(np.quantile(times, 0.5)), float(np.quantile(times, 0.95)) if len(times) >= FEWEST else None
