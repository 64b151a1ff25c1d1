"""One spelling for a label, whoever wrote it."""

from __future__ import annotations

import math
import unicodedata

AROUND = " \t\r\n.,;:!\"'`*[](){}«»“”„…"


def plain_label(cell: object) -> str | None:
    """A label as it is compared: one spelling for "Yes.", " yes" and "**YES**", and one for 4, 4.0 and "4".

    Compatible forms of letters are made one (NFKC), case is folded, and what stands around a word (blanks, quotes,
    brackets, full stops) is dropped. Nothing within it is touched: "not supported" stays that.

    Undefined: None for an empty cell, NaN, and a cell of nothing but marks.

    >>> [plain_label(cell) for cell in ("Yes.", "[[A]]", 4.0, "4", True, "«Да»", "−1", " ", None)]
    ['yes', 'a', '4', '4', 'true', 'да', '-1', None, None]
    """
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return None
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = unicodedata.normalize("NFKC", str(cell)).replace("−", "-").strip(AROUND).casefold()
    number = number_of(text)
    if number is not None and number.is_integer() and abs(number) < 2**53:
        return str(int(number))
    return text or None


def number_of(label: str) -> float | None:
    """The finite number that a label is; None for a word.

    >>> number_of("0.5"), number_of("yes"), number_of("nan")
    (0.5, None, None)
    """
    try:
        number = float(label)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
