"""What a gate demands: one rule a metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OnInconclusive = Literal["fail", "warn", "pass"]
THRESHOLDS = ("min", "max", "max_regression", "max_losses", "min_coverage", "max_error_rate")
"""The conditions of a rule that a number can break, in the order they are told."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A metric (by its canonical name) and the conditions on it; those that are None do not apply.

    - ``min``, ``max``: bounds of the mean, held against its one-sided interval;
    - ``max_regression``: the budget: how much worse than the baseline the mean may be, held against the interval of the
      paired difference;
    - ``max_losses``: how many questions may have a worse value than in the baseline;
    - ``min_n``: with fewer scored questions (pairs) the rule is inconclusive;
    - ``min_coverage``: the least share of scored questions among those that should have a value;
    - ``max_error_rate``: the largest share of failed among scored and failed questions;
    - ``slices``: columns (``lang``: every value with enough questions) or single slices (``lang=ru``) for which the
      rule holds too;
    - ``strict``: point estimates decide, not intervals; ``hard``: the same for rules without tolerance (leaks), which
      are not measured when only one question failed to be checked;
    - ``advisory``: what it says is told, and blocks nothing; None is decided by the scorecard: a rule on the numbers of
      a judge that is not shown to agree with people is advisory, any other one counts;
    - ``required``: what could not be measured ends with exit code 2, otherwise it is only shown;
    - ``row``: the line of the configuration.
    """

    metric: str
    min: float | None = None
    max: float | None = None
    max_regression: float | None = None
    max_losses: int | None = None
    min_n: int | None = None
    min_coverage: float | None = None
    max_error_rate: float | None = None
    slices: tuple[str, ...] = ()
    strict: bool = False
    hard: bool = False
    advisory: bool | None = None
    required: bool = True
    on_inconclusive: OnInconclusive = "warn"
    row: int | None = None

    @property
    def judges_values(self) -> bool:
        """Whether it has a condition on values, not only on how many there are."""
        limits = (self.min, self.max, self.max_regression, self.max_losses)
        return any(limit is not None for limit in limits)

    @property
    def text(self) -> str:
        """The rule in one line: ``recall@5: min 0.6, max_regression 0.02``."""
        names = ("min", "max", "max_regression", "max_losses", "min_n", "min_coverage", "max_error_rate")
        parts = [f"{name} {getattr(self, name):.12g}" for name in names if getattr(self, name) is not None]
        parts += [f"slices {', '.join(self.slices)}"] if self.slices else []
        parts += [name for name in ("strict", "hard") if getattr(self, name)]
        parts += [] if self.advisory is None else ["advisory" if self.advisory else "not advisory"]
        parts += [] if self.required else ["not required"]
        parts += [] if self.on_inconclusive == "warn" else [f"on_inconclusive {self.on_inconclusive}"]
        return f"{self.metric}: {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class Config:
    """The rules of a file, and what holds for all of them. Paths are as they are to be opened."""

    source: str
    rules: tuple[Rule, ...]
    alpha: float = 0.05
    common_only: bool = False
    scorecard: str | None = None
    baseline: str | None = None
