"""Atomic facts: how many of them are supported, with a penalty for saying little."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Literal

from ragauge.core.answered import Answered, Answers
from ragauge.core.parameters import Bounds
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import INPUTS, cases, plain_answer
from ragauge.metrics.generation.claims import claims_of, without_padding
from ragauge.metrics.generation.faithfulness import not_to_verify
from ragauge.metrics.generation.lexical import SHARE, Verdict, WordShare, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMMA = 10.0
Count = Annotated[float, Bounds(0.0, None)]


@metric(
    stage="generation",
    direction="higher",
    inputs=INPUTS,
    undefined=cases("refused", "no_answer", "no_context", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.18653/v1/2023.emnlp-main.741", "This project: padding must not pay"),
)
def lexical_fact_score(answers: Answers, *, gamma: Count = GAMMA, share: WordShare = SHARE) -> Values:
    """Share of the answer's distinct facts that the context supports, lowered where fewer than gamma are supported.

    Formula: s ÷ n × min(1, e^(1 − gamma ÷ s)), of n facts s being supported; 0 where s is 0. gamma = 0: no penalty.

    Facts are the claims of lexical_faithfulness without padding: repetitions, parts of another fact, and echoes of the
    question are left out. FActScore's own penalty takes n for s, so that facts that are made up can raise a score: five
    of five are 0.368, five of ten 0.5. Here these are 0.368 and 0.184.

    Returns: one number a question in [0, 1]; higher is better.
    Undefined: refused, no_answer, no_context (not recorded), no_claims, missing, failed.
    Limits: made for long answers; a right answer in one sentence is near 0 with the usual gamma. A sentence may hold
    several facts: nothing is split that a rule cannot split. Trivial facts that are new words count.
    Source: Min et al. 2023, FActScore (release f28272d), with the penalty on supported facts.

    Example: two facts, both supported; said twice they are still two.
        >>> from ragauge.core.answered import Answered, Answers
        >>> context = ("Lamps hum at night. The warranty is two years.",)
        >>> once = Answered("q1", answer="Lamps hum. The warranty is two years.", contexts=context)
        >>> said = "Lamps hum. The warranty is two years. Lamps hum. The lamps hum. The warranty is 2 years."
        >>> lexical_fact_score(Answers((once, Answered("q2", answer=said, contexts=context))), gamma=2)
        Values(1, 1)
    """

    def value(one: Answered) -> float | str:
        case = not_to_verify(one)
        if case:
            return case
        score = penalised([verdict.supported for verdict in fact_verdicts(one, share=share)], gamma=gamma)
        return "no_claims" if score is None else score

    return answers.each(value)


def fact_verdicts(one: Answered, *, share: float = SHARE) -> list[Verdict]:
    """The verdict on each distinct fact of an answer."""
    if not_to_verify(one):
        return []
    facts = without_padding(claims_of(plain_answer(one)), one.text)
    return [verify(fact, one.contexts or (), share=share) for fact in facts]


def penalised(
    supported: Sequence[bool], *, gamma: float = GAMMA, by: Literal["supported", "facts"] = "supported"
) -> float | None:
    """The share of supported facts times the penalty, by the number of supported facts or, as FActScore, of all.

    >>> penalised([True] * 5), penalised([True] * 5 + [False] * 5), penalised([True] * 5 + [False] * 5, by="facts")
    (0.36787944117144233, 0.18393972058572117, 0.5)
    >>> penalised([]) is None, penalised([False, False])
    (True, 0.0)
    """
    if not supported:
        return None
    right = sum(supported)
    counted = right if by == "supported" else len(supported)
    if not right:
        return 0.0
    penalty = math.exp(1 - gamma / counted) if gamma > counted else 1.0
    return right / len(supported) * penalty
