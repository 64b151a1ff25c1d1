"""What stands between the ids in the cells of a column: one rule for the whole column, and said out loud."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.brief import brief
from ragauge.core.ids import WHITE
from ragauge.core.json_text import parse_json
from ragauge.golden.reading.part_likeness import are_ids
from ragauge.io.frame_columns import text_column

if TYPE_CHECKING:
    from collections.abc import Sequence

STRONG = ("\n", ";", "|", "\t", " + ")
NO_MARK = "no cell holds a separator"
COMMA = ","
SHOWN = {"\n": "a line break", "\t": "a tab", " + ": "' + '"}
NAMES = {
    "none": None,
    "newline": "\n",
    "\\n": "\n",
    "tab": "\t",
    "\\t": "\t",
    "comma": ",",
    "semicolon": ";",
    "+": " + ",
}
LOOKED_AT = 20_000
"""This many different cells with a mark decide about a strong one; a comma is looked at in all of them."""

ANY = r"[\n;|\t,]| \+ "


@dataclass(frozen=True, slots=True)
class Separator:
    """What stands between the values of a cell (None: a cell is one value), why, and what speaks against it."""

    text: str | None
    reason: str
    doubts: tuple[str, ...] = ()


def find_separator(cells: Sequence[Any], *, given: str | None = None) -> Separator:
    """The separator of a column; a given one is taken as it is ("none", "newline", "tab" and "comma" by name).

    The strong ones are a line break, ``;``, ``|``, a tab and ``" + "``; the one in most cells is taken. The parts
    must be alike: if only the last one ends like a file, the mark belongs to a file name. A comma is the separator
    only if there is no strong one, and in every cell with a comma the parts are ids of their own: all end like files,
    or none has a space in it, or all of them are whole cells elsewhere. Lists and JSON lists are no text to split.

    >>> find_separator(["a.pdf; b.pdf", "c.pdf"])
    Separator(text=';', reason="';' in 1 of 2 cells", doubts=())
    >>> find_separator(["Иванов, 2019.pdf", "b.pdf"]).text, find_separator(["s.4 + s.9"]).text
    (None, ' + ')
    >>> find_separator(["Smith, 2019.pdf", "a.pdf, b.pdf"]).doubts
    ("',' in 2 cells is read as a part of the ids, but may be a separator, first in 'a.pdf, b.pdf'",)
    """
    if given is not None:
        text = NAMES.get(given.strip().casefold(), given) if given.strip() else given
        return Separator(text or None, "as given")
    filled = _texts(cells)
    texts = filled.unique(maintain_order=True)
    bracketed = texts.str.starts_with("[") & texts.str.ends_with("]")
    listed = set(filter(_is_list, texts.filter(bracketed)))
    marked = texts.filter(texts.str.contains(ANY))
    marked = marked.filter(~marked.is_in(list(listed))) if listed else marked
    if marked.is_empty():
        lists = bool(listed)
        lists = lists or any(isinstance(cell, list | tuple) for cell in cells)
        return Separator(None, "lists" if lists else NO_MARK)
    found = _decide(marked, set(texts.filter(~texts.str.contains(ANY))))
    if found.text is None:
        return found
    count = filled.str.contains(found.text, literal=True).sum()
    return replace(found, reason=f"{found.reason} in {count:,} of {len(filled):,} cells")


def _texts(cells: Sequence[Any]) -> pl.Series:
    """The cells with something in them, stripped, without what is no text."""
    texts = text_column(cells)
    if texts is None:
        texts = text_column([cell for cell in cells if type(cell) is str])
    if texts is None:  # half a character, which is told where the cell is read
        texts = pl.Series(dtype=pl.String)
    return texts.drop_nulls().str.strip_chars(WHITE).replace("", None).drop_nulls()


def split(cell: Any, separator: Separator | None) -> list[Any]:
    """The values of a cell, stripped. Empty ones at the end are dropped; those before them hold their place.

    >>> by = find_separator(["a.pdf;b.pdf"])
    >>> split("а.pdf; ;б.pdf;", by), split('["a", "b"]', by), split(["a;b"], by), split(17, by), split(None, by)
    (['а.pdf', '', 'б.pdf'], ['a', 'b'], ['a;b'], [17], [])
    """
    if cell is None:
        return []
    if not isinstance(cell, str):
        return list(cell) if isinstance(cell, list | tuple) else [cell]
    cell = cell.strip()
    if _is_list(cell):
        found = parse_json(cell)
        return found if isinstance(found, list) else [found]
    text = None if separator is None else separator.text
    parts = [cell] if text is None else [part.strip() for part in cell.split(text)]
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _decide(marked: pl.Series, whole: set[str]) -> Separator:
    """The separator of the cells that hold a mark."""
    found: dict[str, _Seen] = {}
    unfit: list[str] = []
    for mark in (*STRONG, COMMA):
        if mark == COMMA and any(seen.is_good for seen in found.values()):
            break  # it is no separator beside a stronger one
        cells = marked.filter(marked.str.contains(mark, literal=True))
        looked_at = (cells if mark == COMMA else cells.head(LOOKED_AT)).to_list()
        different = _different(looked_at, mark)
        fit = [text for text in different if _fits(text, mark, whole)]
        if fit:
            good = len(fit) == len(different) if mark == COMMA else 2 * len(fit) >= len(different)
            found[mark] = _Seen(len(cells), looked_at, fit, len(different), good)
        elif looked_at and mark != COMMA:
            unfit.append(f"{_shown(mark)} is read as a part of {brief(looked_at[0])}")
    sound = {mark: seen.different for mark, seen in found.items() if seen.is_good}
    strong = {mark: count for mark, count in sound.items() if mark != COMMA} or sound
    chosen = max(strong, key=strong.__getitem__, default=None)
    doubts = [_doubt(mark, seen) for mark, seen in found.items() if mark != chosen] + unfit[:1]
    if chosen is None:
        return Separator(None, "no separator fits the cells", tuple(doubts))
    odd = next((text for text in found[chosen].cells if not _fits(text, chosen, whole)), None)
    if odd is not None:
        doubts.append(f"{_shown(chosen)} splits {brief(odd)} too, which looks like one id")
    return Separator(chosen, _shown(chosen), tuple(doubts))


@dataclass(frozen=True, slots=True)
class _Seen:
    """The cells with a mark: how many, those that were looked at, which fit, how many differ, whether they decide."""

    count: int
    cells: list[str]
    fit: list[str]
    different: int
    is_good: bool


def _different(cells: list[str], mark: str) -> list[str]:
    """The cells without those that have the same parts in another order: order must decide nothing."""
    return list({tuple(sorted(map(str.strip, text.split(mark)))): text for text in reversed(cells)}.values())[::-1]


def _fits(text: str, mark: str, whole: set[str]) -> bool:
    parts = [part for part in map(str.strip, text.split(mark)) if part]
    return are_ids(parts, whole, strict=mark in (COMMA, " + "))


def _doubt(mark: str, seen: _Seen) -> str:
    count = f"{seen.count} cell{'s' * (seen.count > 1)}"
    told = f"{_shown(mark)} in {count} is read as a part of the ids"
    return f"{told}, but may be a separator, first in {brief(seen.fit[0])}"


def _shown(mark: str) -> str:
    return SHOWN.get(mark, repr(mark))


def _is_list(text: str) -> bool:
    """Whether a text is a list written as JSON."""
    if not (text.startswith("[") and text.endswith("]")):
        return False
    try:
        return isinstance(parse_json(text), list)
    except ValueError:
        return False
