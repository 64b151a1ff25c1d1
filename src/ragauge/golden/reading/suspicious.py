"""Cells that can be read and still look wrong: garbled text, invisible tails, formulas that failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.brief import brief
from ragauge.io.frame_columns import text_column
from ragauge.io.mojibake import SUSPECT_PAIRS, repaired

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ragauge.io.table import Table

TAILS = r"^[\s\u00a0\u200b\ufeff]|[\s\u00a0\u200b\ufeff]$"
INVISIBLE = r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[ \u00a0]{2}|[^\n\r\t\P{Cc}]"
GARBLED = "garbled text (read in a wrong encoding before)"
LOST = "\ufffd"
ANYTHING = f"{SUSPECT_PAIRS}|{LOST}|{TAILS}|{INVISIBLE}"
"""What some suspicion is about: most columns have none of it, and are searched once."""
SHOWN = 200


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A cell that looks wrong: its row and column, what is wrong, and what it may have been."""

    row: int
    column: str
    what: str
    cell: str
    instead: str | None = None

    def __str__(self) -> str:
        instead = "" if self.instead is None else f", perhaps {brief(self.instead)}"
        return f"row {self.row}, column {self.column!r}: {self.what}: {brief(self.cell)}{instead}"


@dataclass(frozen=True, slots=True)
class Suspicions:
    """The first suspicious cells of each kind, and how many there are of each."""

    shown: tuple[Suspicion, ...]
    counts: dict[str, int]


def suspicious_cells(table: Table) -> Suspicions:
    """The cells of a table that look wrong.

    >>> from ragauge.io.table import Table
    >>> rows = [(2, {"question": "Â§ 4.2?", "doc": "a.pdf"}), (3, {"question": "Что?", "doc": "устав.pdf\\t"})]
    >>> for one in suspicious_cells(Table.of_rows(rows, source="gold.csv")).shown:
    ...     print(one)
    row 2, column 'question': garbled text (read in a wrong encoding before): 'Â§ 4.2?', perhaps '§ 4.2?'
    row 3, column 'doc': white space at an end: 'устав.pdf\\t', perhaps 'устав.pdf'
    """
    shown: list[Suspicion] = []
    counts: dict[str, int] = {}
    for name, cells in table.columns.items():
        for one in _of_column(name, cells, table):
            counts[one.what] = counts.get(one.what, 0) + 1
            if counts[one.what] <= SHOWN:
                shown.append(one)
    return Suspicions(tuple(sorted(shown, key=lambda one: one.row)), counts)


def _of_column(name: str, cells: list[Any], table: Table) -> Iterator[Suspicion]:
    texts, lines = _column(cells, table.lines)
    if not texts.str.contains(ANYTHING).any():
        return
    yield from _garbled(name, texts, lines)
    for place in texts.str.contains(LOST, literal=True).fill_null(value=False).arg_true():
        yield Suspicion(lines[place], name, "a character that was lost before", texts[place])
    for place in _where(texts, TAILS):
        yield Suspicion(lines[place], name, "white space at an end", texts[place], texts[place].strip())
    for place in _where(texts.str.strip_chars(), INVISIBLE):
        text = texts[place]
        yield Suspicion(lines[place], name, "invisible characters or double spaces", text, _visible(text))


def _garbled(name: str, texts: pl.Series, lines: Sequence[int]) -> Iterator[Suspicion]:
    for place in _where(texts, SUSPECT_PAIRS):
        if (better := repaired(texts[place])) is not None:
            yield Suspicion(lines[place], name, GARBLED, texts[place], better)


def _column(cells: list[Any], lines: Sequence[int]) -> tuple[pl.Series, Sequence[int]]:
    """All texts of a column, and their rows."""
    if (texts := text_column(cells)) is not None:
        return texts, lines
    found = [(text, line) for text, line in _texts(cells, lines) if _is_sound(text)]
    return pl.Series([text for text, _ in found], dtype=pl.String), [line for _, line in found]


def _is_sound(text: str) -> bool:
    """Whether a text is whole characters: half of one is told where the cell is read."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _texts(cells: list[Any], lines: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Every text in the cells, also those in lists and objects, with the row it is on."""
    for cell, line in zip(cells, lines, strict=True):
        if isinstance(cell, str):
            yield cell, line
        elif isinstance(cell, list | tuple | dict):
            inner = list(cell.values() if isinstance(cell, dict) else cell)
            yield from _texts(inner, [line] * len(inner))


def garbled_note(table: Table, names: Iterable[str]) -> str | None:
    """A sentence about garbled text in some columns, with the first cell of it."""
    found = [one for name in names for one in _garbled(name, *_column(table.columns[name], table.lines))]
    if not found:
        return None
    return f"{len(found)} cells hold {found[0]}; ragauge golden export --repair writes a repaired copy"


def _where(texts: pl.Series, pattern: str) -> list[int]:
    return texts.str.contains(pattern).fill_null(value=False).arg_true().to_list()


def _visible(text: str) -> str:
    kept = (char for char in text if char in "\n\r\t" or (char.isprintable() or char == "\u00a0"))
    return " ".join("".join(kept).split())
