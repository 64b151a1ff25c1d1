"""The document of a report: every section that has something to show, and the details of every question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.html.sections import (
    comparison,
    details,
    funnel,
    gate,
    judge,
    latency,
    provenance,
    questions,
    slices,
    stages,
    sweep,
    verdict,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ragauge.report.html.inputs import Inputs

    Build = Callable[[Inputs], dict[str, Any] | None]

SECTIONS: Mapping[str, Build] = {
    "verdict": verdict.build,
    "funnel": funnel.build,
    "stages": stages.build,
    "slices": slices.build,
    "comparison": comparison.build,
    "sweep": sweep.build,
    "judge": judge.build,
    "latency": latency.build,
    "gate": gate.build,
    "questions": questions.build,
    "provenance": provenance.build,
}
"""By the name under which the page shows it, in its order."""


def document(inputs: Inputs) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]:
    """The document, the details of every question of the section ``questions``, in its order, and the texts in them."""
    sections = {name: build(inputs) for name, build in SECTIONS.items()}
    shown = {name: section for name, section in sections.items() if section is not None}
    return {"format": 1, "title": inputs.title, "sections": shown}, *details.of_questions(inputs)
