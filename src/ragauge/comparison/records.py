"""What a comparison of two scorecards says."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ragauge.core.display import Displayed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.score import Interval
    from ragauge.core.spec import Direction

Words = Literal["better", "worse", "higher", "lower", "no difference shown", "identical", "not measured"]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which questions two scorecards share: only those that stand in both with the same gold are compared.

    ``only_base``, ``only_candidate`` and ``changed`` (the gold differs) are ids.
    """

    common: int
    only_base: tuple[str, ...] = ()
    only_candidate: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric on the questions for which both scorecards have a value (``n`` pairs).

    ``difference`` and ``interval`` are candidate − base in the metric's own units, never turned round; ``wins`` and
    ``losses`` count questions by the metric's direction (higher is a win where it has none). ``p`` is that of the
    paired test named by ``test``, ``p_adjusted`` is corrected for all tests of its family. ``left_out`` counts the
    common questions without a pair, by reason. ``detectable``: the difference that as many pairs with this spread
    show with 80 % power; ``width``: how far apart two values can be, None without a bound. ``non_inferior`` and
    ``equivalent`` are ``shown``, ``refuted`` or ``open`` within a margin that was asked for. ``judge`` says of the
    numbers of a judge whether it is calibrated. What does not exist is None.
    """

    metric: str
    direction: Direction
    slice: Mapping[str, str] | None
    n: int
    left_out: Mapping[str, int]
    width: float | None = None
    base: float | None = None
    candidate: float | None = None
    difference: float | None = None
    interval: Interval | None = None
    p: float | None = None
    p_adjusted: float | None = None
    test: str | None = None
    wins: int = 0
    ties: int = 0
    losses: int = 0
    effect: float | None = None
    detectable: float | None = None
    non_inferior: str | None = None
    equivalent: str | None = None
    verdict: Words = "not measured"
    judge: str | None = None

    @property
    def resolution(self) -> float | None:
        """What one question counts in the mean: 1/n."""
        return 1 / self.n if self.n else None

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        return {
            **plain,
            "slice": None if self.slice is None else dict(self.slice),
            "left_out": dict(self.left_out),
            "interval": None if self.interval is None else self.interval.to_dict(),
            "resolution": self.resolution,
        }


@dataclass(frozen=True, slots=True)
class Moved:
    """A question whose value moved, with the first hits of both rankings and the ranks of its relevant hits.

    Hits are None where a scorecard does not hold them; ``judge`` is as in ``Difference``.
    """

    question: str
    text: str | None
    metric: str
    base: float
    candidate: float
    better: bool | None
    base_hits: tuple[str, ...] | None = None
    candidate_hits: tuple[str, ...] | None = None
    base_relevant: tuple[int, ...] | None = None
    candidate_relevant: tuple[int, ...] | None = None
    judge: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison(Displayed):
    """Candidate against base. Where ``reasons`` says why they are not comparable, there are no differences.

    ``family``: how many tests ``p_adjusted`` is corrected for (all metrics with a direction over all questions; slices
    are a family of their own).
    """

    base: str
    candidate: str
    pairing: Pairing
    differences: tuple[Difference, ...] = ()
    moved: tuple[Moved, ...] = ()
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    level: float = 0.95
    correction: str = "Holm"
    family: int = 0
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def comparable(self) -> bool:
        """Whether there is anything to compare."""
        return not self.reasons

    @property
    def measured(self) -> bool:
        """Whether at least one metric has a pair of values."""
        return self.comparable and any(one.n for one in self.differences)

    def __getitem__(self, metric: str) -> Difference:
        """The difference of a metric over all questions."""
        found = [one for one in self.differences if one.metric == metric.lower() and one.slice is None]
        if found:
            return found[0]
        there = ", ".join(one.metric for one in self.differences if one.slice is None) or "nothing"
        raise KeyError(f"{metric!r} is not in this comparison; it has {there}")

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "base": self.base,
            "candidate": self.candidate,
            "comparable": self.comparable,
            "reasons": list(self.reasons),
            "pairing": asdict(self.pairing),
            "level": self.level,
            "correction": self.correction,
            "family": self.family,
            "differences": [one.to_dict() for one in self.differences],
            "moved": [asdict(one) for one in self.moved],
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }

    def to_json(self) -> str:
        """JSON text; what does not exist is null, NaN cannot occur."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
