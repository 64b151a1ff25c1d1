"""Passages against a question, by a judge: how far each answers it, from 0 to 3, and in which words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.flows import JudgeError, Request
from ragauge.core.texts.quotations import stands_in
from ragauge.metrics.judge_cases import refuse_too_long
from ragauge.prompts.filling import block, filled, language_for

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ragauge.core.flows import Asking, Reply

TASK, VERSION = "relevance", 1
HIGHEST = 3
ANSWERS = 2
"""From this grade on a passage has an answer, or a part of one."""
SCHEMA = {
    "type": "object",
    "properties": {
        "rationale": {"type": "string"},
        "grade": {"type": "integer", "minimum": 0, "maximum": HIGHEST},
        "quote": {"type": "string"},
    },
    "required": ["rationale", "grade", "quote"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Grade:
    """How far a passage answers a question: 0 not at all, 1 related, 2 some answer, 3 the exact one; its words."""

    grade: int
    quote: str = ""
    rationale: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def asked_grades(
    question: str, passages: Sequence[str], asking: Asking
) -> Generator[tuple[Request, ...], tuple[Reply, ...], list[Grade]]:
    """The grade of each passage, one request each, all in one round.

    Why not several in a request: a grade would depend on the neighbours and on the place among them, which is what is
    measured. And a question with a passage is the same request wherever it stands, so that lists that overlap (other k,
    another order, the next run) ask only for what is new. The price is that the instructions are sent with each.

    Raises: JudgeError of the kind ``too_long`` where a passage does not fit the window, and for replies that say there
        is an answer without its words.
    """
    replies = yield tuple(_request(question, passage, asking) for passage in passages)
    return [read_grade(reply.data, passage) for passage, reply in zip(passages, replies, strict=True)]


def _request(question: str, passage: str, asking: Asking) -> Request:
    language = language_for(asking, question)
    prompt = filled(TASK, VERSION, language, question=block("question", question), passage=block("passage", passage))
    refuse_too_long(prompt, asking)
    return Request(TASK, VERSION, prompt, SCHEMA, check=lambda data: read_grade(data, passage))


def read_grade(data: Any, passage: str) -> Grade:
    """The grade in a reply.

    >>> read_grade({"rationale": "Exact.", "grade": 3, "quote": "two years"}, "It lasts two years.").grade
    3

    Raises: JudgeError of the kind ``not_allowed`` for a grade that is none, ``no_quote`` for an answer whose words do
        not stand in the passage.
    """
    grade = data["grade"]
    if isinstance(grade, bool) or grade not in range(HIGHEST + 1):
        raise JudgeError("not_allowed", f"a grade is a whole number from 0 to {HIGHEST}")
    if grade < ANSWERS:
        return Grade(int(grade), "", data["rationale"])
    if not stands_in(data["quote"], passage):
        raise JudgeError("no_quote", f"grade {int(grade)} needs words that stand in the passage")
    return Grade(int(grade), data["quote"], data["rationale"])
