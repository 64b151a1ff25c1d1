"""Words that ask or join and name nothing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ragauge.core.texts.words import words


@cache
def function_words() -> frozenset[str]:
    """Words that ask or join and name nothing, English and Russian: they are not looked for.

    >>> "the" in function_words(), "какой" in function_words(), "lamp" in function_words()
    (True, True, False)
    """
    return frozenset(words(files(__package__).joinpath("function_words.txt").read_text(encoding="utf-8")))
