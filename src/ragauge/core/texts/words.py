"""Words of a text, in any script: what lexical retrieval compares."""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """Letters and digits in runs, NFKC, case folded, with ё as е.

    >>> words("Ёлка № 5, the C-400’s manual")
    ['елка', 'no', '5', 'the', 'c', '400', 's', 'manual']
    """
    plain = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    return WORD.findall(plain)
