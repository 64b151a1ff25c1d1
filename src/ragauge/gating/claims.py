"""Claims about a mean that only hold within its uncertainty: inside a limit, outside of it, or undecided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

import numpy as np

from ragauge.stats.differences import difference_interval, spread
from ragauge.stats.intervals import mean_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.core.score import Interval
    from ragauge.core.spec import MetricSpec

POWER = 0.8
ENOUGH = 5
TOLERANCE = 1e-12
"""What sums of floats may be off by."""


Key = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """What is held against a limit: the values of the questions, or their differences for ``max_regression``.

    ``min`` and ``max`` are held against the one-sided interval, ``max_regression`` against the two-sided one. ``most``
    is what a question can lose, where the metric's range does not say it; ``unseen`` questions have lost their value.
    """

    condition: Literal["min", "max", "max_regression"]
    limit: float
    values: FloatArray
    spec: MetricSpec
    clusters: IntArray | None = None
    most: float | None = None
    unseen: int = 0

    def interval(self, alpha: float) -> Interval | None:
        """The interval that decides at ``alpha``."""
        if self.condition == "max_regression":
            return difference_interval(self.values, clusters=self.clusters, level=1 - alpha, width=self.spec.width)
        return mean_interval(
            self.values,
            binary=self.spec.binary and bool(np.isin(self.values, (0.0, 1.0)).all()),
            bounds=self.spec.range,
            clusters=self.clusters,
            level=1 - 2 * alpha,
        )

    def inside(self, value: float) -> float:
        """How far inside the limit a value of the mean lies; negative outside."""
        if self.condition == "min":
            return value - self.limit
        if self.condition == "max":
            return self.limit - value
        return (-value if self.spec.direction == "lower" else value) + self.limit

    @property
    def identical(self) -> bool:
        """Whether not one question differs from the baseline."""
        return self.condition == "max_regression" and not self.values.any()

    @property
    def flat(self) -> bool:
        """Whether all values are equal, of questions enough to say so."""
        return len(self.values) >= ENOUGH and float(np.ptp(self.values)) <= TOLERANCE

    def with_unseen(self) -> Claim | None:
        """The claim if the questions that lost their value were as bad as can be; None where nobody knows how bad."""
        low, high = self.spec.range
        worst = {"min": low, "max": high}.get(self.condition)
        if self.condition == "max_regression":
            worst = self._most if self.spec.direction == "lower" else -self._most
        if worst is None:
            return None
        clusters = self.clusters
        if clusters is not None:
            clusters = np.append(clusters, clusters.max(initial=0) + 1 + np.arange(self.unseen))
        return replace(self, values=np.append(self.values, [worst] * self.unseen), clusters=clusters, unseen=0)

    def holds(self, alpha: float) -> bool:
        """Whether the whole interval lies inside the limit; identical results always do."""
        if self.identical:
            return True
        ends = self._ends(alpha)
        return ends is not None and min(ends) >= -TOLERANCE

    def broken(self, alpha: float) -> bool:
        """Whether the whole interval lies outside the limit."""
        ends = self._ends(alpha)
        return not self.identical and ends is not None and max(ends) < -TOLERANCE

    def needed(self, alpha: float, mean: float) -> int | None:
        """About how many questions in all would decide with 80 % power; None when nobody can tell.

        For a budget: so many that no change at all would pass, and a loss of twice the budget fail. Where there are as
        many already, and for a floor or a ceiling: what the distance to the limit that was seen takes.
        """
        planned = self._planned(alpha)
        if planned is not None and planned > len(self.values):
            return planned
        return self.likely(alpha, mean)

    def likely(self, alpha: float, mean: float) -> int | None:
        """About how many questions in all would decide with 80 % power if the mean stays as it was seen."""
        distance = abs(self.inside(mean))
        ends = self._ends(alpha)
        if (
            ends is None
            or distance < TOLERANCE
            or (self.condition != "max_regression" and self.limit in self.spec.range)
        ):
            return None
        half = abs((min(ends) if self.inside(mean) >= 0 else max(ends)) - self.inside(mean))
        z = NormalDist().inv_cdf(1 - (alpha / 2 if self.condition == "max_regression" else alpha))
        more_sure = (1 + NormalDist().inv_cdf(POWER) / z) ** 2
        return int(np.ceil(len(self.values) * (half / distance) ** 2 * more_sure))

    def _planned(self, alpha: float) -> int | None:
        seen = spread(self.values, self.clusters)
        if seen is None or self.condition != "max_regression" or self.limit <= 0:
            return None
        return seen.needed(self.limit, alpha=alpha, power=POWER, width=self._most)

    @property
    def _most(self) -> float:
        known = self.spec.width if self.most is None else self.most
        return float(np.abs(self.values).max()) if known is None else known

    def _ends(self, alpha: float) -> tuple[float, float] | None:
        found = self.interval(alpha)
        return None if found is None else (self.inside(found.low), self.inside(found.high))


def broken_of_family(claims: Mapping[Key, Claim], alpha: float) -> set[Key]:
    """The claims that are broken when all are made at once: Holm's step-down on their intervals.

    With m claims the first one has to be broken at alpha / m, then each further one at alpha / (m − those broken).
    """
    broken: set[Key] = set()
    while True:
        left = max(1, len(claims) - len(broken))
        fresh = {key for key, one in claims.items() if key not in broken and one.broken(alpha / left)}
        if not fresh:
            return broken
        broken |= fresh
