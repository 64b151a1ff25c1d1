"""Numbers that are written as words, from 2 to 99, English and Russian."""

from __future__ import annotations

import re
from functools import cache

_ENGLISH = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen"
)
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_RUSSIAN = """
2 два две двух двум двумя
3 три трех трем тремя
4 четыре четырех четырем четырьмя
5 пять пяти пятью
6 шесть шести шестью
7 семь семи семью
8 восемь восьми восемью
9 девять девяти девятью
10 десять десяти десятью
11 одиннадцать одиннадцати
12 двенадцать двенадцати
13 тринадцать тринадцати
14 четырнадцать четырнадцати
15 пятнадцать пятнадцати
16 шестнадцать шестнадцати
17 семнадцать семнадцати
18 восемнадцать восемнадцати
19 девятнадцать девятнадцати
20 двадцать двадцати
30 тридцать тридцати
40 сорок сорока
50 пятьдесят пятидесяти
60 шестьдесят шестидесяти
70 семьдесят семидесяти
80 восемьдесят восьмидесяти
90 девяносто девяноста
"""


@cache
def number_words() -> dict[str, int]:
    """The values of words, as ``words`` reads them. One is none of them: it is an article or a pronoun too often.

    >>> number_words()["two"], number_words()["двух"], number_words()["ninety"], "one" in number_words()
    (2, 2, 90, False)
    """
    english = {word: value for value, word in enumerate(_ENGLISH.split(), start=2)}
    tens = {word: 10 * value for value, word in enumerate(_ENGLISH_TENS.split(), start=2)}
    rows = (row.split() for row in _RUSSIAN.strip().splitlines())
    return {**english, **tens, **{word: int(value) for value, *words in rows for word in words}}


@cache
def pattern() -> re.Pattern[str]:
    """Words for numbers, with ё as е: of tens and ones, both."""
    found = number_words()
    tens = "|".join(word for word, value in found.items() if value >= 20)
    ones = "|".join([*(word for word, value in found.items() if value < 10), "one", "один", "одна", "одного"])
    every = "|".join(sorted(found, key=len, reverse=True))
    return re.compile(rf"\b(?:(?P<tens>{tens})[-\s](?P<ones>{ones})|(?P<word>{every}))\b", re.IGNORECASE)


def value_of(match: re.Match[str]) -> int:
    """The value of a match of ``pattern``.

    >>> [value_of(one) for one in pattern().finditer("Twenty-one lamps, двадцать пять или две")]
    [21, 25, 2]
    """
    found = number_words()
    if match["word"] is not None:
        return found[match["word"].casefold()]
    return found[match["tens"].casefold()] + found.get(match["ones"].casefold(), 1)
