"""What metrics that ask a judge share: their inputs, and texts that have to fit its window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.flows import JudgeError
from ragauge.core.texts.tokens import estimated_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.flows import Asking

JUDGED = ("answers", "judge")
"""The inputs of a metric that is a flow: ``metric(one: Answered, asking: Asking, *, …) -> Flow``."""
REPLY = 0.25
"""The part of a window that is kept for the reply."""


def in_parts(texts: Sequence[str], around: str, asking: Asking) -> list[range]:
    """The places of texts in as few parts as fit the window, each with what stands ``around`` them; one if all do.

    >>> from ragauge.core.flows import Asking
    >>> in_parts(["a" * 40] * 3, "", Asking(window=27)), in_parts([], "", Asking(window=4))
    ([range(0, 2), range(2, 3)], [range(0, 0)])

    Raises: JudgeError of the kind ``too_long`` where one text alone does not fit.
    """
    if asking.window is None:
        return [range(len(texts))]
    room = _room(asking.window) - estimated_tokens(around)
    parts, first, taken = [], 0, 0
    for place, text in enumerate(texts):
        size = estimated_tokens(text)
        if size > room:
            raise _too_long(size, room)
        if taken + size > room:
            parts.append(range(first, place))
            first, taken = place, 0
        taken += size
    return [*parts, range(first, len(texts))]


def refuse_too_long(prompt: str, asking: Asking) -> None:
    """Refuse a prompt that cannot be split and is longer than the window has room for.

    >>> from ragauge.core.flows import Asking
    >>> refuse_too_long("a" * 80, Asking(window=20))
    Traceback (most recent call last):
    ragauge.core.flows.JudgeError: a text of about 20 tokens does not fit the 15 left for it

    Raises: JudgeError of the kind ``too_long``.
    """
    size = estimated_tokens(prompt)
    if asking.window is not None and size > _room(asking.window):
        raise _too_long(size, _room(asking.window))


def _room(window: int) -> int:
    return int(window * (1 - REPLY))


def _too_long(size: int, room: int) -> JudgeError:
    return JudgeError("too_long", f"a text of about {size:,} tokens does not fit the {max(room, 0):,} left for it")
