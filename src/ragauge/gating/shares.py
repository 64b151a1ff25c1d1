"""How much of what should have a value has one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import BoolArray
    from ragauge.core.scorecard import Scorecard

LACKING = ("gold_unknown", "gold_unlocated", "missing")
"""Cases in which a value is missed; in all others, like a question declared unanswerable, there is none to be had."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The questions of a scope by what came of them; ``natural`` are those that have no value by nature.

    ``missing`` are not in the run, and have the value 0 by policy or none.
    """

    items: int
    scored: int
    failed: int
    natural: int
    missing: int = 0
    zeros: int = 0

    @property
    def expected(self) -> int:
        """Questions that should have a value."""
        return self.items - self.natural

    @property
    def coverage(self) -> float | None:
        """Questions that the run answers and that are scored, among those that should have a value; None for none."""
        return self.answered / self.expected if self.expected else None

    @property
    def answered(self) -> int:
        """Scored questions that are in the run."""
        return self.scored - self.zeros

    @property
    def error_rate(self) -> float | None:
        """Failed questions among scored and failed ones; None where there are neither."""
        tried = self.scored + self.failed
        return self.failed / tried if tried else None


def shares_of(card: Scorecard, metric: str, mask: BoolArray) -> Shares:
    """Count the questions of a scope."""
    values = card.values[metric].where(mask)
    failures = _failures(card, metric)
    counts = {case: int(found.sum()) for case, found in values.undefined.items()}
    absent = np.array([one == "missing" for one in card.status], dtype=bool)[mask] if card.status else None
    zeros = 0 if absent is None else int((absent & values.defined).sum())
    return Shares(
        items=len(values),
        scored=int(values.defined.sum()),
        failed=sum(count for case, count in counts.items() if case in failures),
        missing=zeros + counts.get("missing", 0),
        zeros=zeros,
        natural=sum(count for case, count in counts.items() if case not in failures and case not in LACKING),
    )


def failed_of(card: Scorecard, metric: str) -> BoolArray:
    """The questions whose measurement failed."""
    values = card.values[metric]
    failed = np.zeros(len(values), dtype=bool)
    for case in _failures(card, metric):
        failed |= values.mask(case)
    return failed


def _failures(card: Scorecard, metric: str) -> set[str]:
    """The cases of a metric that are failures, and not undefined by nature."""
    return {case for score in card.scores if score.metric == metric for case in score.failed}
