"""Whether an answer uses what its context has of the reference, by a judge."""

from __future__ import annotations

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, plain_answer
from ragauge.metrics.generation.entailed_claims import claim_figures
from ragauge.metrics.generation.judged.evidence import no_evidence
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_claims import asked_claims
from ragauge.metrics.judge_entailment import asked_entailment, by_passage
from ragauge.metrics.judge_references import as_passage, references_of
from ragauge.metrics.judge_together import asked_together


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases(
        "unanswerable", "refused", "no_answer", "no_reference", "no_context", "no_claims", "not_in_context"
    ),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.48550/arXiv.2408.08067", "This project: the better of several references"),
)  # fmt: skip
def claim_utilisation(one: Answered, asking: Asking) -> Flow:
    """Share of the reference's claims in the context that the answer states, by a judge.

    Formula: max over references of claims that the context and the answer entail ÷ claims that the context entails.
    It tells generation from search: what was not retrieved does not count. ``context_utilisation`` is the share of
    texts that are cited.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: unanswerable, refused, no_answer, no_reference, no_context (not recorded), no_claims (the references have
    none), not_in_context (the context has none of them), missing, failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``.
    Source: context utilisation of Ru et al. 2024, RAGChecker (0.1.9, which gives 0 where the context has nothing).

    Example: two claims are in the context, and the answer states one.
        >>> from ragauge.core.flows import played
        >>> text = "The warranty is two years. It covers the battery."
        >>> one = Answered("q1", answer="Two years.", contexts=(text,), references=(text,))
        >>> good = {"verdict": "supported", "passages": [1], "failure_mode": "none", "rationale": "It says so."}
        >>> bad = {"verdict": "not_found", "passages": [], "quotes": [], "failure_mode": "fabrication", "rationale": ""}
        >>> rows = [{"claim": 1, **good, "quotes": ["two years"]}, {"claim": 2, **good, "quotes": ["the battery"]}]
        >>> def entailment(request):
        ...     return {"verdicts": rows if text in request.prompt else [rows[0], {"claim": 2, **bad}]}
        >>> claims = {"claims": ["The warranty is two years.", "The warranty covers the battery."]}
        >>> played(claim_utilisation(one, Asking()), {"claims": claims, "entailment": entailment})
        0.5
    """
    case = no_evidence(one)
    if case:
        return case
    references, passages, said = references_of(one), one.contexts or (), as_passage(one.text, plain_answer(one))
    split = yield from asked_together([asked_claims(one.text, text, asking) for text in references])
    if not any(split):
        return "no_claims"
    against = [texts for texts in (passages, [said]) for _ in split]
    verdicts = yield from asked_together(
        [asked_entailment(claims, texts, asking) for claims, texts in zip(split * 2, against, strict=True)]
    )
    scored = []
    for reference, found, stated in zip(references, verdicts, verdicts[len(split) :], strict=False):
        there = by_passage(found, len(passages))
        value = claim_figures([], [row.supported for row in stated], [], there, len(passages)).context_utilisation
        if value is not None:
            rows = [row.to_dict() for row in found]
            claims = [{**row, "stated": by.supported} for row, by in zip(rows, stated, strict=True)]
            scored.append((value, {"reference": reference, "reference_claims": claims}))
    if not scored:
        return "not_in_context"
    return Grounded(*max(scored, key=lambda row: row[0]))
