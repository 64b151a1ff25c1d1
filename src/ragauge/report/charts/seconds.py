"""How long each step takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.chart import Chart, TableColumn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COLUMNS = (
    TableColumn("step", "latency.step", "text"),
    TableColumn("median", "latency.median"),
    TableColumn("p95", "latency.p95"),
    TableColumn("n", "stages.n", "count"),
)


def seconds(rows: Sequence[Mapping[str, Any]]) -> Chart:
    """The median of each step as a bar, with a tick at the 95th percentile where there are enough questions."""
    tooltip = [
        {"field": "step", "title": "@latency.step"},
        {"field": "median", "title": "@latency.median", "format": ".4f"},
        {"field": "p95", "title": "@latency.p95", "format": ".4f"},
        {"field": "n", "title": "@stages.n"},
    ]
    x = {"type": "quantitative", "axis": {"title": "@latency.seconds"}}
    y = {"field": "step", "type": "nominal", "sort": None, "axis": {"title": None, "labelLimit": 260}}
    bar = {
        "mark": {"type": "bar", "color": "$accent", "cornerRadius": 3},
        "encoding": {"x": {"field": "median", **x}, "tooltip": tooltip},
    }
    tick = {
        "transform": [{"filter": "isValid(datum.p95)"}],
        "mark": {"type": "tick", "color": "$warm", "thickness": 3},
        "encoding": {"x": {"field": "p95", **x}, "tooltip": tooltip},
    }
    return Chart(
        "seconds", title="latency.chart", about="latency.about",
        spec={"height": {"step": 26}, "encoding": {"y": y}, "layer": [bar, tick]}, rows=tuple(rows), columns=COLUMNS,
    )  # fmt: skip
