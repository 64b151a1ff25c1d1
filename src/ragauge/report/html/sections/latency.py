"""Time, tokens and cost, as far as the traces tell them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.report.charts.seconds import seconds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.core.trace import Trace
    from ragauge.report.html.inputs import Inputs

ENOUGH = 20
"""With fewer questions a 95th percentile is the largest value or nearly so, and is not told."""


def build(inputs: Inputs) -> dict[str, Any] | None:
    """Seconds of each step, of all of it, tokens and cost; None where no trace tells any of them."""
    traces = inputs.traces
    steps: dict[str, list[float]] = {}
    for trace in traces:
        for name, value in (trace.timings or {}).items():
            steps.setdefault(name, []).append(value)
    whole = [trace.seconds for trace in traces if trace.seconds is not None]
    counts: dict[str, list[float]] = {}
    for trace in traces:
        for name, count in (trace.tokens or {}).items():
            counts.setdefault(name, []).append(count)
    costs = [trace.cost for trace in traces if trace.cost is not None]
    if not (steps or whole or counts or costs):
        return None
    rows = [_row(name, values) for name, values in steps.items()] + ([_row("*", whole)] if whole else [])
    return {
        "questions": len(traces),
        "chart": seconds([row for row in rows if row["step"] != "*"]).to_dict() if steps else None,
        "rows": rows,
        "tokens": [_row(name, values) for name, values in counts.items()],
        "cost": _row("cost", costs) if costs else None,
        "cache_hits": _sums(traces),
    }


def _row(name: str, values: Sequence[float]) -> dict[str, Any]:
    """Median, 95th percentile and sum of what is told; ``*`` stands for all steps together."""
    known = np.array(values, dtype=np.float64)
    return {
        "step": name,
        "n": len(known),
        "median": float(np.median(known)),
        "p95": float(np.percentile(known, 95)) if len(known) >= ENOUGH else None,
        "total": float(known.sum()),
    }


def _sums(traces: Iterable[Trace]) -> dict[str, int]:
    found: dict[str, int] = {}
    for trace in traces:
        for name, count in (trace.cache_hits or {}).items():
            found[name] = found.get(name, 0) + count
    return found
