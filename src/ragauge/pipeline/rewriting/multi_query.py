"""Multi-query: a question in several other wordings, by a generator."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.rewriting.prompting import language_of, load_prompt
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from ragauge.core.ports import Generator

BULLET = re.compile(r"^\s*(?:[-*•–—]\s+|\(?\d{1,2}[.):]\s+)")
QUOTES = "\"'«»“”„‘’ \t"


def multi_query(question: str, generator: Generator, *, count: int = 4, version: int = 1) -> list[str]:
    """The question itself, and up to ``count`` rewrites that the generator gave, in its order.

    Numbers, bullets and quotation marks around a line are taken off; lines that have the same words as an earlier
    one, or none, are left out. There may be fewer than were asked for: their number is the length of the list.

    >>> class Canned:
    ...     def complete(self, prompt):
    ...         return "1. lamp guarantee period\\n2. How long is the lamp warranty\\n\\n- \\"warranty term of lamps\\""
    >>> multi_query("How long is the lamp warranty?", Canned())
    ['How long is the lamp warranty?', 'lamp guarantee period', 'warranty term of lamps']

    Raises: InputError for a count below 1; what the generator raises is passed on.
    """
    if count < 1:
        raise InputError(f"count must be at least 1, not {count}")
    prompt = load_prompt("multi_query", language_of(question), version)
    answer = generator.complete(prompt.filled(question=question, count=str(count)))
    kept = {tuple(words(question)): question}
    for line in answer.splitlines():
        text = BULLET.sub("", line).strip(QUOTES)
        if words(text) and len(kept) <= count:
            kept.setdefault(tuple(words(text)), text)
    return list(kept.values())
