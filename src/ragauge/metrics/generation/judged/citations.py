"""Whether citations support what they stand beside, by a judge: recall over sentences, precision over citations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, nothing_said
from ragauge.metrics.generation.citations import judged_citations
from ragauge.metrics.generation.cited import cited
from ragauge.metrics.generation.claims import is_claim
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_support import asked_support

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.metrics.generation.cited import Statement
    from ragauge.metrics.judge_support import Pair, SupportVerdict

ALCE = (
    "doi:10.18653/v1/2023.emnlp-main.398",
    "This project: support needs a quote, and a citation of nothing in the prompt is one that is wrong",
)


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("refused", "no_answer", "no_context", "citations_unknown", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=ALCE,
)
def citation_recall(one: Answered, asking: Asking) -> Flow:
    """Share of the answer's sentences that are fully supported by all that they cite, taken together, by a judge.

    Formula: sentences whose cited texts together support them in full ÷ sentences.

    Markers in the answer ([1], [1-3]: places in the prompt) tell which sentence cites what; without any, all that the
    trace has as cited counts for every sentence. Sentences that say nothing that could be looked for are left out.
    One request a sentence that cites something; citation_precision of the answer takes the same and more.

    Returns: one ratio a question in [0, 1]; higher is better. A sentence without a citation is not supported, and
    nobody is asked.
    Undefined: refused, no_answer, no_context (not recorded), citations_unknown (neither markers nor recorded ids),
    no_claims, missing, failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. Texts that do not fit its window together are a
    failure (too_long). Without markers a sentence may be supported by what was cited for another one.
    Source: Gao et al. 2023, ALCE (release 246c476), whose model of entailment sees the sentence alone; the judge sees
    the question and the sentence before it too, to know what it speaks of. Prompts and checks are this project's.

    Example: of two sentences one has a citation, which supports it.
        >>> from ragauge.core.flows import played
        >>> said = "Lamps hum at night [1]. They last two years."
        >>> one = Answered("q1", answer=said, contexts=("Lamps hum at night.",))
        >>> full = {"rationale": "It says so.", "support": "full", "quotes": ["hum at night"]}
        >>> played(citation_recall(one, Asking()), {"support": full})
        0.5
    """
    found = nothing_said(one) or cited(one)
    if isinstance(found, str):
        return found
    claims = [statement for statement in found.statements if is_claim(statement.text)]
    if not claims:
        return "no_claims"
    pairs = [_pair(claim, claim.cited) for claim in claims if claim.cited]
    verdicts = yield from asked_support(one, found.statements, pairs, asking)
    supported = [_is_full(verdicts, claim.text, claim.cited) for claim in claims]
    rows = [
        {**_row(claim), "supported": good, "verdicts": _told(verdicts, claim)}
        for claim, good in zip(claims, supported, strict=True)
    ]
    return Grounded(sum(supported) / len(supported), {"sentences": rows})


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("refused", "no_answer", "no_context", "citations_unknown", "no_citations"),
    holds=("bounded",),
    breaks=(),
    references=ALCE,
)
def citation_precision(one: Answered, asking: Asking) -> Flow:
    """Share of the answer's citations that are needed for, or alone enough to support, their sentence, by a judge.

    Formula: precise citations ÷ citations. A citation is precise if all that its sentence cites supports it in full,
    and it alone does too, or the others without it do not.

    An irrelevant citation beside a sufficient one is not precise; two that are each sufficient both are. One that
    names nothing in the prompt counts below the line, [0] too. What stands beside words that say nothing is left out,
    and a text that a sentence cites twice counts once. Without markers in the answer, a citation is precise if it is so
    for any sentence.

    Requests: for a sentence with n citations 1 if n = 1, 3 if n = 2, else 2n + 1 (all together, each alone, all but
    each), in one round; those that citation_recall or citation_support ask too are sent once.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: refused, no_answer, no_context (not recorded), citations_unknown (neither markers nor recorded ids),
    no_citations, missing, failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. Texts that do not fit its window together are a
    failure (too_long). Verdicts are not made to agree: a text may be found to support what it does not beside another.
    Source: Gao et al. 2023, ALCE (release 246c476), with what lexical_citation_precision reads differently, and the
    question and the sentence before shown to the judge. Prompts and checks are this project's.

    Example: [1] supports the sentence, [2] does not, and there is no [9].
        >>> from ragauge.core.flows import played
        >>> texts = ("At night the lamps hum.", "The warranty is two years.")
        >>> one = Answered("q1", answer="Lamps hum at night [1][2][9].", contexts=texts)
        >>> full = {"rationale": "It says so.", "support": "full", "quotes": ["the lamps hum"]}
        >>> none = {"rationale": "No word of it.", "support": "none", "quotes": []}
        >>> judge = lambda request: full if texts[0] in request.prompt else none
        >>> round(played(citation_precision(one, Asking()), {"support": judge}), 6)
        0.333333
    """
    found = nothing_said(one) or cited(one)
    if isinstance(found, str):
        return found
    claims = [statement for statement in found.statements if is_claim(statement.text)]
    pairs = [pair for claim in claims for pair in needed_pairs(claim)]
    verdicts = yield from asked_support(one, found.statements, pairs, asking)

    def supports(passage: str, claim: str) -> bool:
        return _is_full(verdicts, claim, tuple(map(int, passage.splitlines())))

    names = [str(place) for place in range(len(one.contexts or ()))]  # joined, the names tell which texts are meant
    judged = judged_citations(found, names, supports)
    if judged.precision is None:
        return "no_citations"
    rows = [
        {**_row(claim), "supported": row.supported, "precise": list(row.precise), "verdicts": _told(verdicts, claim)}
        for claim, row in zip(claims, judged.sentences, strict=True)
    ]
    return Grounded(judged.precision, {"sentences": rows})


def needed_pairs(claim: Statement) -> list[Pair]:
    """What ALCE looks at for a sentence: all that it cites, each alone, and all but each; equal ones once.

    >>> from ragauge.metrics.generation.cited import Statement
    >>> [places for _, places in needed_pairs(Statement("It hums.", (2, 0)))]
    [(0, 2), (2,), (0,)]
    """
    if not claim.cited:
        return []
    alone = [(place,) for place in claim.cited]
    others = [tuple(other for other in claim.cited if other != place) for place in claim.cited]
    return list(dict.fromkeys(_pair(claim, places) for places in (claim.cited, *alone, *others) if places))


def _pair(claim: Statement, places: Sequence[int]) -> Pair:
    return claim.text, tuple(sorted(places))


def _is_full(verdicts: Mapping[Pair, SupportVerdict], sentence: str, places: Sequence[int]) -> bool:
    return bool(places) and verdicts[sentence, tuple(sorted(places))].support == "full"


def _row(claim: Statement) -> dict[str, Any]:
    return {"sentence": claim.text, "cited": list(claim.cited), "unknown": claim.unknown}


def _told(verdicts: Mapping[Pair, SupportVerdict], claim: Statement) -> list[dict[str, Any]]:
    """The verdicts on a sentence, with the places of the texts that they are of."""
    asked: Iterable[Pair] = [pair for pair in needed_pairs(claim) if pair in verdicts]
    return [{"passages": list(pair[1]), **verdicts[pair].to_dict()} for pair in asked]
