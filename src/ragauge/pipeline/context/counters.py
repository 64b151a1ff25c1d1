"""What the length of a context is measured in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ragauge.pipeline.chunking.words import word_spans

if TYPE_CHECKING:
    from collections.abc import Callable


class TokenCounter(Protocol):
    """Counts the tokens of a text; its name says of which tokenizer."""

    @property
    def name(self) -> str:
        """What a record of the run calls it."""

    def __call__(self, text: str, /) -> int:
        """How many tokens a text has."""


class NamedCounter:
    """Any function that counts, with a name.

    >>> letters = NamedCounter("letters", len)
    >>> letters.name, letters("lamp")
    ('letters', 4)
    """

    def __init__(self, name: str, count: Callable[[str], int]) -> None:
        self.name, self._count = name, count

    def __call__(self, text: str, /) -> int:
        """How many tokens a text has."""
        return self._count(text)


def _words(text: str) -> int:
    return sum(1 for _ in word_spans(text))


WORDS = NamedCounter("words", _words)
"""Runs of characters without spaces; each Han or kana character is one. A model's own tokens are more."""
