"""A scorecard as one row a question, for people who use a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragauge.core.scorecard import Scorecard

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def per_question_csv(card: Scorecard) -> str:
    """CSV with id, status, the columns of the golden set, every metric, and why a metric has no value.

    ``status`` tells a 0 that was earned (``scored``) from one by policy (``missing``, ``empty_result``). An
    undefined value is an empty cell, and the column ``undefined`` names the case. A text that a spreadsheet
    would run as a formula gets a leading apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_safe, ["id", "status", *card.columns, *card.values, "undefined"]))
    cells = {metric: list(values.cells()) for metric, values in card.values.items()}
    for row, (question, status) in enumerate(zip(card.questions, card.status, strict=True)):
        values = {metric: column[row] for metric, column in cells.items()}
        texts = [question, status, *(column[row] for column in card.columns.values())]
        undefined = "; ".join(f"{metric}: {value}" for metric, value in values.items() if isinstance(value, str))
        numbers = ["" if isinstance(value, str) else repr(value) for value in values.values()]
        writer.writerow([*map(_safe, texts), *numbers, undefined])
    return out.getvalue()


def _safe(text: str | None) -> str:
    if text is None:
        return ""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
