"""What a sweep found: every configuration with its quality and its cost, and which one to take."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.core.display import Displayed
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.score import Interval, Score
    from ragauge.core.scorecard import Scorecard
    from ragauge.metrics.chunking.truncation import Truncation
    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.curves import Curve
    from ragauge.sweeping.overlaps import Ablation
    from ragauge.sweeping.spans import Coverage


@dataclass(frozen=True, slots=True)
class Cost:
    """What a configuration costs: ``tokens`` of context a question (of the first k chunks, as ``counter`` counts them),
    ``chunks`` in the index and its ``size`` in characters. Times are of this machine and play no part in the choice.
    """

    tokens: float
    chunks: int
    size: int
    chunk_seconds: float = 0.0
    index_seconds: float = 0.0
    query_p50: float | None = None
    query_p95: float | None = None
    counter: str = "words"

    def lasting(self) -> dict[str, Any]:
        """What is the same on every machine."""
        return {"tokens": self.tokens, "counter": self.counter, "chunks": self.chunks, "size": self.size}


@dataclass(frozen=True, slots=True)
class Audit:
    """What is to be seen of the chunks alone.

    ``duplicates``: share of chunks whose text another one has; ``uncut``: share of boundaries that cut no sentence,
    table, list or block of code, None where that was not asked for; ``truncated``: by lane, what its embedder does not
    read; ``without_vector``: chunks of which a late embedder read no token; ``relocated``: chunks that said a wrong
    place and were found elsewhere.
    """

    duplicates: float
    uncut: float | None = None
    truncated: Mapping[str, Truncation] = field(default_factory=dict)
    without_vector: int = 0
    relocated: int = 0

    @property
    def worst(self) -> Truncation | None:
        """That of the lane whose embedder reads least."""
        return max(self.truncated.values(), key=lambda one: one.token_share or 0.0, default=None)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, with the shares."""
        shares = {
            name: {**asdict(one), "chunk_share": one.chunk_share, "token_share": one.token_share}
            for name, one in self.truncated.items()
        }
        return {**asdict(self), "truncated": shares}


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A configuration at a k: its scorecard, which has the metrics of every k, and its cost.

    ``verdict`` is that of the comparison with the best, by ``p_adjusted``; ``p`` and ``interval`` of the ``difference``
    are those of this comparison alone. ``pareto``: no other one is better for less or the same.
    ``spans``: how well the first k chunks cover the gold's spans, where it has some.
    """

    setup: Setup
    k: int
    metric: str
    card: Scorecard
    cost: Cost
    verdict: str = ""
    difference: float | None = None
    interval: Interval | None = None
    p: float | None = None
    p_adjusted: float | None = None
    pareto: bool = False
    spans: Coverage | None = None
    audit: Audit | None = None

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
class Sweep(Displayed):
    """All points, the best one first, and the cheapest one that is not shown to be worse than the best, in itself.

    ``curve``: the sizes of chunks of the best configuration's kind, and its knee; ``overlaps``: what overlap is worth.
    """

    points: tuple[Point, ...]
    metric: str
    best: Point
    recommended: Point
    curve: Curve | None = None
    overlaps: tuple[Ablation, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, the same bytes for the same input: times are left out."""
        return {
            "metric": self.metric,
            "best": self.best.name,
            "recommended": self.recommended.name,
            "points": [_plain(point) for point in self.points],
            "curve": None if self.curve is None else self.curve.to_dict(),
            "overlaps": [one.to_dict() for one in self.overlaps],
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
        "interval": None if point.interval is None else [point.interval.low, point.interval.high],
        "p": point.p,
        "p_adjusted": point.p_adjusted,
        "pareto": point.pareto,
        "spans": None if point.spans is None else asdict(point.spans),
        "audit": None if point.audit is None else point.audit.to_dict(),
    }
