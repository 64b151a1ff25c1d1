"""Wrong claims that an answer takes from its context."""

from __future__ import annotations

from typing import Literal

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases
from ragauge.metrics.generation import verdicts
from ragauge.metrics.generation.judged.evidence import asked_evidence, no_evidence
from ragauge.metrics.judge_cases import JUDGED

By = Literal["relevant", "irrelevant"]


@metric(
    stage="generation",
    direction="lower",
    inputs=JUDGED,
    undefined=cases(
        "unanswerable", "refused", "no_answer", "no_reference", "no_context", "empty_context", "no_claims"
    ),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.48550/arXiv.2408.08067", "This project: a supported claim needs a quote that is there"),
)  # fmt: skip
def noise_sensitivity(one: Answered, asking: Asking, *, by: By = "relevant") -> Flow:
    """Share of the answer's claims that are wrong and come from passages of the context, by a judge.

    Formula: wrong claims that a relevant passage entails ÷ claims; by=irrelevant: wrong ones that only others entail.
    A passage is relevant that entails a claim of a reference; a claim is wrong if no reference entails it.

    Both, hallucination, self_knowledge, and the share of right claims that the context has are 1 together.

    Returns: one ratio a question in [0, 1]; lower is better.
    Undefined: unanswerable, refused, no_answer, no_reference, no_context (not recorded), empty_context (no noise can
    come of it), no_claims (neither of the answer, nor of the references), missing, failed (the trace, or the judge:
    counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. A claim that only several passages together entail
    comes from each of them. A true claim that the references do not make is wrong here.
    Source: Ru et al. 2024, RAGChecker (0.1.9); ragas 0.4.3 has the same formula.

    Example: the answer takes a year from a passage on another lamp.
        >>> from ragauge.core.flows import played
        >>> context = ("Lamp A has a warranty of two years.", "Lamp B has a warranty of one year.")
        >>> one = Answered("q1", answer="One year.", contexts=context, references=("two years",))
        >>> said = {"claims": ["The warranty of lamp A is one year."]}
        >>> right = {"claims": ["The warranty of lamp A is two years."]}
        >>> bad = {"verdict": "contradicted", "passages": [], "quotes": [], "failure_mode": "wrong_entity"}
        >>> def entailment(request):
        ...     number, words = (1, "two years") if "A is two" in request.prompt else (2, "one year")
        ...     good = {"verdict": "supported", "passages": [number], "quotes": [words], "failure_mode": "none"}
        ...     verdict = good if "Lamp B" in request.prompt else bad
        ...     return {"verdicts": [{"claim": 1, **verdict, "rationale": ""}]}
        >>> replies = {"claims": lambda one: said if "One year" in one.prompt else right, "entailment": entailment}
        >>> [played(noise_sensitivity(one, Asking(), by=by), replies) for by in ("relevant", "irrelevant")]
        [0.0, 1.0]
    """
    case = no_evidence(one) or (None if one.contexts else "empty_context")
    if case:
        return case
    evidence = yield from asked_evidence(one, asking, of_references=True)
    if not evidence.relevant:
        return "no_claims"
    found = verdicts.noise_sensitivity(evidence.right, evidence.relevant, evidence.entailed, by=by)
    return "no_claims" if found is None else Grounded(found, evidence.to_dict())
