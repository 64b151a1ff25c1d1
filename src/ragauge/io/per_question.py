"""A scorecard as one row a question, for people who use a spreadsheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragauge.core.scorecard import Scorecard

# white space before the sign does not stop a spreadsheet, nor do signs of full width
FORMULA = re.compile(r"[\s\0\u200b\ufeff]*[=+\-@＝＋－＠]|[\t\r\n]")
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?([eE][+-]?[0-9]+)?")


def per_question_csv(card: Scorecard) -> str:
    """CSV with id, status, the columns of the golden set, every metric, and why a metric has no value.

    ``status`` tells a 0 that was earned (``scored``) from one by policy (``missing``, ``empty_result``). An
    undefined value is an empty cell, and the column ``undefined`` names the case. A text that a spreadsheet
    would run as a formula gets a leading apostrophe.
    """
    rows = [list(map(_safe, ["id", "status", *card.columns, *card.values, "undefined"]))]
    cells = {metric: list(values.cells()) for metric, values in card.values.items()}
    for row, (question, status) in enumerate(zip(card.questions, card.status, strict=True)):
        values = {metric: column[row] for metric, column in cells.items()}
        texts = [question, status, *(column[row] for column in card.columns.values())]
        undefined = "; ".join(f"{metric}: {value}" for metric, value in values.items() if isinstance(value, str))
        numbers = ["" if isinstance(value, str) else repr(value) for value in values.values()]
        rows.append([*map(_safe, texts), *numbers, _safe(undefined)])
    return "".join(f"{','.join(map(_quoted, row))}\n" for row in rows)


def _safe(text: str | None) -> str:
    """The text, disarmed; a number is none of the formulas.

    >>> _safe("=1+1"), _safe(" @x"), _safe("-0.5"), _safe("Ёж")
    ("'=1+1", "' @x", '-0.5', 'Ёж')
    """
    if text is None:
        return ""
    return f"'{text}" if FORMULA.match(text) and not NUMBER.fullmatch(text) else text


def _quoted(text: str) -> str:
    # not the csv module: it leaves a lone carriage return bare, and a reader ends the row there
    escaped = text.replace('"', '""')
    return f'"{escaped}"' if any(sign in text for sign in ',"\r\n') else text
