"""A golden file with one row a judgment: question, item, and perhaps a grade."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.grades import read_grade
from ragauge.core.ids import clean_id
from ragauge.golden.reading.evidence import EvidenceReader
from ragauge.golden.reading.separators import Separator
from ragauge.tables.anchors import anchor_table
from ragauge.tables.golden import JUDGMENTS, Golden, golden_from_qrels

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.reading import Reading
    from ragauge.golden.reading.layout import Layout
    from ragauge.io.table import Table

ONE = Separator(None, "one source a row")


def golden_from_judgments(table: Table, layout: Layout, reading: Reading) -> tuple[Golden | None, list[Problem]]:
    """The golden set of a table of judgments, or the problems of its rows.

    A question with a row that is declared unanswerable has no gold.
    """
    key = layout.key or layout.text or ""
    grade = layout.columns.get("grade") or layout.columns.get("score")
    rows = _Judgments(table)
    texts = _texts(rows, key, layout.text)
    declared, faults = layout.answerability(reading, table.names).of_columns(table.columns, len(table))
    for place, message in faults:
        rows.refuse(message, table.lines[place])
    reader = _reader(table, layout)
    unanswerable = {}
    for place, line in enumerate(table.lines):
        question = rows.read(key, place, clean_id)
        if question is not None and place in declared:
            unanswerable[question] = True
            continue
        unit = rows.source(reader, place)
        if question is None or unit is None:
            if not rows.failed:
                rows.refuse("a judgment needs a question and an item", line)
            continue
        value = 1 if grade is None else rows.read(grade, place, read_grade)
        rows.found.append((question, unit, 0 if value is None else value))
        rows.lines.append(line)
    if rows.problems:
        return None, rows.problems
    found = [one for one in rows.found if one[0] not in unanswerable]
    lines = [line for one, line in zip(rows.found, rows.lines, strict=True) if one[0] not in unanswerable]
    frame = pl.DataFrame(found, schema={name: JUDGMENTS[name] for name in ("question", "item", "grade")}, orient="row")
    asked = list(dict.fromkeys([*(one[0] for one in rows.found), *unanswerable]))
    questions = pl.DataFrame({"question": asked, "text": pl.Series(map(texts.get, asked), dtype=pl.String)})
    try:
        golden = golden_from_qrels(
            frame, source=table.source, line=lines.__getitem__, match=reading.match or "all", questions=questions,
            notes=(*table.notes, *_together(found, grade)),
        )  # fmt: skip
    except InputError as error:
        return None, list(error.problems)
    status = pl.when(pl.col("question").is_in(list(unanswerable))).then(pl.lit("no_relevant")).otherwise("status")
    return replace(
        golden,
        questions=golden.questions.with_columns(status=status),
        anchors=anchor_table(reader.anchors),
        roles=dict(layout.columns.of),
    ), []


def _together(found: list[tuple[str, str, int]], grade: str | None) -> list[str]:
    """A note where rows without grades are taken for the judgments of one question."""
    count = Counter(question for question, _, _ in found)
    several = sum(often > 1 for often in count.values())
    if grade is not None or not several:
        return []
    return [f"rows are judgments: {several} questions stand on several rows, whose sources are taken together"]


def _reader(table: Table, layout: Layout) -> EvidenceReader:
    """Reads the one source of a row; cells are not split."""
    return EvidenceReader(layout.evidence, dict.fromkeys(table.names, ONE), "all")


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

    def source(self, reader: EvidenceReader, place: int) -> str | None:
        """The one source that a row names."""
        if reader.is_plain:
            ((_, column),) = reader.columns.items()
            name: str | None = self.read(column, place, clean_id)
            return name
        row = {column: self.table.columns[column][place] for column in reader.columns.values()}
        self.failed = False
        only = next(iter(reader.columns.values())) if len(reader.columns) == 1 else None
        line, needs = self.table.lines[place], []
        try:
            needs = reader.read(row).needs
        except ValueError as error:
            self.refuse(str(error), line, getattr(error, "column", only))
            self.failed = True
        if len(needs) > 1 or any(len(need) > 1 for need in needs):
            self.refuse("several sources in one row, where every row is the judgment of one", line, only)
            self.failed = True
        return next(iter(needs[0])) if needs else None

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
