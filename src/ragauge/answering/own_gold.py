"""Signs that what is measured is the gold itself, and where right answers come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.funnel.diagnosing import trace_of_each
from ragauge.funnel.outcomes import references
from ragauge.metrics.answer_cases import is_blank, plain_answer
from ragauge.metrics.context.golden_contexts import warnings_of_golden_contexts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.answered import Answers
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced

FEWEST = 3
"""Fewer answers may well be the reference, word for word."""


def own_gold_warnings(answers: Answers) -> tuple[str, ...]:
    """Warnings where all prompts are what the gold quotes, or all answers are its references, word for word.

    >>> from ragauge.core.answered import Answered, Answers
    >>> cases = tuple(Answered(f"q{n}", answer="Two years.", references=("Two  years.",)) for n in range(3))
    >>> own_gold_warnings(Answers(cases))[0][:51]
    'grading the golden set: all 3 answers are the right'
    >>> own_gold_warnings(Answers((*cases, Answered("q4", answer="One.", references=("Two.",)))))
    ()
    """
    both = [one for one in answers.cases if one.references and not is_blank(one.answer)]
    told = warnings_of_golden_contexts(answers)
    if len(both) < FEWEST or not all(_plain(plain_answer(one)) in map(_plain, one.references) for one in both):
        return told
    why = "are they those of the system?"
    return (
        *told,
        f"grading the golden set: all {len(both)} answers are the right ones of the gold, word for word; {why}",
    )


def reference_note(golden: Golden, traced: Traced) -> Iterator[str]:
    """A sentence where right answers come from the file of the run, as the gold has none."""
    known = references(golden)
    told = dict(traced.told.select("trace", "references").drop_nulls().iter_rows())
    names = zip(golden.questions["question"], trace_of_each(golden, traced).tolist(), strict=True)
    count = sum(name not in known and at in told for name, at in names)
    if count:
        yield f"{count} questions have their right answer from {traced.source}, as the gold has none"


def _plain(text: str) -> str:
    return " ".join(text.split())
