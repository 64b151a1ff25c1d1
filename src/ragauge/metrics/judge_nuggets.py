"""Nuggets against an answer, by a judge: which of them it states, and in which words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ragauge.core.flows import JudgeError, Request
from ragauge.core.texts.quotations import stands_in
from ragauge.metrics.judge_cases import refuse_too_long
from ragauge.prompts.filling import block, blocks, filled, language_for

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ragauge.core.answered import Nugget
    from ragauge.core.flows import Asking, Reply
    from ragauge.metrics.generation.nuggets import Stated

TASK, VERSION = "nuggets", 1
MOST_NUGGETS = 10
"""So many nuggets are judged in one request, as in AutoNuggetizer."""
LABELS: dict[str, Stated] = {"support": "support", "partial_support": "partial", "not_support": "none"}
"""The judge's words, which are AutoNuggetizer's, and what ``nugget_score`` calls them."""
_ITEM = {
    "type": "object",
    "properties": {
        "nugget": {"type": "integer"},
        "rationale": {"type": "string"},
        "verdict": {"enum": list(LABELS), "type": "string"},
        "quotes": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["nugget", "rationale", "verdict", "quotes"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class JudgedNugget:
    """What a judge found of a nugget; ``quotes`` are the words of the answer that state it, or a part of it."""

    nugget: str
    vital: bool
    stated: Stated
    quotes: tuple[str, ...] = ()
    rationale: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "quotes": list(self.quotes)}


def asked_nuggets(
    question: str | None, answer: str, nuggets: Sequence[Nugget], asking: Asking
) -> Generator[tuple[Request, ...], tuple[Reply, ...], list[JudgedNugget]]:
    """A verdict on each nugget, in their order; the judge is not told which of them are vital.

    All nuggets are asked for, whichever of them a metric counts, so that metrics share the requests.

    Raises: JudgeError of the kind ``too_long`` where the answer does not fit the window (a nugget may be stated in
        several of its places, so that it is not judged in parts), and for replies that miss a nugget or quote what the
        answer does not say.
    """
    groups = [nuggets[at : at + MOST_NUGGETS] for at in range(0, len(nuggets), MOST_NUGGETS)]
    replies = yield tuple(_request(question, answer, group, asking) for group in groups)
    read = [read_nuggets(reply.data, group, answer) for group, reply in zip(groups, replies, strict=True)]
    return [verdict for verdicts in read for verdict in verdicts]


def _request(question: str | None, answer: str, nuggets: Sequence[Nugget], asking: Asking) -> Request:
    prompt = filled(
        TASK,
        VERSION,
        language_for(asking, answer, question),
        question=block("question", question) if question and question.strip() else "",
        answer=block("answer", answer),
        nuggets=blocks("nugget", [one.text for one in nuggets]),
    )
    refuse_too_long(prompt, asking)
    schema = _schema(len(nuggets))
    return Request(TASK, VERSION, prompt, schema, check=lambda data: read_nuggets(data, nuggets, answer))


@cache
def _schema(count: int) -> dict[str, Any]:
    verdicts = {"type": "array", "items": _ITEM, "minItems": count, "maxItems": count}
    return {
        "type": "object",
        "properties": {"verdicts": verdicts},
        "required": ["verdicts"],
        "additionalProperties": False,
    }


def read_nuggets(data: Any, nuggets: Sequence[Nugget], answer: str) -> list[JudgedNugget]:
    """The verdicts in a reply on these nuggets.

    Raises: JudgeError of the kind ``wrong_count`` for a nugget without a verdict or with two, ``not_allowed`` for a
        word that is no verdict, ``no_quote`` where the answer does not say what it is quoted for.
    """
    rows = data["verdicts"]
    if [row["nugget"] for row in rows] != list(range(1, len(nuggets) + 1)):
        raise JudgeError(
            "wrong_count", f"the verdicts must be on nuggets 1 to {len(nuggets)}, each once, in this order"
        )
    return [_read(row, nugget, answer) for row, nugget in zip(rows, nuggets, strict=True)]


def _read(row: Any, nugget: Nugget, answer: str) -> JudgedNugget:
    stated = LABELS.get(row["verdict"])
    if stated is None:
        raise JudgeError("not_allowed", f"nugget {row['nugget']}: a verdict is one of {', '.join(LABELS)}")
    quotes = tuple(row["quotes"]) if stated != "none" else ()
    if stated != "none" and not quotes:
        raise JudgeError("no_quote", f"nugget {row['nugget']}: {row['verdict']} needs the words of the answer")
    for quote in quotes:
        if not stands_in(quote, answer):
            raise JudgeError("no_quote", f"nugget {row['nugget']}: its quote does not stand in the answer")
    return JudgedNugget(nugget.text, nugget.vital, stated, quotes, row["rationale"])
