"""The true rate of the positive label, or the true mean on a scale, from labels and judgements together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Interval
from ragauge.judging.measured.calibration import Estimate
from ragauge.stats.intervals import mean_interval
from ragauge.stats.partial_mean import partial_mean
from ragauge.stats.prediction_powered import powered_mean
from ragauge.stats.prediction_powered_size import next_round
from ragauge.stats.samples import standard_deviation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.judging.measured.settings import Settings
    from ragauge.stats.prediction_powered_size import NextRound


def estimate(
    of: str,
    labels: FloatArray,
    judged: FloatArray,
    unlabelled: FloatArray,
    replies: Sequence[float | None],
    *,
    ends: tuple[float, float],
    settings: Settings,
    clusters: tuple[IntArray, IntArray] | None,
) -> tuple[Estimate, NextRound | None]:
    """PPI++ beside the labels alone and the judge alone, and the next round of labelling.

    ``replies`` are the judge's on all items, None where it failed; ``ends`` those of the range, at which intervals are
    cut. ``labels`` must not be empty.
    """
    powered = powered_mean(labels, judged, unlabelled, clusters=clusters)
    alone = powered_mean(labels, judged, unlabelled, tuning=0.0, clusters=clusters)
    if powered is None or alone is None:
        raise ValueError("an estimate needs labels")
    binary = bool(np.isin(labels, (0.0, 1.0)).all()) and ends == (0.0, 1.0)
    groups = None if clusters is None else clusters[0]
    wilson = mean_interval(labels, binary=binary, bounds=ends, clusters=groups, level=settings.level)
    width = settings.half_width or (ends[1] - ends[0]) / 20
    made = Estimate(
        of=of,
        powered=powered,
        interval=_cut(powered.interval(settings.level), ends),
        labels_alone=alone,
        labels_interval=wilson,
        judge_alone=partial_mean(replies, *_wide(replies, ends)),
        correlation=_correlation(labels, judged),
    )
    return made, next_round(labels, judged, unlabelled, width, level=settings.level)


def _correlation(labels: FloatArray, judged: FloatArray) -> float | None:
    """Pearson's; None where one of them has no spread."""
    if standard_deviation(labels) is None or standard_deviation(judged) is None:
        return None
    return float(np.corrcoef(labels, judged)[0, 1])


def _wide(replies: Sequence[float | None], ends: tuple[float, float]) -> tuple[float, float]:
    """The range, made as wide as scores that are no probabilities need."""
    present = [reply for reply in replies if reply is not None]
    return min([ends[0], *present]), max([ends[1], *present])


def _cut(interval: Interval, ends: tuple[float, float]) -> Interval:
    low, high = (min(max(end, ends[0]), ends[1]) for end in (interval.low, interval.high))
    return Interval(low, high, interval.level, interval.method)
