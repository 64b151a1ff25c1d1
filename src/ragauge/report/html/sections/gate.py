"""The gate: every rule with its findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragauge.report.html.inputs import Inputs


def build(inputs: Inputs) -> dict[str, Any] | None:
    """The verdict, and a row a finding; None without a gate."""
    found = inputs.gate
    if found is None:
        return None
    return {
        "verdict": found["verdict"],
        "exit_code": found["exit_code"],
        "config": found["config"],
        "scorecard": found["scorecard"],
        "baseline": found["baseline"],
        "rows": [_row(rule, one) for rule in found["rules"] for one in rule["findings"]],
        "notes": list(found["notes"]),
    }


def _row(rule: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    interval = one["interval"] or {}
    return {
        "metric": rule["rule"]["metric"],
        "condition": one["condition"],
        "limit": one["limit"],
        "slice": ", ".join(f"{name} = {cell}" for name, cell in (one["slice"] or {}).items()),
        "value": one["value"],
        "low": interval.get("low"),
        "high": interval.get("high"),
        "n": one["n"],
        "verdict": one["verdict"],
        "reason": one["reason"],
        "advisory": bool(rule.get("advisory")),
        "judge": rule.get("judge"),
    }
