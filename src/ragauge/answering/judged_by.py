"""Who judged, by which prompts, and what it took: as it stands in a provenance."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.answering.judge_run import JudgeRun
    from ragauge.judging.results import Results


def judged_by(run: JudgeRun, results: Results, prompts: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """As plain data; ``prompts`` are versions by task, by metric."""
    return {
        "identity": run.judge.identity,
        "model": run.model,
        "language": run.asking.language,
        "window": run.asking.window,
        "prompts": {metric: dict(told) for metric, told in prompts.items()},
        "calls": results.spent.calls,
        "cached": results.counts.get("cached", 0),
        "spent": asdict(results.spent),
        "structured": results.structured,
        "coverage": results.coverage,
        "notes": list(results.notes),
    }
