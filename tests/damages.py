"""What parsers and typists do to a text, done on purpose: each damage gives a piece for every character."""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Damage = Callable[[str, Random], list[str]]

QUOTE_MARKS, DASHES = "\"«»“”„'’‘", "-‐‑–—−"
SPACES = " \u00a0\u2009\u202f\u3000\t\n"
PRESENTATION = {
    unicodedata.normalize("NFKC", chr(code)): chr(code)
    for code in range(0xFE80, 0xFEFD)
    if len(unicodedata.normalize("NFKC", chr(code))) == 1
}
TASHKEEL = "\u064e\u064f\u0650\u0651\u0652"
CONFUSED = {
    "e": "c", "c": "e", "o": "0", "0": "O", "l": "1", "1": "l", "i": "l", "n": "ri", "m": "rn", "S": "5", "5": "S",
    "h": "b", "u": "ii", "а": "о", "о": "с", "е": "с", "и": "н", "н": "и", "п": "л", "л": "п", "т": "г", "ш": "щ",
    "в": "б", "8": "B", ".": ",", ",": ".",
}  # fmt: skip


def damaged(text: str, damage: Damage, rng: Random) -> tuple[str, list[int]]:
    """The damaged text, and where each character of the original begins in it (one more for the end)."""
    pieces = damage(text, rng)
    assert len(pieces) == len(text)
    return "".join(pieces), [0, *accumulate(map(len, pieces))]


def _after_letters(extra: str, share: float) -> Damage:
    def damage(text: str, rng: Random) -> list[str]:
        inside = [a.isalpha() and b.isalpha() for a, b in pairwise(text)] + [False]
        return [c + extra if here and rng.random() < share else c for c, here in zip(text, inside, strict=True)]

    return damage


def _each(change: Callable[[str, Random], str]) -> Damage:
    return lambda text, rng: [change(char, rng) for char in text]


def _ligatures(text: str, _: Random) -> list[str]:
    pieces = list(text)
    for match in re.finditer("ffi|ffl|ff|fi|fl", text):
        glyph = {"ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "ffi": "ﬃ", "ffl": "ﬄ"}[match.group()]
        pieces[match.start() : match.end()] = [glyph] + [""] * (len(match.group()) - 1)
    return pieces


def _ellipses(text: str, _: Random) -> list[str]:
    pieces = ["..." if char == "…" else char for char in text]
    for match in re.finditer(r"\.\.\.", text):
        pieces[match.start() : match.end()] = ["…", "", ""]
    return pieces


def _full_width(char: str, _: Random) -> str:
    return chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char


def _one_of(marks: str) -> Damage:
    return _each(lambda char, rng: rng.choice(marks) if char in marks else char)


def _decomposed(form: str) -> Damage:
    return _each(lambda char, _: unicodedata.normalize(form, char))


def _tashkeel(char: str, rng: Random) -> str:
    return char + rng.choice(TASHKEEL) if "ا" <= char <= "ي" and rng.random() < 0.5 else char


def _upper(char: str, _: Random) -> str:
    return char.upper() if len(char.upper()) == 1 else char


LOSSLESS: dict[str, Damage] = {
    "soft hyphens": _after_letters("\u00ad", 0.15),
    "zero-width": _after_letters("\u200b", 0.15),
    "ligatures": _ligatures,
    "NFD": _decomposed("NFD"),
    "NFKC": _decomposed("NFKC"),
    "full width": _each(_full_width),
    "presentation forms": _each(lambda char, _: PRESENTATION.get(char, char)),
    "NBSP and other spaces": _each(lambda char, rng: rng.choice(SPACES) if char == " " else char),
    "line-break hyphens": _after_letters("-\n", 0.06),
    "lost spaces": _each(lambda char, _: "" if char.isspace() else char),
    "some spaces lost": _each(lambda char, rng: "" if char.isspace() and rng.random() < 0.3 else char),
    "doubled spaces": _each(lambda char, _: char * 2 if char.isspace() else char),
    "added spaces": _after_letters(" ", 0.1),
    "quote marks": _one_of(QUOTE_MARKS),
    "dashes": _one_of(DASHES),
    "ellipses": _ellipses,
    "letter case": _each(_upper),
    "е for ё": _each(lambda char, _: {"ё": "е", "Ё": "Е"}.get(char, char)),
    "stress marks": _each(lambda char, rng: char + "\u0301" if char in "аоуыэяюи" and rng.random() < 0.2 else char),
    "tashkeel": _each(_tashkeel),
}


def substituted(rate: float) -> Damage:
    """What optical recognition does: look-alikes, else any other letter of the text."""

    def damage(text: str, rng: Random) -> list[str]:
        letters = [char for char in text if char.isalpha()] or ["x"]
        hit = [not char.isspace() and rng.random() < rate for char in text]
        return [
            (CONFUSED.get(char) or rng.choice(letters)) if bad else char for char, bad in zip(text, hit, strict=True)
        ]

    return damage


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without anything at its ends that is not a letter or a digit."""
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return start, end
