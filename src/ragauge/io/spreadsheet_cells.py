"""Cells of a CSV that people open in a spreadsheet: texts stay texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# white space before the sign does not stop a spreadsheet, nor do signs of full width
FORMULA = re.compile(r"[\s\0\u200b\ufeff]*[=+\-@＝＋－＠]|[\t\r\n]")
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?([eE][+-]?[0-9]+)?")


def safe_cell(text: str | None) -> str:
    """The text, disarmed by an apostrophe where a spreadsheet would run it; a number is none of the formulas.

    >>> safe_cell("=1+1"), safe_cell(" @x"), safe_cell("-0.5"), safe_cell("Ёж"), safe_cell(None)
    ("'=1+1", "' @x", '-0.5', 'Ёж', '')
    """
    if text is None:
        return ""
    return f"'{text}" if _runs(text) else text


def bare_cell(text: str) -> str:
    """What ``safe_cell`` was given.

    >>> bare_cell("'@cf/llama"), bare_cell("'tis"), bare_cell("gpt")
    ('@cf/llama', "'tis", 'gpt')
    """
    return text[1:] if text.startswith("'") and _runs(text[1:]) else text


def csv_line(cells: Iterable[str]) -> str:
    """A row, with its end; cells are taken as they are."""
    return f"{','.join(map(_quoted, cells))}\n"


def _runs(text: str) -> bool:
    return FORMULA.match(text) is not None and not NUMBER.fullmatch(text)


def _quoted(text: str) -> str:
    # not the csv module: it leaves a lone carriage return bare, and a reader ends the row there
    escaped = text.replace('"', '""')
    return f'"{escaped}"' if any(sign in text for sign in ',"\r\n') else text
