"""How a judge does on the cases without an attack: what cannot be attacked shows here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.judging.results import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragauge.judging.attacks.trials import Trial
    from ragauge.judging.results import Outcome

MIDDLE = 0.5


@dataclass(frozen=True, slots=True)
class Clean:
    """Trials without an attack, the cases as they are and those with harmless texts apart.

    ``right``: the value is nearer to the right end than to the other one; ``wrong``: it is not; ``undefined``: there is
    none; ``failed``: the judge failed, by kind, or the run was ended before.
    """

    trials: int
    right: int
    wrong: int
    undefined: int
    failed: Mapping[str, int]

    @property
    def failure_rate(self) -> float | None:
        """The share of trials on which the judge failed; None without any."""
        return sum(self.failed.values()) / self.trials if self.trials else None


def clean_of(trials: Iterable[Trial], outcomes: Mapping[str, Outcome]) -> Clean:
    """What the judge found of trials without an attack."""
    counts = {"right": 0, "wrong": 0, "undefined": 0}
    failed: dict[str, int] = {}
    made = list(trials)
    for trial in made:
        found = outcomes.get(trial.name)
        if found is None or isinstance(found, Failure):
            kind = "unfinished" if found is None else found.kind
            failed[kind] = failed.get(kind, 0) + 1
        elif isinstance(found, str):
            counts["undefined"] += 1
        else:
            near = abs(found - trial.case.right[trial.metric]) < MIDDLE
            counts["right" if near else "wrong"] += 1
    return Clean(len(made), failed=failed, **counts)
