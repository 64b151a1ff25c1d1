"""Atomic facts by a judge: how many are supported, padding left out, with a penalty for saying little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, plain_answer
from ragauge.metrics.generation.claims import without_padding
from ragauge.metrics.generation.facts import GAMMA, Count, penalised
from ragauge.metrics.generation.faithfulness import not_to_verify
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_claims import asked_claims
from ragauge.metrics.judge_entailment import asked_entailment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.metrics.judge_entailment import ClaimVerdict


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("refused", "no_answer", "no_context", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=(
        "doi:10.18653/v1/2023.emnlp-main.741",
        "doi:10.48550/arXiv.2407.03572",
        "This project: no wrong fact hides behind others",
    ),
)
def fact_score(one: Answered, asking: Asking, *, gamma: Count = GAMMA) -> Flow:
    """Share of the answer's distinct facts that the context supports, by a judge, lowered where few are supported.

    Formula: s ÷ n × min(1, e^(1 − gamma ÷ s)), of n facts s being supported; 0 where s is 0. gamma = 0: no penalty.

    Facts are the claims of faithfulness, with the same verdicts, less padding: a supported fact does not count that has
    the words and numbers of another one, or some of them, or only those of the question. A fact that is not supported
    always counts, so that none can hide behind words of others. The penalty is that of lexical_fact_score.

    Returns: one number a question in [0, 1]; higher is better.
    Undefined: refused, no_answer, no_context (not recorded), no_claims, missing, failed (the trace, or the judge:
    counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. Made for long answers; a right answer in one sentence
    is near 0 with the usual gamma. Trivial facts that are new words count.
    Source: Min et al. 2023, FActScore (release f28272d), with the penalty on supported facts. Leaving padding out is
    the idea of Jiang et al. 2024, Core, where sub-claims are chosen by entailment and informativeness.

    Example: of three supported facts one is a part of another, and says nothing new.
        >>> from ragauge.core.flows import played
        >>> said = ["Lamps hum at night.", "Lamps hum.", "The warranty is 2 years.", "It covers theft."]
        >>> one = Answered("q1", answer=" ".join(said), contexts=("Lamps hum at night. The warranty is 2 years.",))
        >>> quotes = ["Lamps hum at night", "Lamps hum", "The warranty is 2 years"]
        >>> good = {"verdict": "supported", "passages": [1], "failure_mode": "none", "rationale": "It says so."}
        >>> bad = {"verdict": "not_found", "passages": [], "quotes": [], "failure_mode": "fabrication", "rationale": ""}
        >>> verdicts = [{"claim": at, **good, "quotes": [quote]} for at, quote in enumerate(quotes, 1)]
        >>> replies = {"claims": {"claims": said}, "entailment": {"verdicts": [*verdicts, {"claim": 4, **bad}]}}
        >>> round(played(fact_score(one, Asking(), gamma=0), replies), 3)
        0.667
    """
    case = not_to_verify(one)
    if case:
        return case
    claims = yield from asked_claims(one.text, plain_answer(one), asking)
    verdicts = yield from asked_entailment(claims, one.contexts or (), asking)
    counted = without_supported_padding(verdicts, one.text)
    score = penalised([verdict.supported for verdict in counted], gamma=gamma)
    if score is None:
        return "no_claims"
    left_out = [verdict.claim for verdict in verdicts if verdict not in counted]
    return Grounded(score, {"claims": [verdict.to_dict() for verdict in counted], "padding": left_out})


def without_supported_padding(verdicts: Sequence[ClaimVerdict], question: str | None) -> list[ClaimVerdict]:
    """The verdicts less those on supported claims that say nothing beyond the others and the question.

    >>> from ragauge.metrics.judge_entailment import ClaimVerdict
    >>> said = {"Lyon beat Paris.": "supported", "Paris beat Lyon.": "not_found", "Lyon beat.": "supported"}
    >>> rows = [ClaimVerdict(claim, verdict) for claim, verdict in said.items()]
    >>> [one.claim for one in without_supported_padding(rows, None)]
    ['Lyon beat Paris.', 'Paris beat Lyon.']
    """
    fresh = set(without_padding([verdict.claim for verdict in verdicts], question))
    return [verdict for verdict in verdicts if not verdict.supported or verdict.claim in fresh]
