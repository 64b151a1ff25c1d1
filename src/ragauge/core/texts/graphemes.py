"""Where a text must not be cut: between the parts of what a reader sees as one character."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

JOINER = "\u200d"
MARKS = frozenset({"Mn", "Mc", "Me"})
ENDING = frozenset({"Cc", "Zl", "Zp"})
"""Categories after which a mark stands for itself."""
LATIN = "\u00ff"
SYMBOLS = frozenset({"So", "Sm", "Cn"})
"""Categories of emoji, and of those of a later Unicode."""
PICTURES = "©®‼⁉〰〽"
FIRST_MARK = "\u0300"
EXTENDING = ("\u200c-\u200d", "\u0e33", "\u0eb3", "\uff9e-\uff9f", "\U0001f3fb-\U0001f3ff", "\U000e0020-\U000e007f")
"""What joins the character before it without being a mark: joiners, sara am, dakuten, skin tones, tags."""
MARK_BLOCKS = (range(0x300, 0x20000), range(0xE0100, 0xE01F0))
FLAGS = ("\U0001f1e6", "\U0001f1ff")


@lru_cache(maxsize=1)
def extending() -> str:
    """The inside of a character class: everything that belongs to the character before it.

    >>> bool(re.match(f"[{extending()}]", "\u0301")), bool(re.match(f"[{extending()}]", "e"))
    (True, False)
    """
    ranges: list[list[int]] = []
    for block in MARK_BLOCKS:
        for code in block:
            if unicodedata.category(chr(code)) not in MARKS:
                continue
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"{chr(low)}-{chr(high)}" for low, high in ranges) + "".join(EXTENDING)


@lru_cache(maxsize=1)
def _extends() -> re.Pattern[str]:
    return re.compile(f"[{extending()}]")


def joined(text: str, place: int, low: int = 0) -> bool:
    r"""Whether a cut at a place would go through a character as readers see it.

    The rules of UAX #29 for CRLF, marks, emoji sequences, flags and Hangul syllables; conjuncts of Indic scripts and
    prepended signs, which need tables that Python has not, are left out. ``low`` is a place from which flags are
    counted, itself no cut through a character.

    >>> joined("e\u0301", 1), joined("\r\n", 1), joined("ab", 1), joined("a\n\u0301", 2)
    (True, True, False, False)
    >>> flags = "\U0001f1eb\U0001f1ee\U0001f1f8\U0001f1ea"
    >>> [joined(flags, place) for place in (1, 2, 3)]
    [True, False, True]
    """
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if after < FIRST_MARK and before != JOINER:
        return before == "\r" and after == "\n"
    if _extends().match(after):
        return unicodedata.category(before) not in ENDING
    if before == JOINER:
        return after in PICTURES or (after > LATIN and unicodedata.category(after) in SYMBOLS)
    if FLAGS[0] <= after <= FLAGS[1]:
        return _flags_before(text, place, low) % 2 == 1
    return _syllable(before, after)


def cut_at_most(text: str, low: int, high: int) -> int:
    r"""The last place after low and up to high where a character ends; high itself where there is none.

    >>> cut_at_most("ae\u0301", 0, 2), cut_at_most("e\u0301\u0302", 0, 2)
    (1, 2)
    """
    for place in range(high, low, -1):
        if not joined(text, place, low):
            return place
    return high


def cut_at_least(text: str, place: int, high: int, low: int = 0) -> int:
    r"""The first place from a given one on where a character ends; high where there is none before.

    >>> cut_at_least("ae\u0301b", 2, 4)
    3
    """
    while place < high and joined(text, place, low):
        place += 1
    return place


def _flags_before(text: str, place: int, low: int) -> int:
    first = place
    while first > low and FLAGS[0] <= text[first - 1] <= FLAGS[1]:
        first -= 1
    return place - first


def _syllable(before: str, after: str) -> bool:
    """Hangul: leading consonants join what follows, vowels and syllables join vowels and final consonants."""
    if not ("\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3"):
        return False
    leading, vowel, final = (
        ("\u1100" <= after <= "\u115f"),
        ("\u1160" <= after <= "\u11a7"),
        "\u11a8" <= after <= "\u11ff",
    )
    whole = "\uac00" <= after <= "\ud7a3"
    if before <= "\u115f":
        return leading or vowel or whole
    closed = "\u11a8" <= before <= "\u11ff" or (before >= "\uac00" and (ord(before) - 0xAC00) % 28 > 0)
    return final or (vowel and not closed)
