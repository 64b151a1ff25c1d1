"""A golden file with one row a judgment: question, item, and perhaps a grade."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.grades import read_grade
from ragauge.core.ids import clean_id
from ragauge.tables.golden import JUDGMENTS, Golden, golden_from_qrels

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.reading import Reading
    from ragauge.golden.reading.layout import Layout
    from ragauge.io.table import Table


def golden_from_judgments(table: Table, layout: Layout, reading: Reading) -> tuple[Golden | None, list[Problem]]:
    """The golden set of a table of judgments, or the problems of its rows."""
    ((_, item),) = layout.evidence.items()
    key = layout.key or layout.text or ""
    grade = layout.columns.get("grade") or layout.columns.get("score")
    rows = _Judgments(table)
    texts = _texts(rows, key, layout.text)
    for place, line in enumerate(table.lines):
        question, unit = rows.read(key, place, clean_id), rows.read(item, place, clean_id)
        if question is None or unit is None:
            if not rows.failed:
                rows.refuse("a judgment needs a question and an item", line)
            continue
        value = 1 if grade is None else rows.read(grade, place, read_grade)
        rows.found.append((question, unit, 0 if value is None else value))
        rows.lines.append(line)
    if rows.problems:
        return None, rows.problems
    schema = {name: JUDGMENTS[name] for name in ("question", "item", "grade")}
    frame = pl.DataFrame(rows.found, schema=schema, orient="row")
    asked = frame["question"].unique(maintain_order=True)
    questions = pl.DataFrame({"question": asked, "text": pl.Series(map(texts.get, asked), dtype=pl.String)})
    line_of = rows.lines.__getitem__
    try:
        return golden_from_qrels(
            frame, source=table.source, line=line_of, match=reading.match or "all", questions=questions,
            notes=table.notes,
        ), []  # fmt: skip
    except InputError as error:
        return None, list(error.problems)


class _Judgments:
    """The rows as they are read, with all that is wrong with them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: list[tuple[str, str, int]] = []
        self.lines: list[int] = []
        self.problems: list[Problem] = []
        self.failed = False

    def read(self, column: str, place: int, reader: Callable[[Any], Any]) -> Any:
        """What a reader makes of a cell, None with a problem."""
        try:
            value = reader(self.table.columns[column][place])
        except ValueError as error:
            self.refuse(str(error), self.table.lines[place], column)
            self.failed = True
            return None
        self.failed = False
        return value

    def refuse(self, message: str, line: int, column: str | None = None) -> None:
        """Note a problem."""
        self.problems.append(Problem(message, self.table.source, line, column))


def _texts(rows: _Judgments, key: str, text: str | None) -> dict[str, str | None]:
    """The text of each question, which must be the same on all of its rows."""
    texts: dict[str, str | None] = {}
    if text is None:
        return texts
    table = rows.table
    for place, line in enumerate(table.lines):
        try:
            question, said = clean_id(table.columns[key][place]), clean_id(table.columns[text][place])
        except ValueError:
            continue  # told when the judgment is read
        if question is not None and said is not None and texts.setdefault(question, said) != said:
            rows.refuse(f"question {question!r} is {said!r} here and {texts[question]!r} above", line, text)
    return texts
