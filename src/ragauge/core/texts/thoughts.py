"""What a model writes before its reply proper."""

from __future__ import annotations

import re

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)


def without_thought(text: str) -> str:
    """The reply without a byte order mark and a first passage of thought.

    >>> without_thought("<think>Is it 3? No.</think> 4/5"), without_thought("4/5")
    (' 4/5', '4/5')
    """
    return _THOUGHT.sub("", text.removeprefix("\ufeff"), count=1)
