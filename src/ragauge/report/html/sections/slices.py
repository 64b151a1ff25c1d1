"""Scores by slice, as a table in which good and bad cells can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.html.sections.stages import spec_of

if TYPE_CHECKING:
    from ragauge.core.score import Score
    from ragauge.report.html.inputs import Inputs


def build(inputs: Inputs) -> dict[str, Any] | None:
    """For every slicing column its cells by metric; None where nothing is sliced.

    ``place`` of a cell is where its value lies between the worst and the best slice of that column, from 0 to 1,
    whichever way is better; None where all are equal, no way is better, or fewer than two slices have a value.
    """
    card = inputs.card
    tables: dict[str, dict[str, dict[str, Score]]] = {}
    for score in card.scores if card is not None else ():
        for column, cell in (score.slice or {}).items():
            tables.setdefault(column, {}).setdefault(cell, {})[score.metric] = score
    if card is None or not tables:
        return None
    return {
        "metrics": list(card.metrics),
        "overall": {one.metric: one.value for one in card.scores if one.slice is None},
        "tables": [{"column": column, "rows": _rows(cells)} for column, cells in tables.items()],
    }


def _rows(cells: dict[str, dict[str, Score]]) -> list[dict[str, Any]]:
    ends: dict[str, list[float]] = {}
    for scores in cells.values():
        for name, score in scores.items():
            if score.value is not None:
                ends.setdefault(name, []).append(score.value)
    return [
        {
            "slice": cell,
            "items": max(score.items for score in scores.values()),
            "scores": {name: _cell(score, ends.get(name, [])) for name, score in scores.items()},
        }
        for cell, scores in cells.items()
    ]


def _cell(score: Score, values: list[float]) -> dict[str, Any]:
    return {
        "value": score.value,
        "low": None if score.interval is None else score.interval.low,
        "high": None if score.interval is None else score.interval.high,
        "n": score.n,
        "small": score.small,
        "place": _place(score, values),
    }


def _place(score: Score, values: list[float]) -> float | None:
    spec = spec_of(score.metric)
    if score.value is None or spec is None or spec.direction == "none" or max(values) == min(values):
        return None
    place = (score.value - min(values)) / (max(values) - min(values))
    return place if spec.direction == "higher" else 1 - place
