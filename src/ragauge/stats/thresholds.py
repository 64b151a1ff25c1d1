"""The threshold of a judge that gives a score, chosen on some items and tried on others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from ragauge.stats.samples import as_sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray

Objective = Literal["balanced_accuracy", "f1", "agreement"]
NEAR = 0.02
"""Thresholds whose objective is no further than this from the best are as good."""
FLAT = 0.1
"""Where a tenth of the items may change sides at no cost, the threshold is flat."""


@dataclass(frozen=True, slots=True)
class ThresholdQuality:
    """What a threshold does: shares from 0 to 1, higher is better; None where one does not exist."""

    agreement: float | None
    balanced_accuracy: float | None
    f1: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Threshold:
    """The threshold that all items together recommend, and what thresholds chosen without an item do on it.

    A score at or above ``value`` is positive. ``by_fold`` are the thresholds of the folds; ``low`` and ``high`` the
    ends of the range around ``value`` in which the objective is nearly as good; ``at_stake`` the share of items in it.
    ``calls`` are the items that the thresholds of the other folds call positive.
    """

    value: float
    objective: Objective
    held_out: ThresholdQuality
    by_fold: tuple[float, ...]
    low: float
    high: float
    at_stake: float
    calls: BoolArray

    @property
    def flat(self) -> bool:
        """Whether a tenth of the items or more lie where the threshold makes no difference to the objective."""
        return self.at_stake >= FLAT


def threshold_quality(scores: ArrayLike, positive: ArrayLike, threshold: float) -> ThresholdQuality:
    """Agreement, balanced accuracy and F1 of the positive label at a given threshold; at or above it is positive.

    Formula: agreement (tp + tn) ÷ n, balanced accuracy (tp ÷ P + tn ÷ N) ÷ 2, F1 2tp ÷ (2tp + fp + fn).
    Undefined: None for agreement without items, balanced accuracy without positive or without negative items, F1
    without a positive item or call. Lists of two lengths, and labels other than 0 and 1, are a ``ValueError``.

    >>> threshold_quality([0.9, 0.6, 0.4, 0.2], [1, 0, 1, 0], 0.5)
    ThresholdQuality(agreement=0.5, balanced_accuracy=0.5, f1=0.5)
    """
    s, y = _checked(scores, positive)
    return _quality(s >= threshold, y)


def cross_fit_threshold(
    scores: ArrayLike,
    positive: ArrayLike,
    *,
    objective: Objective = "balanced_accuracy",
    folds: int = 5,
    seed: int = 0,
    clusters: IntArray | None = None,
) -> Threshold | None:
    """The best threshold, and an honest estimate of how good it is, by cross-fitting.

    Formula: items, or whole clusters, are dealt at random to ``folds`` folds, those with more positive items first so
    that every fold has its share. Each fold is called by the threshold that is best on all others; the calls of all
    folds together give ``held_out``. ``value`` is the best on all items. Candidates are the lowest score (all are
    positive), the middles between neighbouring scores, and just above the highest; of equally good ones the middle
    of the longest run. The range around it reaches as far as the objective is within 0.02 of the best.

    Undefined: None for fewer than two positive or two negative items, and for fewer items or clusters than folds.
    Raises: ValueError for fewer than 2 folds, an unknown objective, and what ``threshold_quality`` refuses.
    Source: Chernozhukov et al. 2018 (cross-fitting); Stone 1974 (cross-validation).

    Example: a judge that separates the two labels.
        >>> found = cross_fit_threshold([0.1, 0.2, 0.3, 0.4, 0.7, 0.8, 0.85, 0.9], [0, 0, 0, 0, 1, 1, 1, 1], folds=4)
        >>> round(found.value, 2), found.held_out.agreement, found.flat
        (0.55, 1.0, False)
    """
    s, y = _checked(scores, positive)
    if folds < 2 or objective not in ("balanced_accuracy", "f1", "agreement"):
        raise ValueError(f"cannot cross-fit {objective!r} with {folds} folds")
    places = _deal(y, folds, seed, clusters)
    if min(y.sum(), len(y) - y.sum()) < 2 or places is None:
        return None
    called = np.zeros(len(y), dtype=bool)
    chosen = []
    for fold in range(folds):
        out = places == fold
        threshold, _ = _best(s[~out], y[~out], objective)
        chosen.append(threshold)
        called[out] = s[out] >= threshold
    value, (low, high) = _best(s, y, objective)
    at_stake = float(((s >= low) & (s < high)).mean())
    return Threshold(value, objective, _quality(called, y), tuple(chosen), low, high, at_stake, called)


def _deal(y: FloatArray, folds: int, seed: int, clusters: IntArray | None) -> IntArray | None:
    """The fold of every item: shuffled units, sorted by their positive items, are dealt in turn."""
    units, place = np.unique(np.arange(len(y)) if clusters is None else clusters, return_inverse=True)
    if len(units) < folds:
        return None
    shuffled = np.random.default_rng(seed).permutation(len(units))
    heaviest = shuffled[np.argsort(-np.bincount(place, weights=y)[shuffled], kind="stable")]
    fold = np.empty(len(units), dtype=np.int64)
    fold[heaviest] = np.arange(len(units)) % folds
    dealt: IntArray = fold[place]
    return dealt


def _best(s: FloatArray, y: FloatArray, objective: Objective) -> tuple[float, tuple[float, float]]:
    """The best threshold, and the ends of the range around it that is nearly as good."""
    levels = np.unique(s)
    candidates = np.concatenate([levels[:1], (levels[:-1] + levels[1:]) / 2, [math.nextafter(levels[-1], math.inf)]])
    positives, total = np.sort(s[y == 1]), len(s)
    above = total - np.searchsorted(np.sort(s), candidates)
    hits = len(positives) - np.searchsorted(positives, candidates)
    reached = _objectives(hits, above, len(positives), total, objective)
    at = _middle_of_longest(reached >= reached.max() - 1e-12)
    near = reached >= reached.max() - NEAR
    low = at - int(np.argmin(near[at::-1])) if not near[: at + 1].all() else -1
    high = at + int(np.argmin(near[at:])) if not near[at:].all() else len(near)
    ends = float(candidates[low + 1]), float(candidates[high - 1])
    return float(candidates[at]), ends


def _objectives(hits: IntArray, above: IntArray, positives: int, n: int, objective: Objective) -> FloatArray:
    rejected = (n - positives) - (above - hits)
    if objective == "agreement":
        return np.asarray((hits + rejected) / n, dtype=np.float64)
    if objective == "f1":
        return np.asarray(2 * hits / np.maximum(above + positives, 1), dtype=np.float64)
    made = np.zeros(len(hits))
    if positives:
        made += hits / positives
    if n - positives:
        made += rejected / (n - positives)
    return made / 2


def _middle_of_longest(good: BoolArray) -> int:
    """The middle of the longest run of True; of runs of the same length the first."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(np.int8)))
    starts, ends = edges[::2], edges[1::2]
    longest = int(np.argmax(ends - starts))
    return int(starts[longest] + (ends[longest] - starts[longest] - 1) // 2)


def _quality(called: BoolArray, y: FloatArray) -> ThresholdQuality:
    hits, rejected = int((called & (y == 1)).sum()), int((~called & (y == 0)).sum())
    positives, n = int(y.sum()), len(y)
    balanced = (hits / positives + rejected / (n - positives)) / 2 if 0 < positives < n else None
    calls = positives + int(called.sum())
    return ThresholdQuality((hits + rejected) / n if n else None, balanced, 2 * hits / calls if calls else None)


def _checked(scores: ArrayLike, positive: ArrayLike) -> tuple[FloatArray, FloatArray]:
    s, y = as_sample(scores), as_sample(positive)
    if len(s) != len(y):
        raise ValueError(f"{len(s)} scores and {len(y)} labels")
    if not np.isin(y, (0.0, 1.0)).all():
        raise ValueError("a label is 0 or 1")
    return s, y
