"""Forms of one word: an ending is cut off, so that case, number and tense do not part words. English and Russian."""

from __future__ import annotations

from functools import lru_cache

SHORTEST = 3
"""So many letters are left at least."""
_DOUBLED = frozenset("bcdfghjkmnpqrtv")
_ENGLISH = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"))
_RUSSIAN = (
    "а я о е ы и у ю ь й ой ей ом ем ам ям ах ях ами ями ов ев ий ия ие ию ии ией иям иями иях ием ый ая ое ые ого его "
    "ому ему ым им ых их ую юю яя ее ыми ими ою ею ть ти л ла ло ли ет ют ит ят ут ат ал ала ало али ил ила ило или "
    "ел ела ело ели ать ять ить еть ает яет ают яют ует уют ешь ишь ете ите ил"
)
_RUSSIAN_ENDINGS = tuple(sorted(set(_RUSSIAN.split()), key=lambda ending: (-len(ending), ending)))


@lru_cache(maxsize=1 << 16)
def base_form(word: str) -> str:
    """What forms of a word have in common, of a word as ``words`` reads it; others stand for themselves.

    English: plural, -ed, -ing and a last e; Russian: the longest of the endings of nouns, adjectives and verbs, after
    -ся. It is no stemmer: other parts of speech stay apart, irregular forms too, and few short words meet others.

    >>> [base_form(word) for word in ("orbits", "orbiting", "stopped", "warranties", "miles", "this", "c400")]
    ['orbit', 'orbit', 'stop', 'warranty', 'mil', 'this', 'c400']
    >>> [base_form(word) for word in ("гарантия", "гарантией", "москве", "действует", "дом")]
    ['гарант', 'гарант', 'москв', 'действ', 'дом']
    """
    if not word.isalpha():
        return word
    if word.isascii():
        return _english(word)
    return _russian(word) if "\u0400" <= word[0] <= "\u052f" else word


def _english(word: str) -> str:
    plain = _singular(word)
    for ending in ("ing", "ed"):
        left = plain.removesuffix(ending)
        if left != plain and len(left) > SHORTEST and any(letter in "aeiouy" for letter in left):
            plain = left[:-1] if left[-1] == left[-2] and left[-1] in _DOUBLED else left
            break
    return plain[:-1] if plain.endswith("e") and len(plain) > SHORTEST else plain


def _singular(word: str) -> str:
    if len(word) <= SHORTEST:
        return word
    for ending, instead in _ENGLISH:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + instead
    return word[:-1] if word.endswith("s") and word[-2] not in "sui" else word


def _russian(word: str) -> str:
    plain = word[:-2] if word.endswith(("ся", "сь")) and len(word) > SHORTEST + 2 else word
    for ending in _RUSSIAN_ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= SHORTEST:
            return plain.removesuffix(ending)
    return plain
