"""What a change did: differences, wins and losses, and the questions that moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.report.charts.differences import differences, outcomes
from ragauge.report.charts.pairs import pairs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.scorecard import Scorecard
    from ragauge.report.html.inputs import Inputs

BETTER, WORSE = "better", "worse"
PAIR = 2


def build(inputs: Inputs) -> dict[str, Any] | None:
    """The comparison; None without one. Paired points need both scorecards: the candidate first, then the base."""
    found = inputs.comparison
    if found is None:
        return None
    rows = [_row(one) for one in found["differences"]]
    overall = [row for row in rows if not row["slice"]]
    measured = [row for row in overall if row["difference"] is not None]
    return {
        "base": found["base"],
        "candidate": found["candidate"],
        "comparable": found["comparable"],
        "reasons": list(found["reasons"]),
        "correction": found["correction"],
        "family": found["family"],
        "rows": rows,
        "moved": [dict(one) for one in found["moved"]],
        "notes": list(found["notes"]),
        "charts": [one.to_dict() for one in _charts(measured, inputs)] if measured else [],
    }


def kind_of(verdict: str) -> str:
    """``better``, ``worse`` or ``open``: what the verdict of a difference says.

    >>> kind_of("no difference shown"), kind_of("better"), kind_of("worse")
    ('open', 'better', 'worse')
    """
    return verdict if verdict in (BETTER, WORSE) else "open"


def _row(one: Mapping[str, Any]) -> dict[str, Any]:
    interval = one["interval"] or {}
    names = ("metric", "direction", "n", "base", "candidate", "difference", "p", "p_adjusted", "test", "wins", "ties",
             "losses", "effect", "detectable", "verdict", "judge")  # fmt: skip
    where = ", ".join(f"{name} = {cell}" for name, cell in (one["slice"] or {}).items())
    ends = {"low": interval.get("low"), "high": interval.get("high")}
    return {**{name: one.get(name) for name in names}, **ends, "slice": where, "kind": kind_of(str(one["verdict"]))}


def _charts(measured: list[dict[str, Any]], inputs: Inputs) -> list[Any]:
    won = [
        {"metric": row["metric"], "outcome": f"comparison.{name}", "count": row[name], "place": place}
        for row in measured
        for place, name in enumerate(("wins", "ties", "losses"))
    ]
    found = [differences(measured), outcomes(won)]
    if len(inputs.cards) == PAIR:
        found.append(pairs(measured[0]["metric"], _both(inputs.cards[1], inputs.cards[0], measured[0]["metric"])))
    return found


def _both(base: Scorecard, candidate: Scorecard, metric: str) -> list[tuple[float, float]]:
    """The values of the questions that have one in both."""
    if metric not in base.values or metric not in candidate.values:
        return []
    values = {}
    for card in (base, candidate):
        one = card.values[metric]
        kept = np.flatnonzero(one.defined).tolist()
        values[id(card)] = {card.questions[place]: float(one.value[place]) for place in kept}
    first, second = values[id(base)], values[id(candidate)]
    return [(value, second[question]) for question, value in first.items() if question in second]
