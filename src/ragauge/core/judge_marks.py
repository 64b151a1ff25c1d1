"""What stands beside every number of a judge: whether anybody held this judge against people, and what came of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.scorecard import Scorecard

SKILL, NO_SKILL = "agrees beyond chance", "no evidence of skill"
"""The two verdicts of a calibration."""
WEIGHTED = ("linear", "quadratic")
"""The weights of a kappa that are named beside it."""
MARK = "judge"
"""The name of the mark in JSON and in tables."""
TAKE = "label a sample of it: ragauge judge sheet, then ragauge judge calibrate"


@dataclass(frozen=True, slots=True)
class Mark:
    """The calibration of the judge of one metric; without one all is None.

    ``interval`` are the ends of that of kappa, ``n`` is on how many items it rests. ``weights`` of kappa are named
    where there are some: a weighted kappa is another number.

    >>> print(Mark().text)
    uncalibrated
    >>> print(Mark(SKILL, 0.62, (0.48, 0.74), 120).text)
    calibrated: κ 0.62 [0.48, 0.74], n 120
    >>> print(Mark(SKILL, 0.51, None, 120, "quadratic").text)
    calibrated: κ (quadratic) 0.51, n 120
    """

    verdict: str | None = None
    kappa: float | None = None
    interval: tuple[float, float] | None = None
    n: int | None = None
    weights: str | None = None

    @property
    def calibrated(self) -> bool:
        """Whether it was held against people at all."""
        return self.verdict is not None

    @property
    def skilled(self) -> bool:
        """Whether it agrees with them beyond chance, so that its numbers may decide something."""
        return self.verdict == SKILL

    @property
    def text(self) -> str:
        """In a few words."""
        if self.verdict is None:
            return "uncalibrated"
        ends = "" if self.interval is None else f" [{', '.join(map(_two, self.interval))}]"
        name = "κ" if self.weights is None else f"κ ({self.weights})"
        kappa = f"{name} undefined" if self.kappa is None else f"{name} {_two(self.kappa)}{ends}"
        return f"{'calibrated' if self.skilled else self.verdict}: {kappa}, n {self.n:,}"


UNCALIBRATED = Mark()


def recorded_mark(card: Scorecard, metric: str) -> Mark | None:
    """The mark of a metric as far as the scorecard itself tells who judged; None where it knows of no judge.

    What is recorded of a calibration and cannot be read counts as none.
    """
    judge = _mapping(card.provenance.get("judge"))
    calibrations = _mapping(judge.get("calibration"))
    if metric in calibrations:
        return _mark(calibrations[metric])
    known = metric in _mapping(judge.get("prompts")) or _has_grounds(card, metric)
    return UNCALIBRATED if known else None


def recorded_marks(card: Scorecard) -> Iterator[tuple[str, Mark]]:
    """The metrics of a scorecard that have a mark, with it."""
    for metric in card.values:
        mark = recorded_mark(card, metric)
        if mark is not None:
            yield metric, mark


def _has_grounds(card: Scorecard, metric: str) -> bool:
    return any(metric in _mapping(grounds) for grounds in card.evidence.get("grounds", ()))


def _mark(found: Any) -> Mark:
    known = _mapping(found)
    verdict, n, kappa = known.get("verdict"), known.get("n"), known.get("kappa")
    whole = type(n) is int and n > 0
    if verdict not in (SKILL, NO_SKILL) or not whole or not (kappa is None or _is_number(kappa)):
        return UNCALIBRATED
    weights = known.get("weights")
    if weights not in (None, "none", *WEIGHTED):
        return UNCALIBRATED
    ends = _mapping(known.get("kappa_interval"))
    low, high = ends.get("low"), ends.get("high")
    interval = (low, high) if _is_number(low) and _is_number(high) else None
    return Mark(verdict, kappa, interval, n, None if weights == "none" else weights)


def _mapping(found: Any) -> Mapping[str, Any]:
    return found if isinstance(found, Mapping) else {}


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _two(number: float) -> str:
    """Two digits; what is not 0 never reads as 0."""
    return f"{number:.0e}" if number and abs(number) < 0.005 else f"{number:.2f}"
