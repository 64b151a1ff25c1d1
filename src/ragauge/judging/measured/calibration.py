"""The calibration of a judge: all that was found, as data and as a file that an evaluation can read later."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.score import Interval
    from ragauge.judging.measured.settings import Kind
    from ragauge.stats.agreement import PerLabel
    from ragauge.stats.calibration import ReliabilityBin
    from ragauge.stats.kappa import Weights
    from ragauge.stats.partial_mean import PartialMean
    from ragauge.stats.prediction_powered import Powered
    from ragauge.stats.prediction_powered_size import NextRound
    from ragauge.stats.thresholds import Threshold, ThresholdQuality

FORMAT = "ragauge judge calibration"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its interval; ``note`` says why there is none, or how it was made."""

    name: str
    value: float | None
    interval: Interval | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What humans would say on average about all items: a rate of the positive label, or a mean on the scale.

    ``labels_alone`` is the same without the judge, ``judge_alone`` the judge's own mean with what failed replies could
    make of it. ``correlation`` is that of labels and judgements.
    """

    of: str
    powered: Powered
    interval: Interval
    labels_alone: Powered
    labels_interval: Interval | None
    judge_alone: PartialMean
    correlation: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """What a judge that gives scores is worth at a threshold, and as a probability."""

    threshold: Threshold | None
    reason: str | None
    fixed: tuple[float, ThresholdQuality] | None
    reliability: tuple[ReliabilityBin, ...] = ()
    bins: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """One judge against human labels. ``n`` of ``items`` have both a label and a verdict.

    ``failed`` counts the replies that are no verdict, by their text; they are never taken for one. ``weights`` are
    those of the kappa that counts.
    """

    identity: Mapping[str, str | None]
    source: str
    columns: Mapping[str, Any]
    fingerprint: str
    kind: Kind
    scale: tuple[str, ...]
    ordered: bool
    positive: str | None
    items: int
    n: int
    failed: Mapping[str, int]
    undecided: int
    verdict: str
    weights: Weights
    figures: tuple[Figure, ...]
    confusion: tuple[tuple[int, ...], ...]
    per_label: tuple[tuple[str, PerLabel], ...]
    humans: tuple[Figure, ...] = ()
    scores: Scores | None = None
    estimate: Estimate | None = None
    next_round: NextRound | None = None
    warnings: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def figure(self, name: str) -> Figure:
        """The figure of this name; ``KeyError`` when there is none."""
        return next((one for one in (*self.figures, *self.humans) if one.name == name), None) or _missing(name)

    def to_dict(self) -> dict[str, Any]:
        """As plain data: the calibration file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            **self.identity,
            "labels": {"source": self.source, "fingerprint": self.fingerprint, **self.columns, "items": self.items,
                       "n": self.n, "failed": dict(self.failed), "undecided": self.undecided},
            "kind": self.kind,
            "scale": list(self.scale),
            "ordered": self.ordered,
            "positive": self.positive,
            "verdict": self.verdict,
            "weights": self.weights,
            "figures": {one.name: _figure(one) for one in self.figures},
            "confusion": [list(row) for row in self.confusion],
            "per_label": {label: _per_label(one) for label, one in self.per_label},
            "humans": {one.name: _figure(one) for one in self.humans},
            "threshold": None if self.scores is None else _scores(self.scores),
            "estimate": None if self.estimate is None else _estimate(self.estimate),
            "next_round": None if (size := self.next_round) is None else {**asdict(size), "more": size.more},
            "warnings": list(self.warnings),
            "provenance": dict(self.provenance),
        }  # fmt: skip

    def to_json(self) -> str:
        """JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _missing(name: str) -> Figure:
    raise KeyError(name)


def _figure(one: Figure) -> dict[str, Any]:
    return {"value": one.value, "interval": _interval(one.interval), "note": one.note}


def _interval(interval: Interval | None) -> dict[str, Any] | None:
    return None if interval is None else interval.to_dict()


def _per_label(one: PerLabel) -> dict[str, Any]:
    return {**asdict(one), "precision": one.precision, "recall": one.recall, "f1": one.f1}


def _scores(scores: Scores) -> dict[str, Any]:
    found = scores.threshold
    chosen = None
    if found is not None:
        names = ("value", "objective", "by_fold", "low", "high", "at_stake", "flat")
        chosen = {**{name: getattr(found, name) for name in names}, "held_out": asdict(found.held_out)}
        chosen["by_fold"] = list(found.by_fold)
    fixed = None if scores.fixed is None else {"value": scores.fixed[0], **asdict(scores.fixed[1])}
    return {
        "recommended": chosen,
        "reason": scores.reason,
        "fixed": fixed,
        "reliability": {"bins": scores.bins, "closed": "left", "table": [asdict(one) for one in scores.reliability]},
    }


def _estimate(found: Estimate) -> dict[str, Any]:
    return {
        "of": found.of,
        "value": found.powered.value,
        "interval": found.interval.to_dict(),
        "tuning": found.powered.tuning,
        "n": found.powered.n,
        "unlabelled": found.powered.unlabelled,
        "labels_alone": {"value": found.labels_alone.value, "interval": _interval(found.labels_interval)},
        "judge_alone": {**asdict(found.judge_alone), "coverage": found.judge_alone.coverage},
        "correlation": found.correlation,
    }
