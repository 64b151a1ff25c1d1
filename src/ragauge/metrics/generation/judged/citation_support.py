"""How far the first citation of each sentence supports it, by a judge: the support of TREC 2024 RAG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, nothing_said
from ragauge.metrics.generation.cited import cited
from ragauge.metrics.generation.claims import is_claim
from ragauge.metrics.generation.support import support_precision, support_recall
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_support import asked_support

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.metrics.generation.cited import Cited, Statement
    from ragauge.metrics.generation.support import Support
    from ragauge.metrics.judge_support import Pair, SupportVerdict

Mode = Literal["precision", "recall"]


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases(
        "refused", "no_answer", "no_context", "citations_unknown", "no_markers", "no_claims", "no_citations"
    ),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.48550/arXiv.2504.15205", "This project: support needs a quote that is there"),
)
def citation_support(one: Answered, asking: Asking, *, mode: Mode = "precision") -> Flow:
    """Mean support of the answer's sentences by their first citation: full 1, partial 0.5, none 0, by a judge.

    Formula: Σ support ÷ sentences that cite something (``mode=precision``), or ÷ all sentences (``mode=recall``), where
    one that cites nothing has 0.

    The first citation is the first marker that names a text in the prompt; a sentence whose markers name none has no
    support. Sentences that say nothing that could be looked for are left out. One request a sentence that cites
    something, the same for both modes, and the same that citation_precision asks for that citation alone.

    Returns: one number a question in [0, 1]; higher is better.
    Undefined: refused, no_answer, no_context (not recorded), citations_unknown (neither markers nor recorded ids),
    no_markers (citations are recorded, and nothing tells which sentence cites what), no_claims, no_citations (with
    ``mode=precision``), missing, failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. Only the first citation counts, as in the track. A
    text that does not fit the window of the judge is a failure (too_long).
    Source: Thakur et al. 2025, the support of TREC 2024 RAG: weighted precision and recall. The track counts every
    sentence, and its judge sees no more than the sentence and the passage. Prompts and checks are this project's.

    Example: one sentence is supported in part, one cites nothing.
        >>> from ragauge.core.flows import played
        >>> said = "Lamps hum at night and glow [1]. They last two years."
        >>> one = Answered("q1", answer=said, contexts=("Lamps hum at night.",))
        >>> partial = {"rationale": "It hums; no glow.", "support": "partial", "quotes": ["Lamps hum at night"]}
        >>> flows = [citation_support(one, Asking(), mode=mode) for mode in ("precision", "recall")]
        >>> [played(flow, {"support": partial}) for flow in flows]
        [0.5, 0.25]
    """
    found = nothing_said(one) or cited(one)
    if isinstance(found, str):
        return found
    claims = [statement for statement in found.statements if is_claim(statement.text)]
    nothing = _nothing_to_judge(found, claims)
    if nothing:
        return nothing
    pairs = [_first(claim) for claim in claims if claim.cited]
    verdicts = yield from asked_support(one, found.statements, pairs, asking)
    labels = [_label(claim, verdicts) for claim in claims]
    value = support_precision(labels) if mode == "precision" else support_recall(labels)
    rows = [_row(claim, label, verdicts) for claim, label in zip(claims, labels, strict=True)]
    return "no_citations" if value is None else Grounded(value, {"sentences": rows})


def _nothing_to_judge(found: Cited, claims: list[Statement]) -> str | None:
    if not found.by_sentence and found.count:
        return "no_markers"
    return None if claims else "no_claims"


def _first(claim: Statement) -> Pair:
    return claim.text, claim.cited[:1]


def _label(claim: Statement, verdicts: Mapping[Pair, SupportVerdict]) -> Support | None:
    if claim.cited:
        return verdicts[_first(claim)].support
    return "none" if claim.unknown else None


def _row(claim: Statement, label: Support | None, verdicts: Mapping[Pair, SupportVerdict]) -> dict[str, Any]:
    row = {"sentence": claim.text, "cited": list(claim.cited[:1]), "unknown": claim.unknown, "support": label}
    return {**verdicts[_first(claim)].to_dict(), **row} if claim.cited else row
