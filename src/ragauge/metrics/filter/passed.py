"""How much of the gold a filter lets pass, question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.judged import EXCLUSIONS, SCORED

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray
    from ragauge.core.judged import Judged
    from ragauge.core.score import Values


def relevant_and_passed(judged: Judged, *, rel: int) -> tuple[FloatArray, FloatArray]:
    """How many relevant units each question has, and how many of them its filter lets pass.

    >>> from ragauge.core.lists import judge_lists
    >>> relevant, passed = relevant_and_passed(judge_lists({"q": ["a", "x"]}, {"q": ["a", "b"]}), rel=1)
    >>> relevant.tolist(), passed.tolist()
    ([2.0], [1.0])
    """
    question, _ = judged.relevant_hits(rel=rel)
    return judged.relevant_count(rel=rel), judged.count(question)


def filter_values(judged: Judged, value: FloatArray, *, rel: int) -> Values:
    """The values with the exclusions of all filter metrics."""
    declared = judged.status == 1 + EXCLUSIONS.index("no_relevant")
    nothing = (judged.status == SCORED) & (judged.relevant_count(rel=rel) == 0)
    return judged.values(value, {"no_relevant": declared | nothing, "missing": ~judged.in_run})
