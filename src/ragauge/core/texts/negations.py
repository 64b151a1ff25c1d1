"""Whether a text negates something: by its words, English and Russian."""

from __future__ import annotations

import re

_WORDS = (
    "not|never|none|nor|neither|nobody|nothing|nowhere|cannot|without|не|ни|нет|нельзя|никогда|никто|ничего|никаких|"
    "никакой|без|невозможно|отсутствует|отсутствуют"
)
NEGATION = re.compile(rf"\b(?:{_WORDS}|no(?!\.?\s*\d))\b|[^\W\d_]n['’]t\b", re.IGNORECASE)
_CONTRACTED = re.compile(r"(?<=[^\W\d_])n['’]t\b", re.IGNORECASE)


def negates(text: str) -> bool:
    """Whether there is a negation; which word it belongs to is not known.

    >>> [negates(text) for text in ("It doesn’t hum.", "Не покрывает", "Lamp no. 5 hums", "Notes on nothing-ness")]
    [True, True, False, True]
    """
    return NEGATION.search(text) is not None


def without_negations(text: str) -> str:
    """The text without its negations.

    >>> without_negations("It doesn't hum, not at all")
    'It does hum,   at all'
    """
    return NEGATION.sub(" ", _CONTRACTED.sub("", text))
