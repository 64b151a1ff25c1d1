"""Pages of a document as people write them, and never a date that a spreadsheet made of them."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from ragauge.core.brief import brief
from ragauge.core.ids import is_truth_value
from ragauge.core.json_text import json_complaint, parse_json

Range = tuple[int, int]
LAST = 100_000

_MONTHS = (
    "jan|feb|f[eé]v|m[aä]r|apr|a[bv]r|ma[iyj]|mag|jui?n|jui?l|giu|lug|aug|ago|ao[uû]|sep|set|o[ck]t|ott|out|nov|de[cz]|dic|ene|gen"
    "|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек"
)
_DATE = re.compile(
    rf"\d{{1,4}}[\s.\-/]*(?:{_MONTHS})[^\W\d_]*\.?[\s.\-/']*\d{{0,4}}|(?:{_MONTHS})[^\W\d_]*\.?[\s.\-/']*\d{{1,4}}"
    r"|\d{4}([-/.])\d{1,2}\1\d{1,2}(?:[t\s].*)?|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})(?:\s.*)?|\d{1,2}\.\d{1,2}\."
    r"|(?:\d{4}年)?\d{1,2}月(?:\d{1,2}日)?"
)
_BETWEEN = re.compile(r"[;,|\n、&]|\s(?:and|und|et|y|e|и)\s")
_WORD = r"(?:(?:pages?|p[pg]?s?|seiten?|ss?|страниц[аы]?|стр|cc?|сс?|p[aá]g(?:ina)?s?|第)\.?\s*)?"
_NUMBER = rf"{_WORD}(\d+)(?:\.0+)?\s*(?:頁|页|ページ)?"
_RANGE = re.compile(rf"{_NUMBER}(?:\s*(?:-|–|—|−|‐|‑|~|〜|至|\.\.+|\b(?:to|bis|до|по|à|a|al)\b)\s*{_NUMBER})?")
_ROMAN = re.compile(rf"{_WORD}[ivxlcdm]+(?:\s*[-–—]\s*[ivxlcdm]+)?")
_RAISED = re.compile("[⁰¹²³⁴-⁹]")
_FRACTION = re.compile(r"\d+\.\d+")


def read_pages(cell: Any) -> list[Range]:
    """The page ranges that a cell names, in its order; none for an empty cell.

    A cell is a number, a text, or a list of these; in a list, a list of two is a range. A text may hold several
    pages and ranges, with a word for "page" before them.

    >>> read_pages("12; 7"), read_pages("pp. 10–12"), read_pages("3 bis 5"), read_pages("第3頁")
    ([(12, 12), (7, 7)], [(10, 12)], [(3, 5)], [(3, 3)])
    >>> read_pages("стр. 5, 7–9"), read_pages(17.0), read_pages([[3, 5], [7, 7]]), read_pages("[3, 4]")
    ([(5, 5), (7, 9)], [(17, 17)], [(3, 5), (7, 7)], [(3, 3), (4, 4)])
    >>> read_pages("12-Oct")
    Traceback (most recent call last):
    ValueError: '12-Oct' looks like a date that a spreadsheet made of pages: format the column as text, write them again

    Raises: ValueError in words for a date, a roman number, a page below 1 or above 100,000, a fraction, a range that
    ends before it begins, a gap in a list, and whatever else names no page.
    """
    found = page_places(cell)
    if None in found:
        raise ValueError(f"a page is missing in {brief(cell)}, between two separators")
    return [pages for pages in found if pages is not None]


def page_places(cell: Any) -> list[Range | None]:
    """As ``read_pages``, with None where a list has an empty place: for lists that stand beside other lists.

    >>> page_places("12;;7"), page_places("12;7;")
    ([(12, 12), None, (7, 7)], [(12, 12), (7, 7)])

    Raises: ValueError in words, as ``read_pages``.
    """
    if isinstance(cell, str) and cell.strip().startswith("["):
        cell = _from_json(cell)
    if isinstance(cell, list | tuple) or type(cell).__module__ == "numpy":
        found = [_one(entry) for entry in (cell if isinstance(cell, list | tuple) else _listed(cell))]
    elif isinstance(cell, str):
        found = [_of_text(part) for part in _BETWEEN.split(_plain(cell))]
    else:
        found = [_one(cell)]
    while found and found[-1] is None:
        found.pop()
    return found


def _plain(text: str) -> str:
    """The text with full-width characters as plain ones; a raised number is a footnote and stays raised."""
    return text if _RAISED.search(text) else unicodedata.normalize("NFKC", text)


def _from_json(text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise ValueError(f"{brief(text)} starts like JSON but is not: {json_complaint(error)}") from error


def _listed(array: Any) -> list[Any]:
    values = array.tolist()
    return values if isinstance(values, list) else [values]


def _one(entry: Any) -> Range | None:
    """The range that one entry of a list names."""
    if entry is None:
        return None
    if isinstance(entry, str):
        return _of_text(_plain(entry))
    if isinstance(entry, list | tuple):
        if not 1 <= len(entry) <= 2:
            raise ValueError(f"{brief(entry)} is no range of pages; a range is two numbers")
        first, last = _number(entry[0]), _number(entry[-1])
        return _checked(first, last, entry)
    number = _number(entry)
    return _checked(number, number, entry)


def _number(value: Any) -> int:
    if isinstance(value, dt.date | dt.time):
        raise ValueError(_date(value))  # noqa: TRY004  (a wrong value in a file, not in a program)
    if isinstance(value, str):
        pages = _of_text(value)
        if pages is not None and pages[0] == pages[1]:
            return pages[0]
    elif isinstance(value, Integral) and not is_truth_value(value):
        return int(value)
    elif isinstance(value, Real | Decimal) and not is_truth_value(value):
        if float(value).is_integer():
            return int(float(value))
        raise ValueError(f"{brief(value)} is no page: pages are whole numbers")
    raise ValueError(f"{brief(value)} is no page")


def _of_text(text: str) -> Range | None:
    """The range that a text without separators names; None for an empty one."""
    plain = text.strip().casefold()
    if not plain:
        return None
    found = _RANGE.fullmatch(plain)
    if found and len(found[1]) <= len(str(LAST)) + 1 and len(found[2] or "") <= len(str(LAST)) + 1:
        first, last = int(found[1]), int(found[2] or found[1])
        return _checked(first, last, text)
    raise ValueError(_complaint(plain, text.strip()))


def _complaint(plain: str, text: str) -> str:
    if _DATE.fullmatch(plain):
        return _date(text)
    if _ROMAN.fullmatch(plain):
        return f"{brief(text)} is a roman page number: write which page of the file it is"
    if _FRACTION.fullmatch(plain):
        return f"{brief(text)} is no page: pages are whole numbers; if a spreadsheet made it, format the column as text"
    if plain.lstrip("-−").isdecimal():
        return f"{brief(text)} is no page: pages go from 1 to {LAST:,}"
    return f"{brief(text)} is no page and no range of pages like 10-12"


def _date(value: object) -> str:
    shown = repr(str(value)) if isinstance(value, dt.date | dt.time) else brief(value)
    return f"{shown} looks like a date that a spreadsheet made of pages: format the column as text, write them again"


def _checked(first: int, last: int, shown: Any) -> Range:
    for page in (first, last):
        if not 1 <= page <= LAST:
            raise ValueError(f"{brief(shown)} is no page: pages go from 1 to {LAST:,}")
    if last < first:
        raise ValueError(f"{brief(shown)} ends before it begins")
    return first, last
