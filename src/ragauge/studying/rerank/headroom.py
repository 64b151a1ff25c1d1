"""Which share of what could be won by a better order a rerank wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.comparison.columns import clusters_of
from ragauge.comparison.pairs import moves
from ragauge.stats.bootstrap import bootstrap_means, percentile_interval
from ragauge.stats.means import exact_mean
from ragauge.studying.paired import ends, sign_of
from ragauge.studying.study import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.core.scorecard import Scorecard
    from ragauge.studying.paired import Held
    from ragauge.studying.rerank.rerankers import Returned
    from ragauge.studying.subject import Subject


def beaten(metric: str, oracle: Scorecard, others: Sequence[Scorecard]) -> list[str]:
    """The questions for which an order that was measured is better than the oracle's.

    That happens where one hit meets several places of the gold, or holds parts of several.
    """
    best = oracle.values[metric]
    found: set[str] = set()
    for card in others:
        values = card.values[metric]
        ahead = best.defined & values.defined & (sign_of(metric) * moves(best.value, values.value) > 0)
        found.update(card.questions[place] for place in np.flatnonzero(ahead).tolist())
    return sorted(found)


def headroom_table(
    subject: Subject,
    metrics: Sequence[str],
    first: Scorecard,
    reranked: Sequence[tuple[Returned, Held]],
    oracles: Mapping[int | None, Scorecard],
) -> Table:
    """What was won, what could have been, and the share; no share where there was nothing to win.

    Formula: share = Σ (reranked − first stage) ÷ Σ (oracle − first stage) over the questions. Its interval is from
    resampled questions (percentiles); none where a resample has nothing to win.
    """
    columns = (
        Column("rerank"),
        Column("metric"),
        Column("n", "count"),
        Column("won", "difference"),
        Column("headroom", "difference"),
        Column("share won", "share"),
        Column("interval of the share", "share interval"),
    )
    rows = []
    for metric in metrics:
        for one, held in reranked:
            oracle = oracles[one.depth]
            known = not beaten(metric, oracle, [first, held.card])
            rows.append((one.label, metric, *_share(subject, metric, first, held.card, oracle, known=known)))
    return Table("of what a better order of the same candidates could win", columns, tuple(rows))


def _share(
    subject: Subject, metric: str, first: Scorecard, card: Scorecard, oracle: Scorecard, *, known: bool
) -> tuple[object, ...]:
    sides = [one.values[metric] for one in (first, card, oracle)]
    both = np.logical_and.reduce([side.defined for side in sides])
    before, now, best = (side.value[both] for side in sides)
    n = int(both.sum())
    if not n:
        return 0, None, None, None, None
    won, room = moves(before, now), moves(before, best)
    gain = exact_mean(won)
    if not known:
        return n, gain, None, None, None
    headroom = exact_mean(room)
    codes = clusters_of(first)
    if not headroom:
        return n, gain, headroom, None, None
    return n, gain, headroom, gain / headroom, _interval(subject, won, room, None if codes is None else codes[both])


def _interval(
    subject: Subject, won: FloatArray, room: FloatArray, clusters: IntArray | None
) -> tuple[float, float] | None:
    means = bootstrap_means(np.column_stack([won, room]), seed=subject.options.seed, clusters=clusters)
    if not len(means) or not means[:, 1].all():
        return None
    return ends(percentile_interval(means[:, 0] / means[:, 1], level=subject.options.level))
