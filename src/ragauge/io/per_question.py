"""A scorecard as one row a question, for people who use a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.judge_marks import recorded_marks
from ragauge.io.spreadsheet_cells import csv_line, safe_cell

if TYPE_CHECKING:
    from ragauge.core.scorecard import Scorecard

CALIBRATION = "calibration"


def per_question_csv(card: Scorecard) -> str:
    """CSV with id, status, the columns of the golden set, every metric, and why a metric has no value.

    ``status`` tells a 0 that was earned (``scored``) from one by policy (``missing``, ``empty_result``). An
    undefined value is an empty cell, and the column ``undefined`` names the case. Where a judge gave values, the
    last column, ``calibration``, says of each of its metrics what the judge is worth: a CSV has no place for a note,
    and names of columns stay those of the metrics. A text that a spreadsheet would run as a formula gets a leading
    apostrophe.
    """
    marks = "; ".join(f"{metric}: {mark.text}" for metric, mark in recorded_marks(card))
    last = [CALIBRATION] if marks else []
    rows = [list(map(safe_cell, ["id", "status", *card.columns, *card.values, "undefined", *last]))]
    cells = {metric: list(values.cells()) for metric, values in card.values.items()}
    for row, (question, status) in enumerate(zip(card.questions, card.status, strict=True)):
        values = {metric: column[row] for metric, column in cells.items()}
        texts = [question, status, *(column[row] for column in card.columns.values())]
        undefined = "; ".join(f"{metric}: {value}" for metric, value in values.items() if isinstance(value, str))
        numbers = ["" if isinstance(value, str) else repr(value) for value in values.values()]
        known = [safe_cell(marks)] if marks else []
        rows.append([*map(safe_cell, texts), *numbers, safe_cell(undefined), *known])
    return "".join(map(csv_line, rows))
