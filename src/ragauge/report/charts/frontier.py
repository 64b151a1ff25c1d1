"""Configurations by what they are worth and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.chart import Chart, TableColumn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COLUMNS = (
    TableColumn("name", "sweep.name", "text"),
    TableColumn("value", "stages.value"),
    TableColumn("low", "stages.low"),
    TableColumn("high", "stages.high"),
    TableColumn("tokens", "sweep.tokens"),
)


def frontier(rows: Sequence[Mapping[str, Any]]) -> Chart:
    """A point a configuration: tokens of the prompt across, the metric up; those that nothing beats are joined.

    Rows have ``name``, ``value``, ``low``, ``high``, ``tokens``, ``pareto`` and ``kind``.
    """
    x = {"field": "tokens", "type": "quantitative", "axis": {"title": "@sweep.tokens"}, "scale": {"zero": False}}
    y = {"field": "value", "type": "quantitative", "scale": {"zero": False}, "axis": {"title": "@stages.value"}}
    tooltip = [
        {"field": "name", "title": "@sweep.name"},
        {"field": "value", "title": "@stages.value", "format": ".4f"},
        {"field": "low", "title": "@stages.low", "format": ".4f"},
        {"field": "high", "title": "@stages.high", "format": ".4f"},
        {"field": "tokens", "title": "@sweep.tokens", "format": ".1f"},
    ]
    joined = {
        "transform": [{"filter": "datum.pareto"}],
        "mark": {"type": "line", "interpolate": "step-after", "color": "$accent", "opacity": 0.6},
        "encoding": {"x": x, "y": y},
    }
    rule = {
        "transform": [{"filter": "isValid(datum.low)"}],
        "mark": {"type": "rule", "color": "$quiet", "opacity": 0.35},
        "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}, "tooltip": tooltip},
    }
    point = {
        "mark": {"type": "point", "filled": True, "size": 90},
        "encoding": {
            "x": x,
            "y": y,
            "color": {
                "field": "kind", "type": "nominal", "legend": None,
                "scale": {"domain": ["best", "pareto", "other"], "range": ["$good", "$accent", "$quiet"]},
            },
            "tooltip": tooltip,
        },
    }  # fmt: skip
    return Chart(
        "frontier", title="sweep.frontier", about="sweep.frontier_about",
        spec={"height": 340, "layer": [joined, rule, point]}, rows=tuple(rows), columns=COLUMNS,
    )  # fmt: skip
