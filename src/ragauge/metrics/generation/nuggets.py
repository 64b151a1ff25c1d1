"""Nuggets: how many of the facts that a good answer states are in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ragauge.core.answered import Answered, Answers
from ragauge.core.parameters import Share
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import INPUTS, cases, is_blank, plain_answer, refuses
from ragauge.metrics.generation.lexical import SHARE, WordShare, verify

if TYPE_CHECKING:
    from collections.abc import Iterable

Stated = Literal["support", "partial", "none"]
Over = Literal["all", "vital", "weighted"]
OKAY = 0.5
"""What an okay nugget weighs beside a vital one, where they are weighted."""
HALF = 0.5
"""With so many of its content words, but not all that it needs, a nugget is stated in part."""


class NuggetVerdict(NamedTuple):
    """Whether a nugget is vital, and whether an answer states it."""

    vital: bool
    stated: Stated


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("no_nuggets", "no_answer"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.48550/arXiv.2411.09607", "This project: a perfect answer is 1 without okay nuggets too"),
)
def lexical_nugget_recall(
    answers: Answers, *, over: Over = "all", partial: Share = 0.0, share: WordShare = SHARE
) -> Values:
    """Share of the question's nuggets that the answer states, by words, numbers and names.

    Formula: Σ w · (1 if stated, ``partial`` if stated in part) ÷ Σ w, over all nuggets (``over=all``) or the vital ones
    (``vital``) with w = 1, or over all with w = 1 for vital and 0.5 for okay ones (``weighted``). ``partial=0`` is the
    strict score, 0.5 the lenient one.

    A nugget is stated as the verifier of lexical_faithfulness has it, the answer being the passage; stated in part with
    at least half of its content words. ``nugget_score`` takes the verdicts of any other.

    Returns: one ratio a question in [0, 1]; higher is better. A refusal states nothing: 0.
    Undefined: no_nuggets (none, or none that is vital with ``over=vital``), no_answer, missing, failed.
    Limits: those of the verifier: a nugget in other words is missed.
    Source: Pradeep et al. 2024, TREC RAG, AutoNuggetizer; weighted without its max(n, 1) (see ``nugget_score``).

    Example: of a vital and an okay nugget the vital one is stated.
        >>> from ragauge.core.answered import Answered, Answers, Nugget
        >>> nuggets = (Nugget("The warranty is two years."), Nugget("It covers the battery.", vital=False))
        >>> answers = Answers((Answered("q1", answer="You have a warranty of 2 years.", nuggets=nuggets),))
        >>> lexical_nugget_recall(answers), lexical_nugget_recall(answers, over="weighted")
        (Values(0.5), Values(0.666667))
    """

    def value(one: Answered) -> float | str:
        if not one.nuggets:
            return "no_nuggets"
        if is_blank(one.answer) and not refuses(one):
            return "no_answer"
        score = nugget_score(nugget_verdicts(one, share=share), over=over, partial=partial)
        return "no_nuggets" if score is None else score

    return answers.each(value)


def nugget_verdicts(one: Answered, *, share: float = SHARE) -> list[NuggetVerdict]:
    """Which nuggets an answer states, in their order; a refusal states none."""
    passages = [] if refuses(one) else [plain_answer(one)]
    found = []
    for nugget in one.nuggets:
        verdict = verify(nugget.text, passages, share=share)
        part = verdict.found >= HALF and verdict.reason not in ("negation", "nothing")
        found.append(NuggetVerdict(nugget.vital, "support" if verdict.supported else "partial" if part else "none"))
    return found


def nugget_score(
    verdicts: Iterable[tuple[bool, Stated]], *, over: Over = "all", partial: float = 0.0, okay: float = OKAY
) -> float | None:
    """The nugget score of verdicts by anyone; None where there is no nugget to count.

    In open-rag-eval the weighted score divides by max(n, 1) of each kind, so that an answer that states everything has
    0.667 where there are no okay nuggets.

    >>> nugget_score([(True, "support")], over="weighted"), nugget_score([(False, "support")], over="vital")
    (1.0, None)
    >>> nugget_score([(True, "partial"), (False, "support")], partial=0.5)
    0.75
    """
    worth: dict[Stated, float] = {"support": 1.0, "partial": partial, "none": 0.0}
    weights = {"all": (1.0, 1.0), "vital": (1.0, 0.0), "weighted": (1.0, okay)}[over]
    rows = [(weights[0] if vital else weights[1], worth[stated]) for vital, stated in verdicts]
    total = sum(weight for weight, _ in rows)
    return sum(weight * value for weight, value in rows) / total if total else None
