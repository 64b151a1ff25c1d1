"""The claims of an answer against the references and against each passage: what several metrics are counted from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.metrics.answer_cases import nothing_said, plain_answer
from ragauge.metrics.judge_claims import asked_claims
from ragauge.metrics.judge_entailment import asked_entailment, by_passage
from ragauge.metrics.judge_references import as_passage, references_of
from ragauge.metrics.judge_together import asked_together

if TYPE_CHECKING:
    from collections.abc import Generator

    from ragauge.core.answered import Answered
    from ragauge.core.flows import Asking, Reply, Request
    from ragauge.metrics.judge_entailment import ClaimVerdict


@dataclass(frozen=True, slots=True)
class ClaimEvidence:
    """Verdicts on the claims of an answer.

    ``on_context`` are those by the texts in the prompt, ``on_references`` those by each reference; ``of_references``
    are the verdicts on the claims of each reference by the texts in the prompt, where they were asked for.
    """

    passages: int
    on_context: list[ClaimVerdict]
    on_references: list[list[ClaimVerdict]]
    of_references: list[list[ClaimVerdict]]

    @property
    def right(self) -> list[bool]:
        """For each claim of the answer, whether any reference entails it."""
        return [any(verdict.supported for verdict in row) for row in zip(*self.on_references, strict=True)]

    @property
    def entailed(self) -> list[list[bool]]:
        """For each claim of the answer, for each passage, whether the passage supports it."""
        return by_passage(self.on_context, self.passages)

    @property
    def relevant(self) -> list[list[bool]]:
        """The same for the claims of all references."""
        return [row for verdicts in self.of_references for row in by_passage(verdicts, self.passages)]

    def to_dict(self) -> dict[str, Any]:
        """As plain data: the claims with the verdicts by the context, and whether they are right."""
        claims = [
            {**verdict.to_dict(), "right": right}
            for verdict, right in zip(self.on_context, self.right, strict=True)
        ]  # fmt: skip
        theirs = [verdict.to_dict() for verdicts in self.of_references for verdict in verdicts]
        return {"claims": claims, **({"reference_claims": theirs} if self.of_references else {})}


def no_evidence(one: Answered) -> str | None:
    """The case in which the claims of an answer cannot be held against references and context."""
    if one.answerable is False:
        return "unanswerable"
    case = nothing_said(one)
    if case:
        return case
    if not references_of(one):
        return "no_reference"
    return "no_context" if one.contexts is None else None


def asked_evidence(
    one: Answered, asking: Asking, *, of_references: bool = False
) -> Generator[tuple[Request, ...], tuple[Reply, ...], ClaimEvidence]:
    """The evidence, in two rounds; each request is that of any other metric that needs the same.

    Raises: JudgeError as ``asked_claims`` and ``asked_entailment``.
    """
    references, passages = references_of(one), one.contexts or ()
    split = [plain_answer(one), *(references if of_references else ())]
    mine, *theirs = yield from asked_together([asked_claims(one.text, text, asking) for text in split])
    against = [passages, *([as_passage(one.text, text)] for text in references)]
    verdicts = yield from asked_together(
        [asked_entailment(mine, texts, asking) for texts in against]
        + [asked_entailment(claims, passages, asking) for claims in theirs]
    )
    return ClaimEvidence(len(passages), verdicts[0], verdicts[1 : len(against)], verdicts[len(against) :])
