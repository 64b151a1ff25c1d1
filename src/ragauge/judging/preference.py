"""Which of two answers is better, by a judge that sees them in both orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.flows import Flow, Grounded, Request
from ragauge.metrics.judge_cases import refuse_too_long
from ragauge.prompts.filling import block, blocks, filled, language_for
from ragauge.stats.swaps import POINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.flows import Asking
    from ragauge.stats.swaps import Verdict

TASK, VERSION = "preference", 1
PLACES = ("first", "second", "tie")
SCHEMA = {
    "type": "object",
    "properties": {"rationale": {"type": "string"}, "verdict": {"enum": list(PLACES), "type": "string"}},
    "required": ["rationale", "verdict"],
    "additionalProperties": False,
}
FORWARD: dict[str, Verdict] = {"first": "A", "second": "B", "tie": "tie"}
SWAPPED: dict[str, Verdict] = {"first": "B", "second": "A", "tie": "tie"}
TIE = 0.5
OUTCOMES = ("A", "B", "tie", "undecided", "position_flip", "same_answer")
"""How a comparison ends: see ``preference``."""


def preference(question: str | None, first: str, second: str, contexts: Sequence[str] | None, asking: Asking) -> Flow:
    """Whether the first answer is better than the second one; the judge is asked in both orders, in one round.

    Formula: 1 if it wins in both orders, 0 if the other one does, else ½. ``grounds`` tell the verdicts ``forward``
    (the first answer stands first) and ``swapped``, both naming the answer: A is the first one, B the second; and the
    ``outcome``: A, B, ``tie`` (in both orders), ``undecided`` (a tie in one of them), ``position_flip`` (the winner
    changes with the order, so that the place was judged, and no answer), ``same_answer`` (nobody is asked).

    Range: 0 to 1; higher is better for the first answer, and swapping the two gives 1 − value, if the judge answers
    alike. ``contexts`` are passages that both answers are held against; None: what the judge knows.
    Raises: JudgeError of the kind ``too_long`` where question, passages and answers do not fit the window together: a
    comparison cannot be judged in parts.
    Source: the rule of MT-Bench, Zheng et al. 2023, section 3.4, for ties; the prompt is this project's.

    Example: the verdict names the place, and the place wins.
        >>> from ragauge.core.flows import Asking, Reply
        >>> flow = preference("How long?", "Two years.", "It depends.", None, Asking())
        >>> forward, swapped = next(flow)
        >>> said = Reply("", {"rationale": "It comes first.", "verdict": "first"})
        >>> try:
        ...     flow.send((said, said))
        ... except StopIteration as done:
        ...     print(done.value.value, done.value.grounds["outcome"])
        0.5 position_flip
    """
    if first.strip() == second.strip():
        return Grounded(TIE, {"outcome": "same_answer"})
    forward, swapped = yield (
        _request(question, first, second, contexts, asking),
        _request(question, second, first, contexts, asking),
    )
    verdicts = FORWARD[forward.data["verdict"]], SWAPPED[swapped.data["verdict"]]
    outcome = outcome_of(*verdicts)
    grounds = {
        "outcome": outcome,
        "forward": verdicts[0],
        "swapped": verdicts[1],
        "rationales": [forward.data["rationale"], swapped.data["rationale"]],
    }
    return Grounded(POINTS[outcome] if outcome in ("A", "B") else TIE, grounds)


def outcome_of(forward: Verdict, swapped: Verdict) -> str:
    """What two verdicts that name the answer are together.

    >>> outcome_of("A", "A"), outcome_of("A", "tie"), outcome_of("A", "B"), outcome_of("tie", "tie")
    ('A', 'undecided', 'position_flip', 'tie')
    """
    if forward == swapped:
        return forward
    return "undecided" if "tie" in (forward, swapped) else "position_flip"


def _request(question: str | None, one: str, other: str, contexts: Sequence[str] | None, asking: Asking) -> Request:
    fields: dict[str, Any] = {
        "question": block("question", question or ""),
        "passages": blocks("passage", contexts or ()),
        "first": block("answer", one, 1),
        "second": block("answer", other, 2),
    }
    prompt = filled(TASK, VERSION, language_for(asking, one, other, question), **fields)
    refuse_too_long(prompt, asking)
    return Request(TASK, VERSION, prompt, SCHEMA)
