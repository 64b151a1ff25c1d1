"""Scores with their intervals, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.chart import Chart, TableColumn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COLUMNS = (
    TableColumn("metric", "stages.metric", "text"),
    TableColumn("value", "stages.value"),
    TableColumn("low", "stages.low"),
    TableColumn("high", "stages.high"),
    TableColumn("n", "stages.n", "count"),
)


def forest(name: str, rows: Sequence[Mapping[str, Any]]) -> Chart:
    """A point a metric with its interval as a line; rows have ``metric``, ``value``, ``low``, ``high`` and ``n``.

    Only metrics from 0 to 1 belong here, because they share one axis.
    """
    tooltip = [
        {"field": "metric", "title": "@stages.metric"},
        {"field": "value", "title": "@stages.value", "format": ".4f"},
        {"field": "low", "title": "@stages.low", "format": ".4f"},
        {"field": "high", "title": "@stages.high", "format": ".4f"},
        {"field": "n", "title": "@stages.n"},
    ]
    x = {"type": "quantitative", "scale": {"domain": [0, 1]}, "axis": {"title": None}}
    rule = {
        "mark": {"type": "rule", "strokeWidth": 2, "color": "$accent", "opacity": 0.55},
        "transform": [{"filter": "isValid(datum.low)"}],
        "encoding": {"x": {"field": "low", **x}, "x2": {"field": "high"}, "tooltip": tooltip},
    }
    point = {
        "mark": {"type": "point", "filled": True, "size": 80, "color": "$accent"},
        "encoding": {"x": {"field": "value", **x}, "tooltip": tooltip},
    }
    y = {"field": "metric", "type": "nominal", "sort": None, "axis": {"title": None, "labelLimit": 260}}
    spec = {"height": {"step": 22}, "encoding": {"y": y}, "layer": [rule, point]}
    return Chart(name, title="stages.chart", about="stages.about", spec=spec, rows=tuple(rows), columns=COLUMNS)
