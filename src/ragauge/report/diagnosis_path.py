"""The path of every need of one question, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.funnel.losses import rows_of
from ragauge.funnel.paths import needs_of_question, path_of, question_texts, reason
from ragauge.funnel.places import MEANINGS, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.funnel.diagnosing import Diagnosis

MARKS = {1: "✓", -1: "✗", 0: "·"}


def question_lines(diagnosis: Diagnosis, question: str) -> Iterator[tuple[str, str]]:
    """Every need with what each stage did with it, and where it ended."""
    text = question_texts(diagnosis).get(question)
    yield "title", question if text in (None, question) else f"{question}  {text}"
    yield from _failure(diagnosis, question)
    places = {(row.first.position, row.last.position): row for row in rows_of(diagnosis)}
    needs = needs_of_question(diagnosis, question)
    if not needs:
        yield "", "  no evidence is needed: the golden set has none for it"
    for need in needs:
        row = places[int(diagnosis.fates.first[need]), int(diagnosis.fates.last[need])]
        yield "title", f"  needed  {diagnosis.needs.label[need]}"
        steps = path_of(diagnosis, need) if row.last is not Place.MISSING else []
        width = max((len(step.stage) for step in steps), default=0)
        for step in steps:
            yield "" if step.verdict else "dim", f"    {MARKS[step.verdict]} {step.stage:<{width}}  {step.words}"
        yield "title", f"    → {row.name}"
        told = reason(diagnosis, need)
        yield "dim", f"      {MEANINGS[row.last] if row.first is row.last else told}"
        if row.first is row.last and told != MEANINGS[row.last]:
            yield "dim", f"      {told}"


def _failure(diagnosis: Diagnosis, question: str) -> Iterator[tuple[str, str]]:
    asked = diagnosis.traced.asked
    for name, error, failed_in in asked.select("question", "error", "failed_in").iter_rows():
        if name == question and error is not None:
            yield "warning", f"it failed{f' in {failed_in}' if failed_in else ''}: {error}"
