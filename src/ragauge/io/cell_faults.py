"""What is wrong with a row of a delimited file, in words that let the user find the spot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ragauge.core.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN_CELLS, SHOWN_CHARACTERS = 6, 24


def wrong_count(cells: Sequence[str], names: Sequence[str], delimiter: str, *, lines: str = "") -> str:
    """What to say about a row with too many or too few cells.

    >>> message = wrong_count(["12", "If it breaks", " who pays?", "x.md"], ["id", "question", "gold"], ";")
    >>> message.partition("; is ")[0]
    "4 cells where the header has 3: '12' | 'If it breaks' | ' who pays?' | 'x.md'"
    >>> message.partition("; is ")[2]
    "the ';' in 'If it breaks; who pays?' (question) unquoted? put quotes around this cell"
    """
    message = f"{len(cells)} cells where the header has {len(names)}{lines}: {_split(cells)}"
    if len(cells) < len(names):
        return f"{message}; is a cell missing, or is there a line break in a cell without quotes?"
    place = joint(cells, names)
    whole = shorten(delimiter.join(cells[place : place + len(cells) - len(names) + 1]), 2 * SHOWN_CHARACTERS)
    column = shorten(names[place], SHOWN_CHARACTERS)
    return f"{message}; is the {delimiter!r} in {whole!r} ({column}) unquoted? put quotes around this cell"


def joint(cells: Sequence[str], names: Sequence[str]) -> int:
    """The column whose cell was probably split: prose goes on after a space, or has the most words."""
    extra = len(cells) - len(names)

    def prose(place: int) -> tuple[int, int]:
        rest = cells[place + 1 : place + extra + 1]
        spaced = sum(cell.startswith((" ", "\u00a0")) for cell in rest)
        return spaced, sum(cell.count(" ") for cell in cells[place : place + extra + 1])

    return max(range(len(names)), key=prose)


def open_quote(record: str, delimiter: str) -> int | None:
    """Where the quote stands that is not closed at the end of its cell.

    >>> open_quote('1,"a",2\\n', ",") is None, open_quote('1,"a","b" c,2\\n', ",")
    (True, 6)
    """
    edge = re.escape(delimiter)
    opening = re.compile(rf'(?:\A|(?<=[{edge}\r\n]))"')
    closed = re.compile(rf'"(?:[^"]++|"")*+"(?=[{edge}\r\n]|\Z)')
    place = 0
    while found := opening.search(record, place):
        cell = closed.match(record, found.start())
        if cell is None:
            return found.start()
        place = cell.end()
    return None


def _split(cells: Sequence[str]) -> str:
    shown = [repr(shorten(cell, SHOWN_CHARACTERS)) for cell in cells[:SHOWN_CELLS]]
    more = [f"{len(cells) - SHOWN_CELLS} more"] if len(cells) > SHOWN_CELLS else []
    return " | ".join([*shown, *more])
