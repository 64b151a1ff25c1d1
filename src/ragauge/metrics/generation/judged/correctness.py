"""Whether an answer claims what a reference does, no more and no less, by a judge."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ragauge.core.answered import Answered
from ragauge.core.flows import Asking, Flow, Grounded
from ragauge.core.spec import metric
from ragauge.metrics.answer_cases import cases, is_blank, plain_answer, refuses
from ragauge.metrics.generation.entailed_claims import claim_figures
from ragauge.metrics.judge_cases import JUDGED
from ragauge.metrics.judge_claims import asked_claims
from ragauge.metrics.judge_entailment import asked_entailment
from ragauge.metrics.judge_references import as_passage, references_of
from ragauge.metrics.judge_together import asked_together

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ragauge.core.flows import Reply, Request
    from ragauge.metrics.judge_entailment import ClaimVerdict

Mode = Literal["f1", "precision", "recall"]


@metric(
    stage="generation",
    direction="higher",
    inputs=JUDGED,
    undefined=cases("unanswerable", "no_reference", "refused", "no_answer", "no_claims"),
    holds=("bounded",),
    breaks=(),
    references=("doi:10.48550/arXiv.2408.08067", "This project: the better of several references"),
)
def factual_correctness(one: Answered, asking: Asking, *, mode: Mode = "f1") -> Flow:
    """How well the claims of the answer and those of the nearest reference agree, by a judge.

    Formula: max over references of F1 = 2 · P · R ÷ (P + R), 0 where P + R = 0. P = TP ÷ (TP + FP): the answer's claims
    that the reference entails, of all of them. R = 1 − FN ÷ n: of the n claims of the reference, those that the answer
    entails. ``mode`` asks for P or R alone; the largest is that of the mode.

    A reference, and an answer, are one passage, after the question, because a short one says little alone. Only what
    the mode needs is asked.

    Returns: one number a question in [0, 1]; higher is better. A refusal of a question that has an answer is 0, as in
    token_f1; it has no precision.
    Undefined: unanswerable, no_reference, refused (precision alone), no_answer, no_claims (of the answer, for P; of the
    references, for R; F1 needs both), missing, failed (the trace, or the judge: counted by kind).
    Limits: as good as the judge: see ``ragauge judge calibrate``. True claims that no reference makes lower it.
    Source: precision and recall of Ru et al. 2024, RAGChecker. ragas' factual correctness takes TP ÷ (TP + FN) for R,
    which counts claims of both texts in one sum, and changes with how finely either is split.

    Example: one of two claims is in the reference, which has nothing else.
        >>> from ragauge.core.flows import played
        >>> one = Answered("q1", answer="Two years. It covers theft.", references=("two years",))
        >>> claims = ["The warranty is two years.", "The warranty covers theft."]
        >>> good = {"verdict": "supported", "passages": [1], "quotes": ["two years"], "failure_mode": "none"}
        >>> bad = {"verdict": "not_found", "passages": [], "quotes": [], "failure_mode": "fabrication"}
        >>> verdicts = [{"claim": 1, **good, "rationale": ""}, {"claim": 2, **bad, "rationale": ""}]
        >>> def entailment(request):
        ...     return {"verdicts": verdicts if "theft.\\n</claim" in request.prompt else verdicts[:1]}
        >>> def split(request):
        ...     return {"claims": claims if "theft" in request.prompt else claims[:1]}
        >>> replies = {"claims": split, "entailment": entailment}
        >>> [round(played(factual_correctness(one, Asking(), mode=mode), replies), 3)
        ...  for mode in ("precision", "recall", "f1")]
        [0.5, 1.0, 0.667]
    """
    references = references_of(one)
    if one.answerable is False:
        return "unanswerable"
    if not references:
        return "no_reference"
    if refuses(one):
        return "refused" if mode == "precision" else 0.0
    if is_blank(one.answer):
        return "no_answer"
    compared = yield from _compared(one, references, asking, mode)
    scored = [(value, pair) for pair in compared if (value := pair.value(mode)) is not None]
    if not scored:
        return "no_claims"
    best, pair = max(scored, key=lambda row: row[0])
    return Grounded(best, pair.to_dict())


@dataclass(frozen=True, slots=True)
class _Pair:
    """An answer and a reference: the claims of each by the other; None where they were not asked for."""

    reference: str
    mine: list[ClaimVerdict] | None
    theirs: list[ClaimVerdict] | None

    def value(self, mode: Mode) -> float | None:
        """The figure of a mode."""
        right = [verdict.supported for verdict in self.mine or ()]
        stated = [verdict.supported for verdict in self.theirs or ()]
        figures = claim_figures(right, stated, [[] for _ in right], [[] for _ in stated], chunks=0)
        return {"f1": figures.f1, "precision": figures.precision, "recall": figures.recall}[mode]

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        sides = {"claims": self.mine, "reference_claims": self.theirs}
        shown = {name: [one.to_dict() for one in side] for name, side in sides.items() if side is not None}
        return {"reference": self.reference, **shown}


def _compared(
    one: Answered, references: Sequence[str], asking: Asking, mode: Mode
) -> Generator[tuple[Request, ...], tuple[Reply, ...], list[_Pair]]:
    answer = plain_answer(one)
    of_answer = [answer] if mode != "recall" else []
    of_references = list(references) if mode != "precision" else []
    found = yield from asked_together([asked_claims(one.text, text, asking) for text in of_answer + of_references])
    mine, theirs = found[: len(of_answer)], found[len(of_answer) :]
    if any(wanted and not any(there) for wanted, there in ((of_answer, mine), (of_references, theirs))):
        return []
    verdicts = yield from asked_together(
        [asked_entailment(claims, [as_passage(one.text, text)], asking) for claims in mine for text in references]
        + [asked_entailment(claims, [as_passage(one.text, answer)], asking) for claims in theirs]
    )
    count = len(references)
    rows = itertools.zip_longest(references, verdicts[: len(mine) * count], verdicts[len(mine) * count :])
    return [_Pair(*row) for row in rows]
