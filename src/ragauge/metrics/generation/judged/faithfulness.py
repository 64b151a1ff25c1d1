"""Whether the context says what the answer claims, by a judge."""

from __future__ import annotations

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, plain_answer
from ragauge.metrics.generation.faithfulness import not_to_verify
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_claims import asked_claims
from ragauge.metrics.judge_entailment import asked_entailment, share_supported


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("refused", "no_answer", "no_context", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.18653/v1/2024.eacl-demo.16", "This project: a supported claim needs a quote that is there"),
)
def faithfulness(one: Answered, asking: Asking) -> Flow:
    """Share of the answer's claims that the context supports, by a judge.

    Formula: supported claims ÷ claims. The judge splits the answer into claims, each once, and gives each a verdict
    with the passages that support it and their words; the share is counted from the verdicts. Claims of the same words
    in the same order are one, whatever the judge does; in another order they may say another thing, and are not.

    A reply is a failure, and no number, if it has a verdict too few or too many, supports a claim with words that do
    not stand in the passage, or contradicts itself; the judge is asked once more before.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is empty nothing is supported: 0.
    Undefined: refused (a refusal claims nothing), no_answer, no_context (not recorded), no_claims, missing, failed (the
    trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. Passages that do not fit its window together are
    judged in parts, and a claim that needs two of different parts is not supported. Facts that nobody asked for
    raise it if the context has them: ``fact_score`` leaves out those that say nothing new.
    Source: the definition is that of Es et al. 2024, ragas; prompts and checks are this project's.

    Example: one of four claims is not in the context.
        >>> from ragauge.core.flows import played
        >>> context = "Mars has two moons, Phobos and Deimos. NASA's Curiosity rover landed on Mars in 2012."
        >>> said = "Mars has two moons. Phobos and Deimos orbit Mars. Mars has thick air. Curiosity came in 2012."
        >>> one = Answered("q1", answer=said, contexts=(context,))
        >>> good = {"verdict": "supported", "passages": [1], "failure_mode": "none", "rationale": "It says so."}
        >>> bad = {"verdict": "not_found", "passages": [], "quotes": [], "failure_mode": "fabrication", "rationale": ""}
        >>> verdicts = [
        ...     {"claim": 1, **good, "quotes": ["Mars has two moons"]},
        ...     {"claim": 2, **good, "quotes": ["two moons, Phobos and Deimos"]},
        ...     {"claim": 3, **bad},
        ...     {"claim": 4, **good, "quotes": ["Curiosity rover landed on Mars in 2012"]},
        ... ]
        >>> claims = [f"{claim}." for claim in said.rstrip(".").split(". ")]
        >>> played(faithfulness(one, Asking()), {"claims": {"claims": claims}, "entailment": {"verdicts": verdicts}})
        0.75
    """
    case = not_to_verify(one)
    if case:
        return case
    claims = yield from asked_claims(one.text, plain_answer(one), asking)
    verdicts = yield from asked_entailment(claims, one.contexts or (), asking)
    found = share_supported(verdicts)
    if found is None:
        return "no_claims"
    return Grounded(found, {"claims": [verdict.to_dict() for verdict in verdicts]})
