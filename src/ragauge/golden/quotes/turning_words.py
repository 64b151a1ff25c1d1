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


def turning_words(text: str) -> Counter[str]:
    """How often each of them stands in a text.

    >>> turning_words("Доставка не оплачивается") == turning_words("Доставка оплачивается")
    False
    >>> turning_words("≥ 5 mg, part IV") == turning_words("≤ 5 mg, part VI")
    False
    >>> turning_words("The lamp hums.") == turning_words("Tne lamp hurns.")
    True
    """
    found = []
    for token in TOKEN.findall(text):
        word = SIGNS.get(token, token.casefold())
        if word in TURNING or not word[0].isalpha():
            found.append(word)
        elif len(token) > 1 and ROMAN.fullmatch(token):
            found.append(token)
    return Counter(found)
