"""Do the tools say the same? A benchmark of wrong numbers is worth nothing."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from _processes import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from _processes import Leg, Samples

TOLERANCE = 1e-6
SAME_RANKING = {
    "pytrec_eval": {"ndcg@10", "recall@100", "recall@1000", "map"},
    "ir_measures": {"ndcg@10", "recall@100", "recall@1000", "map"},
}
"""Metrics of tools that rank equal scores by falling id, as trec_eval does, whose values must equal ragauge's.

The others (all of ranx, RR@10 of ir_measures) have an order of their own within ties, so theirs must lie between
the smallest and the largest value that ragauge finds over all orders.
"""
BOUNDS = Path(__file__).parent / "_peers" / "tie_bounds.py"


def disagreements(samples: Samples, legs: Sequence[Leg], files: dict[str, tuple[str, str]]) -> list[str]:
    """What a tool said in any of its runs that ragauge's library does not say."""
    found = []
    for data, (gold, hits) in files.items():
        own = json.loads(samples["ragauge", data][0].out)
        bounds = json.loads(run([sys.executable, str(BOUNDS), gold, hits]).out)
        for tool, values in _said(samples, legs, data):
            for metric in sorted(own.keys() & values.keys()):
                value = values[metric]
                if not _agrees(tool, metric, value, own[metric], bounds[metric]):
                    found.append(f"{data} {metric}: {tool} says {value!r}, ragauge {own[metric]!r}")
    return sorted(set(found))


def _said(samples: Samples, legs: Sequence[Leg], data: str) -> Iterator[tuple[str, dict[str, float]]]:
    """Tool and values, for every run of every tool; the CLI is asked once more, as its table rounds."""
    for leg in legs:
        if leg.data != data or (leg.tool, data) not in samples:
            continue
        if leg.optional:
            scores = json.loads(run([*leg.command, "--json", "-"]).out)["scores"]
            yield leg.tool, {score["metric"]: score["value"] for score in scores}
        else:
            yield from ((leg.tool, json.loads(sample.out)) for sample in samples[leg.tool, data])


def _agrees(tool: str, metric: str, value: float, own: float, bounds: tuple[float, float]) -> bool:
    if tool.startswith("ragauge") or metric in SAME_RANKING.get(tool, ()):
        return math.isclose(value, own, rel_tol=TOLERANCE)
    low, high = bounds
    return low * (1 - TOLERANCE) <= value <= high * (1 + TOLERANCE)
