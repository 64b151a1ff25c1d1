"""What a sweep found: every configuration with its quality and its cost, and which one to take."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.score import Score
    from ragauge.core.scorecard import Scorecard
    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.spans import Coverage


@dataclass(frozen=True, slots=True)
class Cost:
    """What a configuration costs: ``tokens`` of context a question (words of the first k chunks), ``chunks`` in the
    index and its ``size`` in characters. Times are of this machine and play no part in the choice.
    """

    tokens: float
    chunks: int
    size: int
    chunk_seconds: float = 0.0
    index_seconds: float = 0.0
    query_p50: float | None = None
    query_p95: float | None = None

    def lasting(self) -> dict[str, Any]:
        """What is the same on every machine."""
        return {"tokens": self.tokens, "chunks": self.chunks, "size": self.size}


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A configuration at a k: its scorecard, which has the metrics of every k, and its cost.

    ``verdict`` is that of the comparison with the best; ``pareto``: no other one is better for less or the same.
    ``spans``: how well the first k chunks cover the gold's spans, where it has some.
    """

    setup: Setup
    k: int
    metric: str
    card: Scorecard
    cost: Cost
    verdict: str = ""
    difference: float | None = None
    p_adjusted: float | None = None
    pareto: bool = False
    spans: Coverage | None = None

    @property
    def name(self) -> str:
        """The configuration in one line."""
        return f"{self.setup.name} · k={self.k}"

    @property
    def score(self) -> Score:
        """The score that configurations are compared by."""
        return self.card[self.metric]

    @property
    def value(self) -> float:
        """Its value."""
        if self.score.value is None:
            raise InputError(f"{self.name}: {self.metric} was not measured")
        return self.score.value


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """All points, the best one first, and the cheapest one that is not shown to be worse than the best.

    ``knee``: along the sizes of the best configuration's kind, where quality stops rising with tokens.
    """

    points: tuple[Point, ...]
    metric: str
    best: Point
    recommended: Point
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, the same bytes for the same input: times are left out."""
        return {
            "metric": self.metric,
            "best": self.best.name,
            "recommended": self.recommended.name,
            "points": [_plain(point) for point in self.points],
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }

    def to_json(self) -> str:
        """JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _plain(point: Point) -> dict[str, Any]:
    return {
        **point.setup.to_dict(),
        "name": point.name,
        "k": point.k,
        "scores": [score.to_dict() for score in point.card.scores if score.slice is None],
        "cost": point.cost.lasting(),
        "verdict": point.verdict,
        "difference": point.difference,
        "p_adjusted": point.p_adjusted,
        "pareto": point.pareto,
        "spans": None if point.spans is None else asdict(point.spans),
    }
