"""A sweep: every configuration with its worth and cost, those that nothing beats, and the curve of a parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.curve import curve
from ragauge.report.charts.frontier import frontier

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.report.html.inputs import Inputs


def build(inputs: Inputs) -> dict[str, Any] | None:
    """The configurations and their charts; None without a sweep."""
    found = inputs.sweep
    if found is None:
        return None
    rows = [_row(point, found) for point in found["points"]]
    drawn = [row for row in rows if row["value"] is not None and row["tokens"] is not None]
    charts = [frontier(drawn)] if drawn else []
    along = found["curve"]
    if along and along["points"]:
        by_name = {row["name"]: row for row in rows}
        parameter = along["parameter"]
        points = [
            {"at": one[parameter], "name": one["name"], "value": one["value"],
             "low": by_name[one["name"]]["low"], "high": by_name[one["name"]]["high"]}
            for one in along["points"]
        ]  # fmt: skip
        charts.append(curve(parameter, points))
    return {
        "metric": found["metric"],
        "best": found["best"],
        "recommended": found["recommended"],
        "rows": rows,
        "charts": [one.to_dict() for one in charts],
        "notes": list(found["notes"]),
    }


def _row(point: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    score = _score(point, found["metric"])
    interval = (score or {}).get("interval") or {}
    best = point["name"] in (found["best"], found["recommended"])
    difference_low, difference_high = point["interval"] or (None, None)
    return {
        "name": point["name"],
        "metric": None if score is None else score["metric"],
        "value": None if score is None else score["value"],
        "low": interval.get("low"),
        "high": interval.get("high"),
        "n": None if score is None else score["n"],
        "tokens": point["cost"]["tokens"],
        "chunks": point["cost"]["chunks"],
        "pareto": point["pareto"],
        "kind": "best" if best else "pareto" if point["pareto"] else "other",
        "difference": point["difference"],
        "difference_low": difference_low,
        "difference_high": difference_high,
        "p_adjusted": point["p_adjusted"],
        "verdict": point["verdict"],
    }


def _score(point: Mapping[str, Any], metric: str) -> Mapping[str, Any] | None:
    """The score that the sweep is about: of the metric itself, or at the k of this configuration (``recall@k``)."""
    wanted = metric.replace("@k", f"@{point['k']}")
    scores = [one for one in point["scores"] if one["slice"] is None]
    return next((one for one in scores if one["metric"] == wanted), None)
