"""The undefined cases of metrics of answers, and the checks that they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ragauge.core.texts.markers import without_markers
from ragauge.core.texts.refusals import says_it_has_no_answer

if TYPE_CHECKING:
    from ragauge.core.answered import Answered

INPUTS = ("answers",)

_CASES = {
    "missing": "excluded: the question has no trace",
    "failed": "failed: the trace ended in an error without an answer",
    "no_question": "excluded: the words of the question are not recorded",
    "no_answer": "excluded: no answer is recorded, or it is empty",
    "refused": "excluded: the answer says that it has none",
    "answered": "excluded: the answer is no refusal",
    "refusal_unknown": "excluded: nothing tells whether the answer is a refusal",
    "unanswerable": "excluded: the question is declared unanswerable",
    "answerable": "excluded: the question has an answer",
    "answerability_unknown": "excluded: nothing tells whether the question has an answer",
    "no_reference": "excluded: the question has no reference answer",
    "no_context": "excluded: the texts in the prompt are not recorded",
    "empty_context": "excluded: no text is in the prompt",
    "not_in_context": "excluded: the texts in the prompt have no claim of a reference",
    "no_claims": "excluded: nothing in the answer can be looked for",
    "no_citations": "excluded: the answer cites nothing",
    "citations_unknown": "excluded: citations are not recorded, and the answer has no markers",
    "no_markers": "excluded: citations are those of the whole answer, and no markers tell which sentence cites what",
    "no_nuggets": "excluded: the question has no nuggets, or none of the kind that is asked for",
    "no_numbers": "excluded: the answer has no number",
    "no_dates": "excluded: the answer has no date",
    "no_names": "excluded: the answer has no name",
    "no_quotes": "excluded: the answer quotes nothing",
    "no_samples": "excluded: there are no two answers to the prompt",
    "no_needs": "excluded: the gold has no needs, or it is not known whether they are met",
    "no_evidence": "excluded: the gold has no words",
    "evidence_not_found": "excluded: no words of the gold are in the texts that are looked at",
    "retrieved_unknown": "excluded: the texts handed on before assembly are not recorded, or there are none",
    "window_unknown": "excluded: the tokens of the prompt or the window of the model are not recorded",
    "too_few_shared": "excluded: fewer than two texts stand in both orders",
}


def cases(*names: str) -> dict[str, str]:
    """What happens in the undefined cases of a metric of answers: missing, failed, and those that are named.

    >>> list(cases("refused"))
    ['missing', 'failed', 'refused']
    """
    return {name: _CASES[name] for name in ("missing", "failed", *names)}


RefusalsBy = Literal["phrases", "recorded"]
"""What tells that an answer refuses: ``recorded``, the trace alone; ``phrases``, its words where the trace does not."""


def is_blank(text: str | None) -> bool:
    """Whether there is no text, or white space alone."""
    return text is None or not text.strip()


def refuses(one: Answered, by: RefusalsBy = "phrases") -> bool | None:
    """Whether the answer is a refusal; None where nothing tells, or there is no answer.

    >>> from ragauge.core.answered import Answered
    >>> one = Answered("q", answer="The manual does not say.")
    >>> refuses(one), refuses(one, "recorded"), refuses(Answered("q", answer="I don't know.", refusal=False))
    (True, None, False)
    """
    if one.refusal is not None:
        return one.refusal
    if by == "recorded" or one.answer is None or is_blank(one.answer):
        return None
    return says_it_has_no_answer(plain_answer(one))


def decided_by_phrases(one: Answered) -> bool:
    """Whether the trace does not tell if the answer is a refusal, so that its words have to."""
    return one.refusal is None and not is_blank(one.answer)


def nothing_said(one: Answered) -> str | None:
    """``refused`` or ``no_answer`` where the answer says nothing that can be judged."""
    if refuses(one):
        return "refused"
    return "no_answer" if is_blank(one.answer) else None


def plain_answer(one: Answered) -> str:
    """The answer without markers such as [1], where texts in the prompt or citations are recorded.

    >>> from ragauge.core.answered import Answered
    >>> one, other = Answered("q", answer="Two years [1].", contexts=("...",)), Answered("q", answer="a[1]")
    >>> plain_answer(one), plain_answer(other)
    ('Two years.', 'a[1]')
    """
    text = one.answer or ""
    return text if one.contexts is None and one.citations is None else without_markers(text)
