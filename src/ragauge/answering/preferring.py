"""The answers of two runs to the same questions, to be compared pair by pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragauge.judging.preference import preference
from ragauge.metrics.answer_cases import is_blank, plain_answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.core.answered import Answered, Answers
    from ragauge.core.flows import Asking, Flow

Passages = Literal["none", "gold", "both"]
"""What both answers are held against: nothing, the words of the gold's evidence, or the texts in both prompts."""


@dataclass(frozen=True, slots=True)
class AnswerPair:
    """Two answers to one question, A and B, without marks of citations; ``why`` there is nothing to compare, if so.

    Reasons: ``missing_a`` (no trace), ``failed_a`` (it ended in an error without an answer), ``no_answer_a``, the same
    of B, of both at once with ``_both``; ``no_evidence`` and ``no_context``: the passages that were asked for are not
    there.
    """

    question: str
    text: str | None
    answers: tuple[str, str]
    passages: tuple[str, ...] | None = None
    why: str | None = None

    @property
    def lengths(self) -> tuple[int, int]:
        """The characters of both answers."""
        return len(self.answers[0]), len(self.answers[1])

    def flow(self, asking: Asking) -> Flow:
        """The flow that compares them."""
        return preference(self.text, *self.answers, self.passages, asking)


def pairs_of(first: Answers, second: Answers, passages: Passages = "none") -> list[AnswerPair]:
    """The pairs of two runs over one golden set, in its order.

    >>> from ragauge.core.answered import Answered, Answers
    >>> one = Answers((Answered("q1", "How long?", "Two years."), Answered("q2", answer="No.")))
    >>> other = Answers((Answered("q1", "How long?", "It depends."), Answered("q2")))
    >>> [(pair.answers, pair.why) for pair in pairs_of(one, other)]
    [(('Two years.', 'It depends.'), None), (('No.', ''), 'no_answer_b')]
    """
    return [
        _pair(one, other, (_state(first, one), _state(second, other)), passages)
        for one, other in zip(first.cases, second.cases, strict=True)
    ]


def _pair(one: Answered, other: Answered, states: tuple[str | None, str | None], passages: Passages) -> AnswerPair:
    found = _passages(one, other, passages)
    why = _why(*states)
    if why is None and found is None and passages != "none":
        why = {"gold": "no_evidence", "both": "no_context"}[passages]
    return AnswerPair(one.question, one.text, (plain_answer(one).strip(), plain_answer(other).strip()), found, why)


def _state(answers: Answers, one: Answered) -> str | None:
    if one.question in answers.missing:
        return "missing"
    if not is_blank(one.answer):
        return None
    return "failed" if one.error is not None else "no_answer"


def _why(a: str | None, b: str | None) -> str | None:
    if a is not None and b is not None:
        return f"{a}_both" if a == b else "no_answer_both"
    if a is not None:
        return f"{a}_a"
    return None if b is None else f"{b}_b"


def _passages(one: Answered, other: Answered, wanted: Passages) -> tuple[str, ...] | None:
    """The passages, each once; None where they are not known."""
    if wanted == "gold":
        return _once(text for need in one.evidence for text in need) or None
    if wanted == "both" and one.contexts is not None and other.contexts is not None:
        return _once((*one.contexts, *other.contexts))
    return None


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


def preference_flows(pairs: Sequence[AnswerPair], asking: Asking) -> dict[str, Flow]:
    """The flows of the pairs that can be compared, by question."""
    return {one.question: one.flow(asking) for one in pairs if one.why is None}
