"""What a report can show: results of commands, and the data that a single question is looked up in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.evaluation import Surroundings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.scorecard import Scorecard
    from ragauge.core.trace import Trace
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """Everything that is known; each part of the page shows what it finds here, or nothing.

    ``cards`` are scorecards, the first of which is looked at closely. ``diagnosis``, ``comparison``, ``sweep``,
    ``gate``, ``calibrations`` and ``biases`` are what the commands of these names write as JSON. ``golden``,
    ``traced`` and ``around`` are gold, traces and texts, for the path of each question; ``traces`` are the same traces
    one by one, where time and cost are looked up.
    """

    title: str
    cards: tuple[Scorecard, ...] = ()
    diagnosis: Mapping[str, Any] | None = None
    comparison: Mapping[str, Any] | None = None
    sweep: Mapping[str, Any] | None = None
    gate: Mapping[str, Any] | None = None
    calibrations: tuple[Mapping[str, Any], ...] = ()
    biases: tuple[Mapping[str, Any], ...] = ()
    golden: Golden | None = None
    traced: Traced | None = None
    around: Surroundings = field(default_factory=Surroundings)
    traces: tuple[Trace, ...] = ()

    @property
    def card(self) -> Scorecard | None:
        """The scorecard that is looked at closely."""
        return self.cards[0] if self.cards else None
