"""Each question before and after a change."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ragauge.report.charts.chart import Chart, TableColumn

if TYPE_CHECKING:
    from collections.abc import Iterable

COLUMNS = (
    TableColumn("base", "comparison.base"),
    TableColumn("candidate", "comparison.candidate"),
    TableColumn("questions", "stages.n", "count"),
)


def pairs(metric: str, values: Iterable[tuple[float, float]]) -> Chart:
    """The value of each question in the base (across) and the candidate (up); what lies above the line got more.

    Questions with the same two values are one point, as large as they are many.

    >>> pairs("mrr", [(0.5, 1.0), (0.5, 1.0), (1.0, 0.0)]).rows[0]["questions"]
    2
    """
    counts = Counter(values)
    rows = [
        {"base": base, "candidate": candidate, "questions": count,
         "kind": "more" if candidate > base else "less" if candidate < base else "same"}
        for (base, candidate), count in sorted(counts.items())
    ]  # fmt: skip
    ends = [row[name] for row in rows for name in ("base", "candidate")] or [0.0, 1.0]
    domain = [min(0.0, *ends), max(1.0, *ends)]
    scale = {"scale": {"domain": domain}, "type": "quantitative"}
    line = {
        "data": {"values": [{"base": one, "candidate": one} for one in domain]},
        "mark": {"type": "line", "color": "$quiet", "strokeDash": [4, 3]},
        "encoding": {"x": {"field": "base", **scale}, "y": {"field": "candidate", **scale}},
    }
    point = {
        "mark": {"type": "point", "filled": True, "opacity": 0.75},
        "encoding": {
            "x": {"field": "base", "axis": {"title": "@comparison.base"}, **scale},
            "y": {"field": "candidate", "axis": {"title": "@comparison.candidate"}, **scale},
            "size": {"field": "questions", "type": "quantitative", "scale": {"range": [40, 900]}, "legend": None},
            "color": {
                "field": "kind", "type": "nominal", "legend": None,
                "scale": {"domain": ["more", "same", "less"], "range": ["$accent", "$quiet", "$warm"]},
            },
            "tooltip": [
                {"field": "base", "title": "@comparison.base", "format": ".4f"},
                {"field": "candidate", "title": "@comparison.candidate", "format": ".4f"},
                {"field": "questions", "title": "@stages.n"},
            ],
        },
    }  # fmt: skip
    return Chart(
        "pairs", title="comparison.pairs", about="comparison.pairs_about",
        spec={"height": 320, "layer": [line, point]}, rows=tuple(rows), columns=COLUMNS,
    )  # fmt: skip
