"""Texts of answers in the form in which they are compared: one profile for each way of writing."""

from __future__ import annotations

import re
import string
import unicodedata
from typing import TYPE_CHECKING, Literal, get_args

from ragauge.core.texts.dates import dates
from ragauge.core.texts.figures import numerals
from ragauge.core.texts.scripts import UNSPACED, mostly
from ragauge.core.texts.spans import within

if TYPE_CHECKING:
    from collections.abc import Iterable

Profile = Literal["squad", "en", "ru", "plain"]
PROFILES: tuple[Profile, ...] = get_args(Profile)
"""How an answer is brought into the form that is compared.

- ``squad``: SQuAD v1.1, letter by letter: lower case; ASCII punctuation deleted (3.5 becomes 35); a, an, the deleted.
- ``plain``: NFC, case folded; numbers by value; dashes and slashes become spaces, all else of category P is deleted.
- ``en``: as plain, without a, an, the; numbers in English notation first.
- ``ru``: as plain, with ё as е; numbers in Russian notation first (1,234 is a little more than one).
"""
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_ASCII = str.maketrans("", "", string.punctuation)
_UNSPACED = re.compile(f"[{UNSPACED}]")
_HELD = "\ue000"


def profile_for(references: Iterable[str]) -> Profile:
    """The profile of references that say nothing else: ru for mostly Cyrillic, en for mostly Latin, else plain.

    It is chosen by the references alone, so that all systems are compared by the same one.

    >>> profile_for(["Срок — 10 дней."]), profile_for(["two years"]), profile_for(["二年", "42"])
    ('ru', 'en', 'plain')
    """
    script = mostly(" ".join(references))
    profiles: dict[str, Profile] = {"cyrillic": "ru", "latin": "en"}
    return profiles.get(script, "plain")


def normalised(text: str, profile: Profile) -> str:
    """The text in the form of a profile.

    >>> normalised("The “big” cat, 3.50!", "en"), normalised("The big cat, 3.50!", "squad")
    ('big cat 3.5', 'big cat 350')
    >>> normalised("«Королёв» — 1 200,5 №", "ru"), normalised("«Москва» — № 5 €", "plain")
    ('королев 1200.5 №', 'москва № 5 €')
    """
    if profile == "squad":
        return " ".join(_ARTICLES.sub(" ", text.lower().translate(_ASCII)).split())
    plain, numbers = _held(unicodedata.normalize("NFC", text.replace(_HELD, " ")), "ru" if profile == "ru" else "en")
    plain = "".join(map(_without_punctuation, plain.casefold()))
    if profile == "ru":
        plain = plain.replace("ё", "е")
    if profile == "en":
        plain = _ARTICLES.sub(" ", plain)
    rest = iter(numbers)
    return " ".join(re.sub(_HELD, lambda _: f" {next(rest)} ", plain).split())


def tokens(text: str, profile: Profile) -> list[str]:
    """The words of the normalised text; in the profiles but squad every character of Han and kana is one.

    >>> tokens("製品は 2 年", "plain"), tokens("state-of-the-art", "en"), tokens("state-of-the-art", "squad")
    (['製', '品', 'は', '2', '年'], ['state', 'of', 'art'], ['stateoftheart'])
    """
    plain = normalised(text, profile)
    return (plain if profile == "squad" else _UNSPACED.sub(lambda one: f" {one[0]} ", plain)).split()


def _held(text: str, notation: str) -> tuple[str, list[str]]:
    """The text with a mark in the place of each number in digits, and their values; dates keep their own marks."""
    parts, values, last = [], [], 0
    dated = within((one.start, one.end) for one in dates(text))
    for start, end, value in numerals(text, notation):
        if value is None or dated(start):
            continue
        parts += [text[last:start], _HELD]
        values.append(format(value.normalize(), "f"))
        last = end
    return "".join([*parts, text[last:]]), values


def _without_punctuation(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind == "Pd" or letter == "/":
        return " "
    return "" if kind.startswith("P") else letter
