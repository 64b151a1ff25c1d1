"""The details of every question: its path, hits, prompt and answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragauge.report.html.inputs import Inputs


def of_questions(inputs: Inputs) -> list[dict[str, Any]]:
    """One mapping a question, in the order of the section ``questions``."""
    return []
