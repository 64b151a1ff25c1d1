"""What scores of a judge are worth as probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.chart import Chart, TableColumn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COLUMNS = (
    TableColumn("mean", "judge.mean_score"),
    TableColumn("rate", "judge.rate"),
    TableColumn("n", "judge.items", "count"),
)


def reliability(rows: Sequence[Mapping[str, Any]], name: str = "reliability") -> Chart:
    """For each bin of scores the mean score across and the share of positives up: on the line they are probabilities.

    Rows have ``mean``, ``rate`` and ``n``; bins without items are not among them.
    """
    scale = {"type": "quantitative", "scale": {"domain": [0, 1]}}
    line = {
        "data": {"values": [{"mean": 0, "rate": 0}, {"mean": 1, "rate": 1}]},
        "mark": {"type": "line", "color": "$quiet", "strokeDash": [4, 3]},
        "encoding": {"x": {"field": "mean", **scale}, "y": {"field": "rate", **scale}},
    }
    point = {
        "mark": {"type": "point", "filled": True, "color": "$accent"},
        "encoding": {
            "x": {"field": "mean", "axis": {"title": "@judge.mean_score"}, **scale},
            "y": {"field": "rate", "axis": {"title": "@judge.rate"}, **scale},
            "size": {"field": "n", "type": "quantitative", "legend": None, "scale": {"range": [40, 500]}},
            "tooltip": [
                {"field": "mean", "title": "@judge.mean_score", "format": ".4f"},
                {"field": "rate", "title": "@judge.rate", "format": ".4f"},
                {"field": "n", "title": "@judge.items"},
            ],
        },
    }
    return Chart(
        name, title="judge.reliability", about="judge.reliability_about",
        spec={"height": 300, "layer": [line, point]}, rows=tuple(rows), columns=COLUMNS,
    )  # fmt: skip
