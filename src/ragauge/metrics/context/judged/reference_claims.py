"""Whether the context has what the reference answer claims, by a judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_claims import asked_claims
from ragauge.metrics.judge_entailment import asked_entailment, by_passage, share_supported
from ragauge.metrics.judge_references import references_of
from ragauge.metrics.judge_together import asked_together

if TYPE_CHECKING:
    from collections.abc import Generator

    from ragauge.core.flows import Reply, Request
    from ragauge.metrics.judge_entailment import ClaimVerdict

REFERENCES = ("doi:10.48550/arXiv.2408.08067", "This project: a supported claim needs a quote that is there")


@metric(
    stage="context",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("unanswerable", "no_reference", "no_context", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.18653/v1/2024.eacl-demo.16", *REFERENCES),
)
def reference_claim_recall(one: Answered, asking: Asking) -> Flow:
    """Share of the claims of the reference answer that the texts in the prompt support, by a judge.

    Formula: max over references of supported claims ÷ claims. No answer is needed.

    Returns: one ratio a question in [0, 1]; higher is better. With a context that is recorded and empty: 0, and nobody
    is asked.
    Undefined: unanswerable, no_reference, no_context (not recorded), no_claims (the references have none), missing,
    failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. Where the gold has places or words, context_recall
    needs no judge.
    Source: claim recall of Ru et al. 2024, RAGChecker; context recall of Es et al. 2024, ragas.

    Example: one of two claims of the reference is in the prompt.
        >>> from ragauge.core.flows import played
        >>> reference = ("The warranty is two years. It covers the battery.",)
        >>> one = Answered("q1", contexts=("Lamps have a warranty of two years.",), references=reference)
        >>> good = {"verdict": "supported", "passages": [1], "quotes": ["two years"], "failure_mode": "none"}
        >>> bad = {"verdict": "not_found", "passages": [], "quotes": [], "failure_mode": "fabrication"}
        >>> verdicts = [{"claim": 1, **good, "rationale": ""}, {"claim": 2, **bad, "rationale": ""}]
        >>> claims = {"claims": ["The warranty is two years.", "The warranty covers the battery."]}
        >>> replies = {"claims": claims, "entailment": {"verdicts": verdicts}}
        >>> played(reference_claim_recall(one, Asking()), replies)
        0.5
    """
    case = _nothing_to_hold(one)
    if case:
        return case
    if not one.contexts:
        return 0.0
    by_reference = yield from _asked(one, asking)
    shares = [
        (share, place) for place, found in enumerate(by_reference) if (share := share_supported(found)) is not None
    ]
    if not shares:
        return "no_claims"
    best, place = max(shares, key=lambda row: row[0])
    claims = [verdict.to_dict() for verdict in by_reference[place]]
    return Grounded(best, {"reference": references_of(one)[place], "reference_claims": claims})


@metric(
    stage="context",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("unanswerable", "no_reference", "no_context", "empty_context", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=REFERENCES,
)
def claim_context_precision(one: Answered, asking: Asking) -> Flow:
    """Share of the texts in the prompt that support a claim of a reference answer, by a judge.

    Formula: texts that support at least one claim of any reference ÷ texts. No answer is needed, and nothing is asked
    that reference_claim_recall does not ask.

    Returns: one ratio a question in [0, 1]; higher is better. The order of the texts does not count.
    Undefined: unanswerable, no_reference, no_context (not recorded), empty_context, no_claims (the references have
    none), missing, failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``; it is asked for all texts that support a claim, and
    may name too few. Texts that only together support a claim all count. Duplicates count each.
    Source: context precision of Ru et al. 2024, RAGChecker (0.1.9). That of ragas is an average precision.

    Example: one of two texts has the claim.
        >>> from ragauge.core.flows import played
        >>> texts = ("Lamps have a warranty of two years.", "Lamps hum at night.")
        >>> one = Answered("q1", contexts=texts, references=("The warranty is two years.",))
        >>> good = {"verdict": "supported", "passages": [1], "quotes": ["two years"], "failure_mode": "none"}
        >>> verdicts = {"verdicts": [{"claim": 1, **good, "rationale": "It says so."}]}
        >>> claims = {"claims": ["The warranty is two years."]}
        >>> played(claim_context_precision(one, Asking()), {"claims": claims, "entailment": verdicts})
        0.5
    """
    case = _nothing_to_hold(one) or (None if one.contexts else "empty_context")
    if case:
        return case
    by_reference = yield from _asked(one, asking)
    verdicts = [verdict for found in by_reference for verdict in found]
    if not verdicts:
        return "no_claims"
    rows = by_passage(verdicts, len(one.contexts or ()))
    useful = [any(column) for column in zip(*rows, strict=True)]
    grounds = {"passages": useful, "reference_claims": [verdict.to_dict() for verdict in verdicts]}
    return Grounded(sum(useful) / len(useful), grounds)


def _nothing_to_hold(one: Answered) -> str | None:
    if one.answerable is False:
        return "unanswerable"
    if not references_of(one):
        return "no_reference"
    return "no_context" if one.contexts is None else None


def _asked(
    one: Answered, asking: Asking
) -> Generator[tuple[Request, ...], tuple[Reply, ...], list[list[ClaimVerdict]]]:
    """The verdicts on the claims of each reference."""
    claims = yield from asked_together([asked_claims(one.text, text, asking) for text in references_of(one)])
    return (yield from asked_together([asked_entailment(some, one.contexts or (), asking) for some in claims]))
