"""How far the texts in the prompt answer the question, by a judge that grades each alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.parameters import Bounds
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, is_blank
from ragauge.metrics.generation.verdicts import ranked_relevance
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_grades import ANSWERS, HIGHEST, asked_grades

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.metrics.judge_grades import Grade

FromGrade = Annotated[int, Bounds(1, HIGHEST)]
"""threshold: from this grade on a text is relevant."""
CASES = cases("no_question", "no_context", "empty_context")
UMBRELA = "doi:10.48550/arXiv.2406.06519"
QUOTED = "This project: a passage that answers needs the words that do"


@metric(
    stage="context",
    direction="higher",
    inputs=JUDGED,
    undefined=CASES,
    holds=("bounded",),
    breaks=(),
    references=(UMBRELA, QUOTED),
)
def context_relevance(one: Answered, asking: Asking) -> Flow:
    """Mean grade of the texts in the prompt, by a judge, as a share of the highest grade.

    Formula: Σ grade ÷ (3 · texts in the prompt). 0: nothing to do with the question; 1: about it, and answers no part
    of it; 2: some answer, unclear or among other things; 3: about it, with the exact answer.

    Every text is graded alone, in a request of its own, and 2 and 3 need the words that answer. All metrics of these
    grades (irrelevant_context, ranked_context_precision) take the same requests.

    Returns: one number a question in [0, 1]; higher is better.
    Undefined: no_question (its words are not recorded), no_context (not recorded), empty_context, missing, failed (the
    trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. The mean of a scale whose steps need not be equal.
    A question that needs several texts together has none of grade 3. A text that does not fit the window of the judge
    is a failure (too_long).
    Source: the scale is that of Upadhyay et al. 2024, UMBRELA; mean, prompts and checks are this project's.

    Example: one text with the exact answer, one that is related.
        >>> from ragauge.core.flows import played
        >>> texts = ("The warranty is two years.", "A warranty is a promise.")
        >>> one = Answered("q1", "How long is the warranty?", contexts=texts)
        >>> good = {"rationale": "The exact answer.", "grade": 3, "quote": "two years"}
        >>> related = {"rationale": "No time is named.", "grade": 1, "quote": ""}
        >>> judge = lambda request: good if texts[0] in request.prompt else related
        >>> round(played(context_relevance(one, Asking()), {"relevance": judge}), 6)
        0.666667
    """
    case = nothing_to_grade(one)
    if case:
        return case
    grades = yield from asked_grades(one.text or "", one.contexts or (), asking)
    return Grounded(sum(found.grade for found in grades) / (HIGHEST * len(grades)), _grounds(one, grades))


@metric(
    stage="context",
    direction="lower",
    inputs=JUDGED,
    undefined=CASES,
    holds=("bounded",),
    breaks=(),
    references=(UMBRELA, QUOTED),
)
def irrelevant_context(one: Answered, asking: Asking, *, threshold: FromGrade = ANSWERS) -> Flow:
    """Share of the texts in the prompt that a judge grades below a threshold.

    Formula: texts with a grade below ``threshold`` ÷ texts in the prompt. The grades are those of context_relevance, by
    the same requests: with 2, what has no part of an answer is irrelevant; with 1, what has nothing to do with the
    question; with 3, what has not the exact answer.

    Returns: one ratio a question in [0, 1]; lower is better.
    Undefined: no_question (its words are not recorded), no_context (not recorded), empty_context, missing, failed (the
    trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. A prompt of one text that answers has 0, whatever
    else would have been needed.
    Source: the scale is that of Upadhyay et al. 2024, UMBRELA; the share is this project's.

    Example: one text with the exact answer, one that is related.
        >>> from ragauge.core.flows import played
        >>> texts = ("The warranty is two years.", "A warranty is a promise.")
        >>> one = Answered("q1", "How long is the warranty?", contexts=texts)
        >>> good = {"rationale": "The exact answer.", "grade": 3, "quote": "two years"}
        >>> related = {"rationale": "No time is named.", "grade": 1, "quote": ""}
        >>> judge = lambda request: good if texts[0] in request.prompt else related
        >>> played(irrelevant_context(one, Asking()), {"relevance": judge})
        0.5
    """
    case = nothing_to_grade(one)
    if case:
        return case
    grades = yield from asked_grades(one.text or "", one.contexts or (), asking)
    return Grounded(sum(found.grade < threshold for found in grades) / len(grades), _grounds(one, grades))


@metric(
    stage="context",
    direction="higher",
    inputs=JUDGED,
    undefined=CASES,
    holds=("bounded",),
    breaks=(),
    references=("doi:10.18653/v1/2024.eacl-demo.16", UMBRELA, QUOTED),
)
def ranked_context_precision(one: Answered, asking: Asking, *, threshold: FromGrade = ANSWERS) -> Flow:
    """Whether relevant texts stand first in the prompt, by a judge: ragas' context precision.

    Formula: Σ over relevant places i of precision@i ÷ relevant texts in the prompt; 0 where none is relevant. Relevant
    is what has at least the grade ``threshold``; the grades are those of context_relevance, by the same requests.

    Returns: one number a question in [0, 1]; higher is better. It is no precision: one relevant text at the top of five
    is 1.0, while a share of relevant texts would be 0.2.
    Undefined: no_question (its words are not recorded), no_context (not recorded), empty_context, missing, failed (the
    trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. The order is that of the prompt: where assembly turns
    it round on purpose, a low value is meant. Relevant texts that are not in the prompt do not count.
    Source: Es et al. 2024, ragas (0.4.3), whose judge says yes or no, and which has 0 for an empty context and a
    perfect list 1e-10 below 1; the scale is that of Upadhyay et al. 2024, UMBRELA.

    Example: the second of two texts has the answer.
        >>> from ragauge.core.flows import played
        >>> texts = ("A warranty is a promise.", "The warranty is two years.")
        >>> one = Answered("q1", "How long is the warranty?", contexts=texts)
        >>> good = {"rationale": "The exact answer.", "grade": 3, "quote": "two years"}
        >>> related = {"rationale": "No time is named.", "grade": 1, "quote": ""}
        >>> judge = lambda request: good if texts[1] in request.prompt else related
        >>> played(ranked_context_precision(one, Asking()), {"relevance": judge})
        0.5
    """
    case = nothing_to_grade(one)
    if case:
        return case
    grades = yield from asked_grades(one.text or "", one.contexts or (), asking)
    value = ranked_relevance([found.grade >= threshold for found in grades])
    return "empty_context" if value is None else Grounded(value, _grounds(one, grades))


def nothing_to_grade(one: Answered) -> str | None:
    """The case in which there is no question, or no text to grade."""
    if one.contexts is None:
        return "no_context"
    if not one.contexts:
        return "empty_context"
    return "no_question" if is_blank(one.text) else None


def _grounds(one: Answered, grades: Sequence[Grade]) -> Mapping[str, Any]:
    """The grades in the order of the prompt, with the ids of the chunks where they are recorded."""
    names = one.ids or (None,) * len(grades)
    return {"texts": [{"id": name, **found.to_dict()} for name, found in zip(names, grades, strict=True)]}
