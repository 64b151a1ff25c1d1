"""Rows of a golden file into a ``Golden``: one row a question, or one row a judgment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.grades import read_grade
from ragauge.core.ids import clean_id
from ragauge.golden.cells import evidence_of
from ragauge.tables.columns import find_column
from ragauge.tables.golden import JUDGMENTS, Golden, golden_from_qrels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragauge.core.needs import Need

Result = TypeVar("Result")
Row = tuple[int, dict[str, Any]]

NO_ANSWER = frozenset({"no_answer", "unanswerable", "not_answerable", "нет_ответа"})
"""Question types that declare a question unanswerable."""
UNREAD = "\0unread"
"""Stands for an id that could not be read, until the problems of all rows are told; no id has a NUL."""


def golden_from_rows(rows: Sequence[Row], *, source: str, match: str = "all") -> Golden:
    """A golden set from (row number, {column: value}).

    With an item and a grade column the rows are judgments (question, item, grade); otherwise each row is a
    question with its gold in one column: ids separated by ``;``, a JSON list, a list of lists (AND of ORs),
    or ``{"document": …}`` objects.

    Raises: InputError with every problem of every row.
    """
    if not rows:
        raise InputError([Problem("no rows in it", source)])
    names = list(dict.fromkeys(name for _, row in rows for name in row))
    if find_column("gold", names, source) is None and find_column("item", names, source) is not None:
        return _from_judgments(rows, names, source, match)
    return _from_questions(rows, names, source, match)


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of one row, read one by one; what cannot be read goes to the problems of the file."""

    number: int
    row: dict[str, Any]
    source: str
    problems: list[Problem]

    def read(self, column: str | None, reader: Callable[[Any], Result], instead: Result) -> Result:
        """What a reader makes of a cell, or ``instead`` with a problem."""
        try:
            return reader(None if column is None else self.row.get(column))
        except ValueError as error:
            self.refuse(str(error), column)
            return instead

    def read_id(self, column: str | None) -> str | None:
        """The id in a cell, None where there is none."""
        unread: str | None = UNREAD
        return self.read(column, clean_id, unread)

    def refuse(self, message: str, column: str | None = None) -> None:
        """Note a problem with this row."""
        self.problems.append(Problem(message, self.source, self.number, column))


def _from_judgments(rows: Sequence[Row], names: list[str], source: str, match: str) -> Golden:
    key, text = find_column("id", names, source), find_column("question", names, source)
    key = key or text or find_column("question", names, source, required=True)
    item = find_column("item", names, source, required=True)
    grade = find_column("grade", names, source)
    problems: list[Problem] = []
    judgments = []
    texts: dict[str, str | None] = {}
    for number, row in rows:
        cells = Cells(number, row, source, problems)
        question, unit = cells.read_id(key), cells.read_id(item)
        if question is None or unit is None:
            cells.refuse("a judgment needs a question and an item")
            continue
        judgments.append((question, unit, 1 if grade is None else cells.read(grade, read_grade, 0)))
        said = cells.read_id(text) if text else None
        if said is not None and texts.setdefault(question, said) != said:
            cells.refuse(f"question {question!r} is {said!r} here and {texts[question]!r} above", text)
    if problems:
        raise InputError(problems)
    schema = {name: JUDGMENTS[name] for name in ("question", "item", "grade")}
    frame = pl.DataFrame(judgments, schema=schema, orient="row")
    asked = frame["question"].unique(maintain_order=True)
    questions = pl.DataFrame({"question": asked, "text": pl.Series(map(texts.get, asked), dtype=pl.String)})
    line = [number for number, _ in rows].__getitem__
    return golden_from_qrels(frame, source=source, line=line, match=match, questions=questions)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column of a table of questions is what."""

    text: str | None
    gold: str | None
    kind: str | None
    key: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """A row of a table of questions."""

    name: str
    text: str
    status: str
    needs: list[Need]
    others: Need


def _from_questions(rows: Sequence[Row], names: list[str], source: str, match: str) -> Golden:
    columns = Columns(
        text=find_column("question", names, source, required=True),
        gold=find_column("gold", names, source, required=True),
        kind=find_column("type", names, source),
        key=find_column("id", names, source),
    )
    problems: list[Problem] = []
    notes: list[str] = []
    questions: list[Question] = []
    seen: dict[str, int] = {}
    for place, (number, row) in enumerate(rows, start=1):
        question = _question(Cells(number, row, source, problems), columns, str(place), match, seen)
        seen[question.name] = number
        if question.status == "no_relevant" and (question.needs or question.others):
            notes.append(f"row {number}: declared unanswerable, so its sources are not used as gold")
            question = replace(question, needs=[], others={})
        questions.append(question)
    if problems:
        raise InputError(problems)
    extra = [name for name in names if name not in {columns.text, columns.gold, columns.key}]
    slices = [{column: _cell(row.get(column)) for column in extra} for _, row in rows]
    return Golden(
        questions=_question_table(questions),
        judgments=_judgment_table(questions),
        source=source,
        match=match,
        notes=(*notes, *_repeat_notes(questions)),
        slices=pl.DataFrame(slices, schema=dict.fromkeys(extra, pl.String)),
        numbered=columns.key is None,
    )


def _question(cells: Cells, columns: Columns, place: str, match: str, seen: dict[str, int]) -> Question:
    name = cells.read_id(columns.key) if columns.key else place
    if name is None:
        cells.refuse("the id is empty", columns.key)
        name = UNREAD
    text = cells.read_id(columns.text)
    if text is None:
        cells.refuse("the question is empty", columns.text)
    if name in seen and name != UNREAD:
        cells.refuse(f"question id {name!r} stands on row {seen[name]} already", columns.key)
    none: tuple[list[Need], Need] = ([], {})
    needs, others = cells.read(columns.gold, lambda cell: evidence_of(cell, match=match), none)
    status = _status(cells.row.get(columns.kind) if columns.kind else None, needs, others)
    return Question(name, text or UNREAD, status, needs, others)


def _question_table(questions: Sequence[Question]) -> pl.DataFrame:
    schema = {"question": pl.String, "text": pl.String, "status": pl.String}
    rows = [(question.name, question.text, question.status) for question in questions]
    return pl.DataFrame(rows, schema=schema, orient="row")


def _judgment_table(questions: Sequence[Question]) -> pl.DataFrame:
    rows: list[tuple[str, str, int, int | None]] = []
    first = 0
    for question in questions:
        rows += _judgments(question.name, question.needs, question.others, first)
        first += len(question.needs)
    return pl.DataFrame(rows, schema=JUDGMENTS, orient="row")


def _repeat_notes(questions: Sequence[Question]) -> list[str]:
    repeated = len(questions) - len({question.text for question in questions})
    return [f"{repeated} questions repeat the text of another"] if repeated else []


def _status(kind: object, needs: list[Need], others: Need) -> str:
    if str(kind or "").strip().casefold().replace("-", "_").replace(" ", "_") in NO_ANSWER:
        return "no_relevant"
    return "scored" if needs or others else "gold_unknown"


def _judgments(question: str, needs: list[Need], others: Need, first: int) -> list[tuple[str, str, int, int | None]]:
    rows: list[tuple[str, str, int, int | None]] = [
        (question, item, grade, first + place) for place, need in enumerate(needs) for item, grade in need.items()
    ]
    met = {item for need in needs for item in need}
    return rows + [(question, item, grade, None) for item, grade in others.items() if item not in met]


def _cell(value: object) -> str | None:
    if value is None or value == "":
        return None
    return value if isinstance(value, str) else str(value)
