"""Whether answers are withheld where there is none, and given where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import INPUTS, RefusalsBy, cases, is_blank, refuses

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REFERENCES = ("doi:10.48550/arXiv.2312.11361", "This project: a refusal is good or bad, and never without a value")
_OF_ANSWERABLE = cases("unanswerable", "answerability_unknown", "no_answer", "refusal_unknown")
_OF_UNANSWERABLE = cases("answerable", "answerability_unknown", "no_answer", "refusal_unknown")


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    binary=True,
    undefined=cases("answerability_unknown", "no_answer", "refusal_unknown"),
    holds=("bounded",),
    breaks=(),
    aliases=("abstention_accuracy",),
    references=REFERENCES,
)
def abstention_correct(answers: Answers, *, refusals: RefusalsBy = "phrases") -> Values:
    """Whether a question that has an answer got one, and one that has none a refusal; the mean is the accuracy.

    Formula: 1 if refused ⇔ unanswerable, else 0.

    ``refusals``: what tells that an answer refuses: ``recorded``, the trace alone; ``phrases``, a list of English and
    Russian phrases in its first sentence where the trace does not tell.

    Returns: 0 or 1 a question; higher is better.
    Undefined: answerability_unknown, no_answer (none, or empty, and no refusal recorded), refusal_unknown (with
    ``recorded``), missing, failed.
    Limits: with few unanswerable questions, a system that never refuses has a high mean: read the other four beside
    it. An answer counts whether it is right or not.
    Source: Thakur et al. 2024, NoMIRACL.

    Example: a good refusal, a wrong refusal, and an answer that is made up.
        >>> from ragauge.core.answered import Answered, Answers
        >>> good = Answered("q1", answer="The manual does not say.", answerable=False)
        >>> wrong = Answered("q2", answer="Я не знаю.", answerable=True)
        >>> made_up = Answered("q3", answer="Two years.", answerable=False)
        >>> abstention_correct(Answers((good, wrong, made_up)))
        Values(1, 0, 0)
    """
    return answers.each(lambda one: _value(one, refusals, lambda refused: refused != one.answerable))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    binary=True,
    undefined=_OF_ANSWERABLE,
    holds=("bounded",),
    breaks=(),
    references=REFERENCES,
)
def answered_when_answerable(answers: Answers, *, refusals: RefusalsBy = "phrases") -> Values:
    """Whether a question that has an answer got one, right or wrong; the mean is 1 − the rate of wrong refusals.

    Formula: 1 if not refused, else 0, over the answerable questions.

    Returns: 0 or 1 a question; higher is better.
    Undefined: unanswerable, answerability_unknown, no_answer, refusal_unknown, missing, failed.
    Limits: a system that never refuses has 1: read refused_when_unanswerable beside it.
    Source: Thakur et al. 2024, NoMIRACL (the relevant subset).

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="Two years.", answerable=True)
        >>> other = Answered("q2", refusal=True, answerable=True)
        >>> answered_when_answerable(Answers((one, other)))
        Values(1, 0)
    """
    return answers.each(lambda one: _of(one, answerable=True, by=refusals, good=lambda refused: not refused))


@metric(
    stage="generation",
    direction="lower",
    inputs=INPUTS,
    binary=True,
    undefined=_OF_ANSWERABLE,
    holds=("bounded",),
    breaks=(),
    references=REFERENCES,
)
def wrong_refusal(answers: Answers, *, refusals: RefusalsBy = "phrases") -> Values:
    """Whether a question that has an answer was refused; the mean is NoMIRACL's error rate.

    Formula: 1 if refused, else 0, over the answerable questions.

    Returns: 0 or 1 a question; lower is better.
    Undefined: unanswerable, answerability_unknown, no_answer, refusal_unknown, missing, failed.
    Limits: it does not say whose fault it is: where the evidence was not retrieved, to refuse was right.
    Source: Thakur et al. 2024, NoMIRACL (the relevant subset).

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> wrong_refusal(Answers((Answered("q1", answer="The manual does not say.", answerable=True),)))
        Values(1)
    """
    return answers.each(lambda one: _of(one, answerable=True, by=refusals, good=lambda refused: refused))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    binary=True,
    undefined=_OF_UNANSWERABLE,
    holds=("bounded",),
    breaks=(),
    aliases=("abstention_recall",),
    references=REFERENCES,
)
def refused_when_unanswerable(answers: Answers, *, refusals: RefusalsBy = "phrases") -> Values:
    """Whether a question that has no answer was refused; the mean is the recall of refusals.

    Formula: 1 if refused, else 0, over the unanswerable questions.

    Returns: 0 or 1 a question; higher is better.
    Undefined: answerable, answerability_unknown, no_answer, refusal_unknown, missing, failed.
    Limits: a system that always refuses has 1: read answered_when_answerable beside it.
    Source: Thakur et al. 2024, NoMIRACL (the non-relevant subset).

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> one = Answered("q1", answer="В этих фрагментах нет ответа на вопрос.", answerable=False)
        >>> refused_when_unanswerable(Answers((one, Answered("q2", answer="42", answerable=False))))
        Values(1, 0)
    """
    return answers.each(lambda one: _of(one, answerable=False, by=refusals, good=lambda refused: refused))


@metric(
    stage="generation",
    direction="lower",
    inputs=INPUTS,
    binary=True,
    undefined=_OF_UNANSWERABLE,
    holds=("bounded",),
    breaks=(),
    references=REFERENCES,
)
def hallucinated_answer(answers: Answers, *, refusals: RefusalsBy = "phrases") -> Values:
    """Whether a question that has no answer got one all the same; the mean is NoMIRACL's hallucination rate.

    Formula: 1 if not refused, else 0, over the unanswerable questions.

    Returns: 0 or 1 a question; lower is better.
    Undefined: answerable, answerability_unknown, no_answer, refusal_unknown, missing, failed.
    Limits: it rests on the question having no answer in the documents; what is made up in other answers is seen by
    faithfulness.
    Source: Thakur et al. 2024, NoMIRACL (the non-relevant subset).

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> hallucinated_answer(Answers((Answered("q1", answer="Two years.", answerable=False),)))
        Values(1)
    """
    return answers.each(lambda one: _of(one, answerable=False, by=refusals, good=lambda refused: not refused))


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    binary=True,
    undefined=cases("answered", "answerability_unknown", "no_answer", "refusal_unknown"),
    holds=("bounded",),
    breaks=(),
    references=REFERENCES,
)
def abstention_precision(answers: Answers, *, refusals: RefusalsBy = "phrases") -> Values:
    """Whether a refusal was right: the question has no answer; the mean is the precision of refusals.

    Formula: 1 if unanswerable, else 0, over the refusals.

    Returns: 0 or 1 a question; higher is better.
    Undefined: answered, answerability_unknown, no_answer, refusal_unknown, missing, failed.
    Limits: a system that never refuses has no value.
    Source: precision of the class "refusal"; the questions are those of Thakur et al. 2024, NoMIRACL.

    Example:
        >>> from ragauge.core.answered import Answered, Answers
        >>> right = Answered("q1", refusal=True, answerable=False)
        >>> wrong = Answered("q2", refusal=True, answerable=True)
        >>> abstention_precision(Answers((right, wrong, Answered("q3", answer="42", answerable=True))))
        Values(1, 0, answered)
    """

    def value(one: Answered) -> float | str:
        found = _value(one, refusals, lambda refused: refused)
        if isinstance(found, str):
            return found
        return float(not one.answerable) if found else "answered"

    return answers.each(value)


CELLS = ("answered_answerable", "wrong_refusal", "hallucinated_answer", "refused_unanswerable")
"""The 2 × 2 of what a question is and what became of it."""


def abstention_table(answers: Answers, *, refusals: RefusalsBy = "phrases") -> Mapping[str, tuple[str, ...]]:
    """The questions in each cell of the 2 × 2, and in each case that leaves them out, by name.

    >>> from ragauge.core.answered import Answered, Answers
    >>> one = Answered("q1", refusal=True, answerable=True)
    >>> other = Answered("q2", answer="Two years.", answerable=False)
    >>> {name: questions for name, questions in abstention_table(Answers((one, other))).items() if questions}
    {'wrong_refusal': ('q1',), 'hallucinated_answer': ('q2',)}
    """
    table: dict[str, list[str]] = {name: [] for name in CELLS}
    refused = answers.each(lambda one: _value(one, refusals, lambda said: said))
    for one, cell in zip(answers.cases, refused.cells(), strict=True):
        name = cell if isinstance(cell, str) else CELLS[int(cell) + (0 if one.answerable else 2)]
        table.setdefault(name, []).append(one.question)
    return {name: tuple(questions) for name, questions in table.items()}


def _value(one: Answered, by: RefusalsBy, good: Callable[[bool], bool]) -> float | str:
    if one.answerable is None:
        return "answerability_unknown"
    refused = refuses(one, by)
    if refused is None:
        return "no_answer" if is_blank(one.answer) else "refusal_unknown"
    if not refused and is_blank(one.answer):
        return "no_answer"
    return float(good(refused))


def _of(one: Answered, *, answerable: bool, by: RefusalsBy, good: Callable[[bool], bool]) -> float | str:
    if one.answerable is not None and one.answerable != answerable:
        return "answerable" if one.answerable else "unanswerable"
    return _value(one, by, good)
