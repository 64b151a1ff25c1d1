"""The judge: what it was asked, whether it was held against people, and how it is biased."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.comparison.marks import marks_of
from ragauge.report.charts.forest import forest
from ragauge.report.charts.reliability import reliability

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.report.html.inputs import Inputs


def build(inputs: Inputs) -> dict[str, Any] | None:
    """What is known of judges; None where there is none."""
    card = inputs.card
    used = None if card is None else card.provenance.get("judge")
    marks = {} if card is None else {name: mark.text for name, mark in marks_of(card).items()}
    if not (used or marks or inputs.calibrations or inputs.biases):
        return None
    return {
        "used": used,
        "marks": [{"metric": name, "mark": mark} for name, mark in marks.items()],
        "calibrations": [_calibration(one, place) for place, one in enumerate(inputs.calibrations, start=1)],
        "biases": [_bias(one) for one in inputs.biases],
    }


def _calibration(found: Mapping[str, Any], place: int) -> dict[str, Any]:
    figures = [{"name": name, **_figure(one)} for name, one in found["figures"].items()]
    drawn = [
        {"metric": one["name"], **{key: one[key] for key in ("value", "low", "high")}, "n": found["labels"]["n"]}
        for one in figures
        if one["value"] is not None and 0 <= one["value"] <= 1
    ]
    charts = [forest(f"agreement-{place}", drawn)] if drawn else []
    bins = ((found["threshold"] or {}).get("reliability") or {}).get("table") or []
    known = [{"mean": one["promised"], "rate": one["observed"], "n": one["n"]} for one in bins if one["n"]]
    if known:
        charts.append(reliability(known, f"reliability-{place}"))
    scale = found["scale"]
    return {
        "title": " · ".join(str(found[name]) for name in ("judge", "task", "prompt") if found[name])
        or found["labels"]["source"],
        "verdict": found["verdict"],
        "n": found["labels"]["n"],
        "items": found["labels"]["items"],
        "figures": figures,
        "charts": [one.to_dict() for one in charts],
        "confusion": {"scale": scale, "rows": found["confusion"]},
        "per_label": [{"label": label, **one} for label, one in found["per_label"].items()],
        "threshold": (found["threshold"] or {}).get("recommended"),
        "estimate": found["estimate"],
        "next_round": found["next_round"],
        "warnings": list(found["warnings"]),
    }


def _figure(one: Mapping[str, Any]) -> dict[str, Any]:
    interval = one["interval"] or {}
    return {"value": one["value"], "low": interval.get("low"), "high": interval.get("high"), "note": one["note"]}


def _bias(found: Mapping[str, Any]) -> dict[str, Any]:
    rows = [
        {
            "judge": one["judge"],
            **{name: one["position"][name] for name in ("consistency", "flip_rate", "first_slot_share")},
        }
        for one in found["judges"]
    ]
    return {"source": found["source"], "rows": rows, "notes": list(found["notes"])}
