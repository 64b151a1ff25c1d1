"""The evidence funnel as a waterfall: what came in, what was lost where, what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.chart import Chart, TableColumn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

COLUMNS = (
    TableColumn("place", "funnel.place", "name"),
    TableColumn("needs", "funnel.needs", "count"),
    TableColumn("share", "funnel.share", "percent"),
    TableColumn("share_low", "funnel.low", "percent"),
    TableColumn("share_high", "funnel.high", "percent"),
    TableColumn("back", "funnel.back"),
    TableColumn("back_low", "funnel.low"),
    TableColumn("back_high", "funnel.high"),
)
KEPT = ("right", "used", "prompt", "ranked")
"""The ends at which evidence did all that is known of it; at others that are no loss it is open what became of it."""
ROW = 30
"""Pixels a row."""


def waterfall(diagnosis: Mapping[str, Any]) -> Chart:
    """A bar a place from left (nothing) to right (all needs): lost ones hang where they were lost."""
    return Chart(
        "waterfall",
        title="funnel.chart",
        about="funnel.about",
        spec=_spec(),
        rows=tuple(waterfall_rows(diagnosis)),
        columns=COLUMNS,
    )


def waterfall_rows(diagnosis: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """All needs, then every row of the diagnosis; ``from`` and ``to`` are where its bar stands.

    >>> row = {"first": "cut", "last": "cut", "loss": True, "needs": 1, "questions": 1, "entered": 4}
    >>> found = {"rows": [{**row, "share": 0.25, "interval": [0.0, 0.5]}], "recovery": []}
    >>> [(one["place"], one["from"], one["to"]) for one in waterfall_rows(found)]
    [('place.all', 0, 4), ('place.cut', 3, 4)]
    """
    rows = diagnosis["rows"]
    if not rows:
        return
    whole = rows[0]["entered"]
    fixed = {(one["first"], one["last"]): one for one in diagnosis["recovery"]}
    yield {"place": "place.all", "kind": "all", "needs": whole, "from": 0, "to": whole}
    left = whole
    for row in rows:
        before, left = left, left - row["needs"] if row["loss"] else left
        begin, end = (left, before) if row["loss"] else (0, row["needs"])
        low, high = row["interval"] or (None, None)
        yield {
            "place": place_name(row["first"], row["last"]),
            "first": row["first"],
            "last": row["last"],
            "kind": "lost" if row["loss"] else "kept" if row["first"] in KEPT else "open",
            "needs": row["needs"],
            "questions": row["questions"],
            "share": row["share"],
            "share_low": low,
            "share_high": high,
            "from": begin,
            "to": end,
            **_whisker(row, before, whole),
            **_back(fixed.get((row["first"], row["last"]))),
        }


def place_name(first: str, last: str) -> str:
    """The name of a row: its place, or two where it is not known between which.

    >>> place_name("cut", "cut"), place_name("filter", "fusion")
    ('place.cut', 'place.filter+place.fusion')
    """
    return f"place.{first}" if first == last else f"place.{first}+place.{last}"


def _whisker(row: Mapping[str, Any], before: float, whole: float) -> dict[str, float]:
    if not row["interval"]:
        return {}
    low, high = (share * whole for share in row["interval"])
    if row["loss"]:
        return {"low": max(0.0, before - high), "high": before - low}
    return {"low": low, "high": high}


def _back(one: Mapping[str, Any] | None) -> dict[str, Any]:
    if one is None:
        return {}
    low, high = [share * one["needs"] / one["share"] for share in one["interval"]] if _scaled(one) else (None, None)
    return {"back": one["needs"], "back_low": low, "back_high": high, "goal": one["goal"]}


def _scaled(one: Mapping[str, Any]) -> bool:
    return bool(one["interval"] and one["share"])


def _spec() -> dict[str, Any]:
    place = {"field": "place", "type": "nominal", "sort": None, "axis": {"title": None, "labelLimit": 260}}
    color = {
        "field": "kind",
        "type": "nominal",
        "scale": {"domain": ["all", "lost", "kept", "open"], "range": ["$quiet", "$bad", "$good", "$warm"]},
        "legend": None,
    }
    tooltip = [
        {"field": "place", "title": "@funnel.place"},
        {"field": "needs", "title": "@funnel.needs"},
        {"field": "questions", "title": "@funnel.questions"},
        {"field": "share", "title": "@funnel.share", "format": ".1%"},
        {"field": "share_low", "title": "@funnel.low", "format": ".1%"},
        {"field": "share_high", "title": "@funnel.high", "format": ".1%"},
        {"field": "back", "title": "@funnel.back", "format": ".1f"},
    ]
    axis = {"title": "@funnel.needs", "tickMinStep": 1}
    bar = {
        "mark": {"type": "bar", "cornerRadius": 3, "cursor": "pointer"},
        "encoding": {
            "x": {"field": "from", "type": "quantitative", "axis": axis},
            "x2": {"field": "to"},
            "color": color,
            "tooltip": tooltip,
        },
    }
    rule = {
        "mark": {"type": "rule", "color": "$ink", "strokeWidth": 1.5},
        "transform": [{"filter": "isValid(datum.low)"}],
        "encoding": {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}, "tooltip": tooltip},
    }
    return {"height": {"step": ROW}, "encoding": {"y": place}, "layer": [bar, rule]}
