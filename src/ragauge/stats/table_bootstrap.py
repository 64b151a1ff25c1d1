"""Intervals of statistics that are read from a table of counts, such as kappa: whole items, or clusters, are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.bootstrap import percentile_interval
from ragauge.stats.clusters import cluster_totals
from ragauge.stats.resampling import resample_counts

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.core.score import Interval

UNDEFINED = 0.05
"""With a larger share of resamples in which the statistic does not exist, no interval is given."""
RESAMPLES = 5000


def bootstrap_tables(
    cells: FloatArray, *, resamples: int = RESAMPLES, seed: int = 0, clusters: IntArray | None = None
) -> FloatArray:
    """The sums of every column of ``cells`` in resamples of the rows, or of whole clusters of rows.

    Formula: n rows drawn with replacement and summed; with ``clusters``, as many whole clusters as there are.

    Returns: (resamples, m); no row for fewer than two rows or clusters. Source: Efron 1979.

    >>> tables = bootstrap_tables(np.array([[1.0, 0.0], [0.0, 1.0]]), resamples=100)
    >>> tables.shape, set(tables.sum(axis=1).tolist())
    ((100, 2), {2.0})
    """
    totals = cells if clusters is None else cluster_totals(cells, clusters)[0]
    if len(totals) < 2:
        return np.empty((0, cells.shape[1]))
    return np.concatenate([counts @ totals for counts in resample_counts(len(totals), resamples, seed)])


def table_interval(
    tables: FloatArray, statistic: Callable[[FloatArray], FloatArray], *, level: float = 0.95
) -> Interval | None:
    """The percentile interval of a statistic of resampled tables.

    Formula: quantiles (1 − level) ÷ 2 and (1 + level) ÷ 2 of the statistic over the resamples in which it exists.

    Undefined: None for no resamples, where it does not exist in more than 5 % of them (what is left would be a
    selection), and where it is the same in all: that is a sample without a disagreement, and no certainty.
    Source: Efron 1979; for kappa, Vanbelle and Albert 2008.

    >>> tables = bootstrap_tables(np.repeat(np.eye(2), [30, 70], axis=0))
    >>> interval = table_interval(tables, lambda tables: tables[:, 0] / tables.sum(axis=1))
    >>> round(interval.low, 2), round(interval.high, 2)
    (0.21, 0.39)
    """
    if not len(tables):
        return None
    found = statistic(tables)
    defined = found[~np.isnan(found)]
    if len(defined) < (1 - UNDEFINED) * len(found) or np.ptp(defined) == 0:
        return None
    return percentile_interval(defined, level=level)
