"""A pipeline asked all questions of a golden set; a run that was stopped goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.pipeline.filters.recorded import as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ragauge.core.trace import Trace
    from ragauge.pipeline.reference.journal import Journal
    from ragauge.pipeline.reference.pipeline import Pipeline
    from ragauge.pipeline.reference.questions import Question


def run_questions(
    pipeline: Pipeline,
    questions: Sequence[Question],
    *,
    journal: Journal | None = None,
    known: Mapping[str, Trace] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Trace]:
    """The traces of all questions, in their order; a question that fails has its error in its trace.

    ``known`` has traces that were taken over from an earlier run: these questions are not asked again. The ``journal``
    is told of every trace as it is made.
    """
    traces = []
    for done, question in enumerate(questions, start=1):
        trace = (known or {}).get(question.key)
        if trace is None:
            trace = pipeline.ask(question.text, question.key, question.predicates)
            if journal is not None:
                journal.add(trace)
        traces.append(trace)
        if progress is not None:
            progress(done, len(questions))
    return traces


def taken_over(finished: Iterable[Trace], pipeline: Pipeline, questions: Sequence[Question]) -> dict[str, Trace]:
    """The traces of an earlier run that need not be made again, by question; failed ones are made again.

    Raises: InputError for traces that this pipeline, asked these questions, would not have made.
    """
    asked = {question.key: question for question in questions}
    told = pipeline.told
    known: dict[str, Trace] = {}
    problems: list[Problem] = []
    others: dict[tuple[str, ...], list[str]] = {}
    for trace in finished:
        question = asked.get(trace.question)
        versions = trace.versions or {}
        changed = [name for name in dict.fromkeys((*told, *versions)) if told.get(name) != versions.get(name)]
        if changed:
            others.setdefault(tuple(changed), []).append(trace.question)
        elif question is None or question.text != trace.text:
            problems.append(
                Problem(f"question {trace.question!r} is not in this golden set, or has another text there")
            )
        elif not trace.failed and _conditions(pipeline, question) != (trace.extracted, trace.authorization):
            problems.append(Problem(f"question {trace.question!r} was asked under other predicates"))
        elif not trace.failed:
            known[trace.question] = trace
    problems = [*(_asked_otherwise(keys, changed) for changed, keys in others.items()), *problems]
    if problems:
        advice = "the traces of an earlier run cannot be taken over; without --resume all questions are asked anew"
        raise InputError([*problems[:3], Problem(advice)], total=len(problems) + 1)
    return known


def _asked_otherwise(keys: Sequence[str], changed: Sequence[str]) -> Problem:
    who = f"question {keys[0]!r} was" if len(keys) == 1 else f"{len(keys)} questions, the first {keys[0]!r}, were"
    return Problem(f"{who} asked with {', '.join(f'another {name}' for name in changed)}")


def _conditions(pipeline: Pipeline, question: Question) -> tuple[object, object]:
    conditions = pipeline.conditions(question.text, question.predicates)
    plain, secret = ([one for one in conditions if one.authorization is kind] for kind in (False, True))
    return as_json(plain), as_json(secret)
