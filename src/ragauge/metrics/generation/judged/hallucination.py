"""What an answer claims beside its context: wrong claims that were made up, and right ones that were known anyway."""

from __future__ import annotations

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases
from ragauge.metrics.generation.entailed_claims import claim_figures
from ragauge.metrics.generation.judged.evidence import asked_evidence, no_evidence
from ragauge.metrics.judge_cases import JUDGED

CASES = cases("unanswerable", "refused", "no_answer", "no_reference", "no_context", "no_claims")


@metric(
    stage="generation",
    direction="lower",
    inputs=JUDGED,
    undefined=CASES,
    holds=("bounded",),
    breaks=(),
    references=("doi:10.48550/arXiv.2408.08067", "This project: a supported claim needs a quote that is there"),
)
def hallucination(one: Answered, asking: Asking) -> Flow:
    """Share of the answer's claims that are wrong and in no passage of the context, by a judge.

    Formula: claims that neither a reference nor the context entails ÷ claims. Each claim is held against each reference
    (after the question, because a short one says little alone), and is wrong if none of them entails it.

    Wrong claims that the context has are not counted here, but in noise_sensitivity; right ones that it has not, in
    self_knowledge. The three shares and that of right claims that it has are 1 together.

    Returns: one ratio a question in [0, 1]; lower is better. With a context that is empty every wrong claim is made up.
    Undefined: unanswerable, refused, no_answer, no_reference, no_context (not recorded), no_claims (not free of
    hallucinations with 0), missing, failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. A true claim that the references do not make is wrong
    here: short references make it high.
    Source: Ru et al. 2024, RAGChecker (0.1.9, which gives 0 for an answer without claims); prompts are this project's.

    Example: the answer is in the reference and the context, its second claim is in neither.
        >>> from ragauge.core.flows import played
        >>> context = ("Lamps have a warranty of two years.",)
        >>> one = Answered("q1", answer="Two years. It covers theft.", contexts=context, references=("two years",))
        >>> good = {"verdict": "supported", "passages": [1], "quotes": ["two years"], "failure_mode": "none"}
        >>> bad = {"verdict": "not_found", "passages": [], "quotes": [], "failure_mode": "fabrication"}
        >>> verdicts = [{"claim": 1, **good, "rationale": ""}, {"claim": 2, **bad, "rationale": ""}]
        >>> claims = ["The warranty is two years.", "The warranty covers theft."]
        >>> played(hallucination(one, Asking()), {"claims": {"claims": claims}, "entailment": {"verdicts": verdicts}})
        0.5
    """
    return (yield from _share_of(one, asking, "hallucination"))


@metric(
    stage="generation",
    direction="none",
    inputs=JUDGED,
    undefined=CASES,
    holds=("bounded",),
    breaks=(),
    references=("doi:10.48550/arXiv.2408.08067", "This project: a supported claim needs a quote that is there"),
)
def self_knowledge(one: Answered, asking: Asking) -> Flow:
    """Share of the answer's claims that are right and in no passage of the context, by a judge.

    Formula: claims that a reference entails and the context does not ÷ claims: what the model knew by itself. What is
    asked, and how a claim is right, is as in hallucination.

    Returns: one ratio a question in [0, 1]. Neither direction is better: it makes up for retrieval that failed, and no
    source can be shown for it.
    Undefined: unanswerable, refused, no_answer, no_reference, no_context (not recorded), no_claims, missing, failed
    (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. What the judge overlooks in the context counts as
    knowledge.
    Source: Ru et al. 2024, RAGChecker (0.1.9); prompts and checks are this project's.

    Example: the context is empty, and the answer is right.
        >>> from ragauge.core.flows import played
        >>> one = Answered("q1", answer="Two years.", contexts=(), references=("two years",))
        >>> good = {"verdict": "supported", "passages": [1], "quotes": ["two years"], "failure_mode": "none"}
        >>> verdicts = {"verdicts": [{"claim": 1, **good, "rationale": "It says so."}]}
        >>> claims = {"claims": ["The warranty is two years."]}
        >>> played(self_knowledge(one, Asking()), {"claims": claims, "entailment": verdicts})
        1.0
    """
    return (yield from _share_of(one, asking, "self_knowledge"))


def _share_of(one: Answered, asking: Asking, name: str) -> Flow:
    case = no_evidence(one)
    if case:
        return case
    evidence = yield from asked_evidence(one, asking)
    figures = claim_figures(evidence.right, [], evidence.entailed, [], chunks=evidence.passages)
    found: float | None = getattr(figures, name)
    return "no_claims" if found is None else Grounded(found, evidence.to_dict())
