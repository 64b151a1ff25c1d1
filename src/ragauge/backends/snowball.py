"""Snowball stemmers (PyStemmer) for English and Russian, chosen by the script of each word."""

from __future__ import annotations

import Stemmer


class SnowballStemmer:
    """Stems words, Cyrillic ones as Russian and all others as English.

    >>> SnowballStemmer().stem(["manuals", "центрифуги"])
    ['manual', 'центрифуг']
    """

    def __init__(self) -> None:
        self._english = Stemmer.Stemmer("english")
        self._russian = Stemmer.Stemmer("russian")
        self._known: dict[str, str] = {}

    def stem(self, words: list[str]) -> list[str]:
        """The stem of each word; one that was met before is looked up."""
        known = self._known
        for word in words:
            if word in known:
                continue
            known[word] = (self._russian if "а" <= word[:1] <= "я" else self._english).stemWord(word)
        return [known[word] for word in words]
