"""What a change did: differences with their intervals, and who won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.chart import Chart, TableColumn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DIFFERENCES = (
    TableColumn("metric", "stages.metric", "text"),
    TableColumn("base", "comparison.base"),
    TableColumn("candidate", "comparison.candidate"),
    TableColumn("difference", "comparison.difference"),
    TableColumn("low", "stages.low"),
    TableColumn("high", "stages.high"),
    TableColumn("n", "stages.n", "count"),
)
OUTCOMES = (
    TableColumn("metric", "stages.metric", "text"),
    TableColumn("outcome", "comparison.outcome", "name"),
    TableColumn("count", "stages.n", "count"),
)
Y = {"field": "metric", "type": "nominal", "sort": None, "axis": {"title": None, "labelLimit": 260}}


def differences(rows: Sequence[Mapping[str, Any]]) -> Chart:
    """Candidate − base a metric, with the interval; right of 0 is more, which is not better for every metric."""
    tooltip = [
        {"field": "metric", "title": "@stages.metric"},
        {"field": "difference", "title": "@comparison.difference", "format": "+.4f"},
        {"field": "low", "title": "@stages.low", "format": "+.4f"},
        {"field": "high", "title": "@stages.high", "format": "+.4f"},
        {"field": "n", "title": "@stages.n"},
    ]
    color = {
        "field": "kind",
        "type": "nominal",
        "scale": {"domain": ["better", "worse", "open"], "range": ["$good", "$bad", "$quiet"]},
        "legend": None,
    }
    x = {"type": "quantitative", "axis": {"title": "@comparison.difference"}}
    zero = {"mark": {"type": "rule", "color": "$quiet", "strokeDash": [4, 3]}, "encoding": {"x": {"datum": 0, **x}}}
    rule = {
        "mark": {"type": "rule", "strokeWidth": 2},
        "transform": [{"filter": "isValid(datum.low)"}],
        "encoding": {
            "x": {"field": "low", **x}, "x2": {"field": "high"}, "y": Y, "color": color, "tooltip": tooltip,
        },
    }  # fmt: skip
    point = {
        "mark": {"type": "point", "filled": True, "size": 80},
        "encoding": {"x": {"field": "difference", **x}, "y": Y, "color": color, "tooltip": tooltip},
    }
    spec = {"height": {"step": 22}, "layer": [zero, rule, point]}
    return Chart(
        "differences", title="comparison.chart", about="comparison.about", spec=spec, rows=tuple(rows),
        columns=DIFFERENCES,
    )  # fmt: skip


def outcomes(rows: Sequence[Mapping[str, Any]]) -> Chart:
    """Questions on which the candidate is better, alike and worse; rows have ``metric``, ``outcome`` and ``count``."""
    names = [f"comparison.{one}" for one in ("wins", "ties", "losses")]
    encoding = {
        "y": Y,
        "x": {"field": "count", "type": "quantitative", "axis": {"title": "@stages.n", "tickMinStep": 1}},
        "color": {
            "field": "outcome",
            "type": "nominal",
            "sort": None,
            "scale": {"domain": [f"@{one}" for one in names], "range": ["$good", "$same", "$bad"]},
            "legend": {"title": None},
        },
        "order": {"field": "place"},
        "tooltip": [
            {"field": "metric", "title": "@stages.metric"},
            {"field": "outcome", "title": "@comparison.outcome"},
            {"field": "count", "title": "@stages.n"},
        ],
    }
    spec = {"height": {"step": 22}, "mark": {"type": "bar"}, "encoding": encoding}
    return Chart(
        "outcomes", title="comparison.outcomes", about="comparison.outcomes_about", spec=spec, rows=tuple(rows),
        columns=OUTCOMES,
    )  # fmt: skip
