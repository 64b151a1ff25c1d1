"""The claims of a text, by a judge: asked for once a text, whichever metrics need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.flows import JudgeError, Request
from ragauge.metrics.judge_cases import refuse_too_long
from ragauge.prompts.filling import block, filled, language_for

if TYPE_CHECKING:
    from collections.abc import Generator

    from ragauge.core.flows import Asking, Reply

TASK, VERSION = "claims", 1
SCHEMA = {
    "type": "object",
    "properties": {"claims": {"type": "array", "items": {"type": "string"}, "maxItems": 200}},
    "required": ["claims"],
    "additionalProperties": False,
}


def asked_claims(
    question: str | None, text: str, asking: Asking
) -> Generator[tuple[Request, ...], tuple[Reply, ...], list[str]]:
    """The claims of a text, those that are alike once; equal texts are one request, so that metrics share it.

    Alike are claims of the same words in the same order: those of other orders can say other things. That a fact is
    said once in whatever words is what the judge is asked for. About a text without words nobody is asked.

    >>> from ragauge.core.flows import Asking, Reply
    >>> flow = asked_claims("How long?", "Two years. It is two years.", Asking())
    >>> (request,) = next(flow)
    >>> try:
    ...     flow.send((Reply("", {"claims": ["The warranty is two years.", "the warranty is two years"]}),))
    ... except StopIteration as done:
    ...     print(done.value)
    ['The warranty is two years.']

    Raises: JudgeError of the kind ``too_long`` for a text that does not fit the window, as no part of it could be
        understood without the others; and for replies that cannot be used.
    """
    if not text.strip():
        return []
    language = language_for(asking, text, question)
    asked = block("question", question) if question and question.strip() else ""
    prompt = filled(TASK, VERSION, language, question=asked, answer=block("answer", text))
    refuse_too_long(prompt, asking)
    (reply,) = yield (Request(TASK, VERSION, prompt, SCHEMA, check=read_claims),)
    return read_claims(reply.data)


def read_claims(data: Any) -> list[str]:
    """The claims in a reply.

    Raises: JudgeError of the kind ``not_allowed`` for a claim without words.
    """
    found: dict[str, str] = {}
    for claim in data["claims"]:
        if not claim.strip():
            raise JudgeError("not_allowed", "a claim is empty")
        found.setdefault(" ".join(claim.casefold().rstrip(".!").split()), claim.strip())
    return list(found.values())
