"""Words and signs that turn the sense of a sentence: a passage that differs in them is another statement."""

from __future__ import annotations

import re
from collections import Counter

WORDS = (
    "not no never none without neither nor cannot no one two three four five six seven eight nine ten eleven twelve "
    "hundred thousand increase increases decrease decreases before after minimum maximum "
    "не ни нет без никогда нельзя один одна два две три четыре пять шесть семь восемь девять десять "
    "сто тысяча до после nicht kein keine keinen nie ohne weder zwei drei vier fünf sechs sieben acht neun zehn "
    "pas sans jamais sin nunca sem não nunca ningún"
)
TURNING = frozenset(WORDS.split())
TOKEN = re.compile(r"[^\W\d_]+|[<>≤≥≠±=%]|(?<![\w-])[-−+](?=\d)")
ROMAN = re.compile(r"[IVXLC]{1,6}")
SIGNS = {"−": "-"}


def same_sense(quote: str, passage: str) -> bool:
    """Whether two texts that are nearly the same have the same of these words and signs.

    A word that misread letters made unrecognisable is no difference, if the other text has the like of it there.

    >>> same_sense("Доставка не оплачивается", "Доставка оплачивается"), same_sense("≤ 5 mg", "≥ 5 mg")
    (False, False)
    >>> same_sense("must not be paid", "must nct be paid"), same_sense("two years", "ten years")
    (True, False)
    """
    ours, theirs = _turning(quote), _turning(passage)
    if ours == theirs:
        return True
    lost, new = ours - theirs, theirs - ours
    if (lost and new) or any(not token[0].isalpha() for token in (*lost, *new)):
        return False
    words = Counter(_words(quote)), Counter(_words(passage))
    unlike = words[1] - words[0] if lost else words[0] - words[1]
    return all(any(_misread(token.casefold(), word) for word in unlike) for token in (*lost, *new))


def _turning(text: str) -> Counter[str]:
    found = []
    for token in TOKEN.findall(text):
        word = SIGNS.get(token, token.casefold())
        if word in TURNING or not word[0].isalpha():
            found.append(word)
        elif len(token) > 1 and ROMAN.fullmatch(token):
            found.append(token)
    return Counter(found)


def _words(text: str) -> list[str]:
    return [token.casefold() for token in TOKEN.findall(text)]


def _misread(one: str, two: str) -> bool:
    """Whether words differ in few letters at the same places, or in one letter more."""
    if len(one) == len(two):
        return sum(a != b for a, b in zip(one, two, strict=True)) <= max(1, len(one) // 3)
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    return len(longer) == len(shorter) + 1 and any(
        longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))
    )
