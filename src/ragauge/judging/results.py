"""What a run of flows gives: a value, an undefined case or a failure each, and what it took."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.judging.ledger import Spent

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a flow has no result: the kind of its ``JudgeError``, and its message."""

    kind: str
    message: str


Outcome = float | str | Failure
"""A value, the name of an undefined case, or a failure."""


@dataclass(frozen=True, slots=True)
class Results:
    """The outcomes of flows by name, in their order.

    ``grounds`` has what a value was computed from, where the flow told it.
    ``unfinished`` flows have none, because the run was interrupted. ``counts`` are those of ``Asker``; ``structured``
    is the way in which the judge was asked for JSON at last, where it has several. ``notes`` are what a reader has to
    know: a cache that could not be written, tokens that were estimated, a server that was given up.

    >>> results = Results({"q1": 1.0, "q2": "no_claims", "q3": Failure("timeout", "no reply within 60 s")})
    >>> results.failed, round(results.coverage, 3)
    ({'timeout': 1}, 0.667)
    """

    outcomes: Mapping[str, Outcome]
    unfinished: tuple[str, ...] = ()
    spent: Spent = field(default_factory=Spent)
    counts: Mapping[str, int] = field(default_factory=dict)
    structured: str | None = None
    notes: tuple[str, ...] = ()
    grounds: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def failed(self) -> dict[str, int]:
        """How many flows failed, by kind."""
        return dict(Counter(one.kind for one in self.outcomes.values() if isinstance(one, Failure)))

    @property
    def coverage(self) -> float:
        """The share of flows that have a value or an undefined case; 1 where there are none."""
        whole = len(self.outcomes) + len(self.unfinished)
        return (len(self.outcomes) - sum(self.failed.values())) / whole if whole else 1.0


class InterruptedRun(KeyboardInterrupt):
    """A run that was interrupted by the user, with what it has so far."""

    def __init__(self, results: Results, cache: str | None) -> None:
        done, whole = len(results.outcomes), len(results.outcomes) + len(results.unfinished)
        kept = f"replies are kept in {cache}: the same run goes on from there" if cache else "no cache: nothing is kept"
        super().__init__(f"interrupted: {done:,} of {whole:,} are done; {kept}")
        self.results = results
