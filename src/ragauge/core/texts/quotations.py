"""What a text quotes, in the quotation marks of several countries, and whether it stands in another text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from ragauge.core.texts.scripts import UNSPACED
from ragauge.core.texts.words import words

_PAIRS = (("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("»", "«"), ("「", "」"), ("『", "』"), ("‹", "›"))
_MARKED = "|".join(f"{one}([^{one}{other}]+){other}" for one, other in _PAIRS)
_QUOTED = re.compile(rf"{_MARKED}|\"([^\"\n]+)\"|(?<!\w)‘([^‘’]+)’(?!\w)|(?<!\w)'([^'\n]+)'(?!\w)")
_LEFT_OUT = re.compile(r"\[?(?:\.\.\.|…)\]?")
_UNSPACED = re.compile(f"[{UNSPACED}]")


def quoted_spans(text: str, *, least: int = 2) -> list[str]:
    """The quotes of at least so many words, in the order of the text, without their marks.

    >>> quoted_spans("It says “leave lapses on 31 March”, the 'manual' «срок два года», it's the boss' 'own rule'.")
    ['leave lapses on 31 March', 'срок два года', 'own rule']
    """
    found = (next(part for part in match.groups() if part is not None) for match in _QUOTED.finditer(text))
    return [one.strip() for one in found if len(words(one)) >= least or len(_UNSPACED.findall(one)) >= least]


def parts_of(quote: str) -> list[str]:
    """The parts of a quote that leaves something out.

    >>> parts_of("leave lapses […] unless it was refused.")
    ['leave lapses', 'unless it was refused.']
    """
    return [part.strip() for part in _LEFT_OUT.split(quote) if words(part)]


def stands_in(part: str, text: str) -> bool:
    """Whether the words of a text stand in another one in the same order, next to each other.

    Case, punctuation, quotation marks, white space, compatibility forms and ё for е do not count; where scripts put no
    spaces between words, characters are compared. What has no words stands nowhere.

    >>> stands_in("leave lapses, on 31 March", "Unused leave  lapses on 31 March."), stands_in("lap", "it lapses")
    (True, False)
    >>> stands_in("保証は二年", "製品の保証は二年です。")
    True
    """
    wanted = _in_a_row(part)
    return bool(wanted.strip()) and wanted in _in_a_row(text)


@lru_cache(maxsize=4096)
def _in_a_row(text: str) -> str:
    spaced = _UNSPACED.sub(lambda match: f" {match[0]} ", unicodedata.normalize("NFKC", text))
    return f" {' '.join(words(spaced))} "
