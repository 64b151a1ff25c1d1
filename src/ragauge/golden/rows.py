"""Rows of a golden file into a ``Golden``: one row a question, or one row a judgment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.grades import as_grade
from ragauge.core.ids import clean_id
from ragauge.golden.cells import evidence_of
from ragauge.tables.columns import find_column
from ragauge.tables.golden import JUDGMENTS, Golden, golden_from_qrels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.lists import Need

Row = tuple[int, dict[str, Any]]

NO_ANSWER = frozenset({"no_answer", "unanswerable", "not_answerable", "нет_ответа"})
"""Question types that declare a question unanswerable."""


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


def _from_judgments(rows: Sequence[Row], names: list[str], source: str, match: str) -> Golden:
    key = find_column("id", names, source) or find_column("question", names, source, required=True)
    item = find_column("item", names, source, required=True)
    grade = find_column("grade", names, source)
    problems, cells = [], []
    for number, row in rows:
        question, unit = clean_id(row.get(str(key))), clean_id(row.get(str(item)))
        if question is None or unit is None:
            problems.append(Problem("a judgment needs a question and an item", source, number))
            continue
        try:
            cells.append((number, question, unit, 1 if grade is None else as_grade(_number(row.get(grade)))))
        except ValueError as error:
            problems.append(Problem(str(error), source, number, grade))
    if problems:
        raise InputError(problems)
    lines = [number for number, *_ in cells]
    schema = {name: JUDGMENTS[name] for name in ("question", "item", "grade")}
    frame = pl.DataFrame([cell[1:] for cell in cells], schema=schema, orient="row")
    return golden_from_qrels(frame, source=source, line=lines.__getitem__, match=match)


def _number(value: object) -> object:
    try:
        return float(str(value))
    except ValueError:
        return value


def _from_questions(rows: Sequence[Row], names: list[str], source: str, match: str) -> Golden:
    text = find_column("question", names, source, required=True)
    gold = find_column("gold", names, source, required=True)
    kind = find_column("type", names, source)
    key = find_column("id", names, source)
    problems: list[Problem] = []
    notes: list[str] = []
    extra = [name for name in names if name not in {text, gold, key}]
    questions, slices, judgments = [], [], []
    seen: dict[str, int] = {}
    need_count = 0
    for place, (number, row) in enumerate(rows, start=1):
        question = str(row.get(str(text)) or "").strip()
        name = (clean_id(row.get(key)) if key else None) or str(place)
        if not question:
            problems.append(Problem("the question is empty", source, number, text))
        if name in seen:
            problems.append(Problem(f"question id {name!r} stands on row {seen[name]} already", source, number, key))
        seen[name] = number
        try:
            needs, others = evidence_of(row.get(str(gold)), match=match)
        except ValueError as error:
            problems.append(Problem(str(error), source, number, gold))
            continue
        status = _status(row.get(kind) if kind else None, needs, others)
        if status == "no_relevant" and (needs or others):
            notes.append(f"row {number}: declared unanswerable, so its sources are not used as gold")
            needs, others = [], {}
        questions.append((name, question, status))
        slices.append({column: _cell(row.get(column)) for column in extra})
        judgments += _judgments(name, needs, others, need_count)
        need_count += len(needs)
    if problems:
        raise InputError(problems)
    repeated = len(questions) - len({question for _, question, _ in questions})
    if repeated:
        notes.append(f"{repeated} questions repeat the text of another")
    schema = {"question": pl.String, "text": pl.String, "status": pl.String}
    return Golden(
        questions=pl.DataFrame(questions, schema=schema, orient="row"),
        judgments=pl.DataFrame(judgments, schema=JUDGMENTS, orient="row"),
        source=source,
        match=match,
        notes=tuple(notes),
        slices=pl.DataFrame(slices, schema=dict.fromkeys(extra, pl.String)),
        numbered=key is None,
    )


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
