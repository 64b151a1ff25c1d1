"""Replies with data: read, checked, and asked for once more where they cannot be used."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import shorten
from ragauge.core.flows import JudgeError
from ragauge.judging.parsing import read_reply
from ragauge.judging.schema import complaint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.flows import Reply, Request

KEPT = 8000
"""So much of a reply that cannot be used is shown to the judge again."""


def with_data(reply: Reply, schema: Mapping[str, Any]) -> tuple[Reply, str | None]:
    """The reply with the data in it, as JSON alone; or as it is, with what is wrong with it."""
    if reply.data is not None:
        data, wrong = reply.data, complaint(reply.data, schema)
    else:
        data, wrong = read_reply(reply.text, schema)
    if wrong is not None:
        return reply, wrong
    return replace(reply, data=data, text=json.dumps(data, ensure_ascii=False)), None


def repair(request: Request, text: str, wrong: str) -> Request:
    """The same request, with the reply that cannot be used and why."""
    return replace(
        request,
        prompt=f"{request.prompt}\n\n"
        f"This is an earlier reply:\n<<<\n{shorten(text, KEPT)}\n>>>\n"
        f"It cannot be used: {wrong}.\n"
        f"Give the reply again, as JSON alone that fits this JSON schema:\n"
        f"{json.dumps(request.schema, ensure_ascii=False)}",
    )


def twice_unusable(error: JudgeError) -> JudgeError:
    """The error of a reply that could not be used a second time."""
    return JudgeError(error.kind, f"no reply that can be used, also when asked again: {error}")


def checked_reply(reply: Reply, request: Request) -> tuple[Reply, JudgeError | None]:
    """The reply with its data, and why these cannot be used where they cannot."""
    found, wrong = with_data(reply, request.schema or {})
    if wrong is not None:
        return found, JudgeError("unparsable", wrong)
    try:
        if request.check is not None:
            request.check(found.data)
    except JudgeError as error:
        return found, error
    return found, None
