"""How much of what should have a value has one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragauge.core.arrays import BoolArray
    from ragauge.core.scorecard import Scorecard

LACKING = ("gold_unknown", "gold_unlocated", "missing")
"""Cases in which a value is missed; in all others, like a question declared unanswerable, there is none to be had."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The questions of a scope by what came of them; ``natural`` are those that have no value by nature."""

    items: int
    scored: int
    failed: int
    natural: int

    @property
    def coverage(self) -> float | None:
        """Scored questions among those that should have a value; None where none should."""
        expected = self.items - self.natural
        return self.scored / expected if expected else None

    @property
    def error_rate(self) -> float | None:
        """Failed questions among scored and failed ones; None where there are neither."""
        tried = self.scored + self.failed
        return self.failed / tried if tried else None


def shares_of(card: Scorecard, metric: str, mask: BoolArray) -> Shares:
    """Count the questions of a scope."""
    values = card.values[metric].where(mask)
    failures = {case for score in card.scores if score.metric == metric for case in score.failed}
    counts = {case: int(found.sum()) for case, found in values.undefined.items()}
    return Shares(
        items=len(values),
        scored=int(values.defined.sum()),
        failed=sum(count for case, count in counts.items() if case in failures),
        natural=sum(count for case, count in counts.items() if case not in failures and case not in LACKING),
    )
