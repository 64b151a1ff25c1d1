"""Which script a text is mostly in, where that decides how it is read."""

from __future__ import annotations

import re

CYRILLIC = re.compile(r"[\u0400-\u052f]")
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
UNSPACED = (
    "\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Han, kana and their marks, which are written without spaces between words; the inside of a character class."""


def mostly(text: str) -> str:
    """``cyrillic`` or ``latin``, whichever has more letters, Latin of as many; ``other`` where there are neither.

    >>> mostly("Срок — 10 дней (days)."), mostly("Two years"), mostly("二年"), mostly("12")
    ('cyrillic', 'latin', 'other', 'other')
    """
    cyrillic, latin = len(CYRILLIC.findall(text)), len(LATIN.findall(text))
    if not cyrillic and not latin:
        return "other"
    return "cyrillic" if cyrillic > latin else "latin"
