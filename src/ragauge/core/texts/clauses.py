"""The sentences of a text, and their parts between semicolons."""

from __future__ import annotations

import re

from ragauge.core.texts.sentences import sentence_spans

_SEMICOLON = re.compile(r";\s+")


def clauses(text: str) -> list[str]:
    """The parts in the order of the text.

    >>> clauses("Mars has two moons; Phobos is one. Is it red?")
    ['Mars has two moons', 'Phobos is one.', 'Is it red?']
    """
    return [part for start, end in sentence_spans(text) for part in _SEMICOLON.split(text[start:end])]
