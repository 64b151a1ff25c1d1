"""The evidence funnel: where every needed piece of evidence ended, and what fixing a place would bring back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.waterfall import place_name, waterfall, waterfall_rows

if TYPE_CHECKING:
    from ragauge.report.html.inputs import Inputs


def build(inputs: Inputs) -> dict[str, Any] | None:
    """The waterfall, a row a place, the figures beside it, and notes; None without a diagnosis."""
    found = inputs.diagnosis
    if found is None or not found["rows"]:
        return None
    rows = [row for row in waterfall_rows(found) if row["kind"] != "all"]
    return {
        "chart": waterfall(found).to_dict(),
        "rows": rows,
        "figures": [{"name": name, **one} for name, one in found["figures"].items()],
        "unanswerable": dict(found["unanswerable"]),
        "left_out": dict(found["left_out"]),
        "advice": list(found["advice"]),
        "notes": list(found["notes"]),
        "places": sorted({place_name(one["first"], one["last"]) for one in found["needs"]}),
    }
