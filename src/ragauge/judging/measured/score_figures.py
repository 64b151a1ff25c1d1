"""A judge that gives scores: its threshold, and whether the scores are probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.judging.measured.calibration import Figure, Scores
from ragauge.stats.calibration import (
    brier_score,
    expected_calibration_error,
    maximum_calibration_error,
    reliability_table,
)
from ragauge.stats.thresholds import cross_fit_threshold, threshold_quality

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.judging.measured.settings import Settings

CONVENTION = 0.5
TOO_FEW = "too few items: two positive and two negative ones, and as many items or clusters as folds, are needed"


def score_part(scores: FloatArray, positive: FloatArray, settings: Settings, clusters: IntArray | None) -> Scores:
    """The threshold by cross-fitting, what a fixed one does (the one that was given, or 0.5 of probabilities), bins."""
    found = None
    if settings.threshold is None:
        found = cross_fit_threshold(
            scores, positive, objective=settings.objective, folds=settings.folds, seed=settings.seed, clusters=clusters
        )
    probable = bool(((scores >= 0) & (scores <= 1)).all())
    fixed = CONVENTION if settings.threshold is None and probable else settings.threshold
    return Scores(
        threshold=found,
        reason=TOO_FEW if found is None and settings.threshold is None else None,
        fixed=None if fixed is None else (fixed, threshold_quality(scores, positive, fixed)),
        reliability=tuple(reliability_table(scores, positive, bins=settings.bins)) if probable else (),
        bins=settings.bins,
    )


def calibration_figures(scores: FloatArray, positive: FloatArray, part: Scores) -> list[Figure]:
    """ECE, MCE and the Brier score; none where a score lies outside [0, 1]."""
    if not part.reliability:
        return []
    bins = list(part.reliability)
    how = f"{part.bins} bins of equal width, left-closed"
    return [
        Figure("ECE", expected_calibration_error(bins), note=how),
        Figure("MCE", maximum_calibration_error(bins), note=how),
        Figure("Brier", brier_score(scores, positive)),
    ]
