"""Reference answers, as metrics that ask a judge read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.metrics.answer_cases import is_blank

if TYPE_CHECKING:
    from ragauge.core.answered import Answered


def references_of(one: Answered) -> list[str]:
    """The reference answers that say something, each once.

    >>> from ragauge.core.answered import Answered
    >>> references_of(Answered("q", references=("Two years.", " ", "Two years.")))
    ['Two years.']
    """
    return list(dict.fromkeys(text for text in one.references if not is_blank(text)))


def as_passage(question: str | None, answer: str) -> str:
    """An answer as a passage that claims are held against: after its question, because a short one says little alone.

    >>> as_passage("How long is the warranty?", "Two years.")
    'How long is the warranty?\\nTwo years.'
    >>> as_passage(None, "Two years.")
    'Two years.'
    """
    return answer if question is None or is_blank(question) else f"{question.strip()}\n{answer}"
