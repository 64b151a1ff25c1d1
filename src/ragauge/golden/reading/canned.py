"""Answers that are repeated for questions without gold: they may be how a file says that there is no answer."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief

if TYPE_CHECKING:
    from collections.abc import Iterable

FEWEST = 2


def canned_answer(column: str | None, answers: Iterable[Any]) -> str | None:
    """A sentence about an answer that several questions without gold share, and how to declare it.

    >>> print(canned_answer("answer", ["No.", "No.", "4"]))
    2 questions without gold have the answer 'No.'; if it says that there is none: --no-answer 'answer=No.'
    """
    count = Counter(str(answer).strip() for answer in answers if answer not in (None, ""))
    if column is None or not count:
        return None
    ((text, often),) = count.most_common(1)
    if often < FEWEST:
        return None
    told = f"{often} questions without gold have the answer {brief(text)}"
    return f"{told}; if it says that there is none: --no-answer '{column}={text}'"
