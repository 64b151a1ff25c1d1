"""What was measured of one setting of a vector index."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.intervals import mean_interval
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.core.score import Interval
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.pipeline.stores.neighbours import Neighbours
    from ragauge.studying.index.settings import Setting

WORST = 0.05


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A filter of the study: its name, what it asks, and the ids it lets pass of ``count``."""

    name: str
    predicates: tuple[Predicate, ...]
    ids: frozenset[str]
    count: int

    @property
    def share(self) -> float:
        """The share of the rows that pass."""
        return len(self.ids) / self.count


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The lists of all questions and how near they come to exact search; ``seconds`` is what one question took."""

    lists: Mapping[str, Sequence[Hit]]
    neighbours: Mapping[str, Neighbours]
    seconds: float | None = None

    def values(self, what: str) -> list[float]:
        """``recall``, ``overlap`` or ``fill`` of every question that has one."""
        return [value for one in self.neighbours.values() if (value := getattr(one, what)) is not None]

    def mean(self, what: str) -> float | None:
        """Their mean; None where no question has a value."""
        values = self.values(what)
        return exact_mean(np.array(values)) if values else None

    def interval(self, level: float) -> Interval | None:
        """The interval of the mean recall over the questions."""
        return mean_interval(np.array(self.values("recall")), bounds=(0.0, 1.0), level=level)

    def worst(self) -> float | None:
        """The recall that 5 % of the questions do not exceed, interpolated linearly."""
        values = self.values("recall")
        return float(np.quantile(values, WORST)) if values else None

    def short_share(self) -> float | None:
        """The share of the questions whose list is short."""
        due = [one for one in self.neighbours.values() if one.due]
        return sum(one.short > 0 for one in due) / len(due) if due else None

    def lost(self) -> tuple[float, float] | None:
        """Shares of all hits that were due: places that stayed empty, and wrong hits; together 1 − pooled recall."""
        due = sum(one.due for one in self.neighbours.values())
        if not due:
            return None
        short, wrong = (sum(getattr(one, what) for one in self.neighbours.values()) for what in ("short", "wrong"))
        return short / due, wrong / due


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A setting: what it finds, with and without filters, and what it costs on this machine."""

    setting: Setting
    found: Found
    build_seconds: float
    nbytes: int | None
    rate: float
    filtered: Mapping[str, Found] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The setting in one line."""
        return self.setting.name

    @property
    def recall(self) -> float:
        """The mean ANN recall without a filter."""
        value = self.found.mean("recall")
        if value is None:
            raise ValueError(f"{self.name}: no question has a neighbour")
        return value


def pareto(points: Sequence[Point]) -> Iterator[bool]:
    """For every point whether no other one has as much recall at a higher rate, or more at the same."""
    for point in points:
        yield not any(
            (one.recall >= point.recall and one.rate > point.rate)
            or (one.recall > point.recall and one.rate >= point.rate)
            for one in points
        )
