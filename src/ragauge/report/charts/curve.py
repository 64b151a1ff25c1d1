"""A metric along one parameter of a sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.chart import Chart, TableColumn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def curve(parameter: str, rows: Sequence[Mapping[str, Any]]) -> Chart:
    """The best value at each setting of a parameter, with its interval.

    Rows have ``at``, ``name``, ``value``, ``low`` and ``high``.
    """
    x = {"field": "at", "type": "quantitative", "axis": {"title": f"={parameter}"}, "scale": {"zero": False}}
    y = {"field": "value", "type": "quantitative", "axis": {"title": "@stages.value"}, "scale": {"zero": False}}
    tooltip = [
        {"field": "at", "title": "@sweep.at"},
        {"field": "name", "title": "@sweep.name"},
        {"field": "value", "title": "@stages.value", "format": ".4f"},
        {"field": "low", "title": "@stages.low", "format": ".4f"},
        {"field": "high", "title": "@stages.high", "format": ".4f"},
    ]
    band = {
        "transform": [{"filter": "isValid(datum.low)"}],
        "mark": {"type": "area", "opacity": 0.18, "color": "$accent"},
        "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}},
    }
    line = {
        "mark": {"type": "line", "color": "$accent", "point": {"filled": True, "size": 80, "color": "$accent"}},
        "encoding": {"x": x, "y": y, "tooltip": tooltip},
    }
    columns = (
        TableColumn("at", "sweep.at"),
        TableColumn("name", "sweep.name", "text"),
        TableColumn("value", "stages.value"),
        TableColumn("low", "stages.low"),
        TableColumn("high", "stages.high"),
    )
    return Chart(
        "curve", title="sweep.curve", about="sweep.curve_about",
        spec={"height": 280, "layer": [band, line]}, rows=tuple(rows), columns=columns,
    )  # fmt: skip
