"""Rows into a ``Run``: one row a hit, or one row a question with the list of its hits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import NO_ID, clean_id
from ragauge.tables.columns import find_column
from ragauge.tables.run import SCHEMA, Run, rank_notes, run_from_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.io.delimited import Row

ITEM_KEYS = ("id", "doc_id", "item", "document", "chunk_id", "source")


def run_from_rows(rows: Sequence[Row], *, source: str) -> Run:
    """A run from (row number, {column: value}).

    Raises: InputError with every problem of every row.
    """
    if not rows:
        raise InputError([Problem("no rows in it", source)])
    names = list(dict.fromkeys(name for _, row in rows for name in row))
    item = find_column("item", names, source)
    if find_column("hits", names, source) is None and item is not None:
        frame = pl.DataFrame({name: [row.get(name) for _, row in rows] for name in names}, strict=False)
        lines = [number for number, _ in rows]
        return run_from_frame(frame, source=source, lines=lines)
    return _from_lists(rows, names, source)


def run_from_frame(frame: pl.DataFrame, *, source: str, lines: Sequence[int] | None = None) -> Run:
    """A run from one row a hit: question, item, and score or rank or neither (then the order of rows counts).

    An explicit rank column decides; without one the score does.

    Raises: InputError for missing columns or questions, ranks or scores that are no numbers.
    """
    names = frame.columns
    key = find_column("id", names, source) or find_column("question", names, source, required=True)
    item = find_column("item", names, source, required=True)
    score, rank = find_column("score", names, source), find_column("rank", names, source)
    line = (lambda row: row + 1) if lines is None else lines.__getitem__
    table = pl.DataFrame(
        {
            "question": _text(frame[str(key)]),
            "item": _text(frame[str(item)]),
            "score": _numbers(frame, score, source, line),
            "rank": _numbers(frame, rank, source, line),
        }
    )
    blank = table["question"].is_null().arg_true().to_list()
    if blank:
        problems = [Problem("the question is missing", source, line(row), key) for row in blank[:20]]
        raise InputError(problems, total=len(blank))
    order: Literal["score", "given"] = "score" if score is not None and rank is None else "given"
    notes = rank_notes(table, "rank")
    if rank is not None:
        table = table.with_row_index("row").sort("question", "rank", maintain_order=True, nulls_last=True)
        places = table["row"].to_list()
        inner = line
        line = lambda row: inner(places[row])  # noqa: E731
    items, more = _with_placeholders(table["item"], source)
    return Run(
        table.select("question", items, "score").cast(pl.Schema(SCHEMA)),
        order,
        source,
        notes=(*notes, *more),
        row_line=line,
    )


def run_from_mapping(answers: Mapping[str, Any], *, source: str = "run") -> Run:
    """A run from ``{question: [id …]}``, ``{question: [(id, score) …]}`` or ``{question: {id: score}}``.

    Raises: InputError with every hit that is none of these.
    """
    answered = [hits for hits in answers.values() if hits is not None and (not hasattr(hits, "__len__") or len(hits))]
    by_score = [isinstance(hits, Mapping) for hits in answered]
    if any(by_score) and not all(by_score):
        raise InputError([Problem("some questions have lists and some mappings; use one of the two", source)])
    rows = [(place, question, hits) for place, (question, hits) in enumerate(answers.items(), start=1)]
    return _collect(rows, source, "score" if by_score and all(by_score) else "given")


def _from_lists(rows: Sequence[Row], names: list[str], source: str) -> Run:
    key = find_column("id", names, source) or find_column("question", names, source, required=True)
    hits = find_column("hits", names, source, required=True)
    missing = [Problem("the question is missing", source, number, key) for number, row in rows if not row.get(str(key))]
    if missing:
        raise InputError(missing)
    entries = [(number, str(row[str(key)]).strip(), _cell(row.get(str(hits)))) for number, row in rows]
    seen: dict[str, int] = {}
    twice = []
    for number, question, _ in entries:
        if question in seen:
            twice.append(
                Problem(f"question {question!r} was answered on row {seen[question]} already", source, number, key)
            )
        seen[question] = number
    if twice:
        raise InputError(twice)
    return _collect(entries, source, "given")


def _collect(entries: Iterable[tuple[int, str, Any]], source: str, order: Literal["score", "given"]) -> Run:
    questions: list[str] = []
    items: list[str | None] = []
    scores: list[float | None] = []
    lines: list[int] = []
    empty, problems = [], []
    for number, question, hits in entries:
        if isinstance(hits, str) or not (hits is None or hasattr(hits, "__iter__")):
            problems.append(Problem(f"the hits of {question!r} are {hits!r}; a list is needed", source, number))
            continue
        listed = list(hits.items() if isinstance(hits, Mapping) else () if hits is None else hits)
        if not listed:
            empty.append(str(question))
        for hit in listed:
            try:
                item, score = _hit(hit)
            except ValueError as error:
                problems.append(Problem(str(error), source, number))
                continue
            questions.append(str(question))
            items.append(item)
            scores.append(score)
            lines.append(number)
    if problems:
        raise InputError(problems)
    ids, notes = _with_placeholders(pl.Series("item", items, dtype=pl.String), source)
    run = run_from_columns(questions, ids.to_list(), scores, order=order, source=source, empty_questions=tuple(empty))
    return Run(run.frame, order, source, run.empty_questions, notes, lines.__getitem__)


def _hit(hit: Any) -> tuple[str | None, float | None]:
    if isinstance(hit, Mapping):
        key = next((key for key in ITEM_KEYS if key in hit), None)
        if key is None:
            raise ValueError(f"no id in the hit {hit!r}; it may be called {', '.join(ITEM_KEYS)}")
        hit = (hit[key], hit.get("score"))
    if isinstance(hit, tuple | list):
        if len(hit) != 2:
            raise ValueError(f"a hit is an id or (id, score), got {hit!r}")
        item, score = hit
        if score is not None and (isinstance(score, bool | str) or not hasattr(score, "__float__")):
            raise ValueError(f"the score {score!r} of {item!r} is not a number")
        return clean_id(item), None if score is None else float(score)
    return clean_id(hit), None


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text.startswith("["):
        return json.loads(text)
    return [part for part in (piece.strip() for piece in text.split(";")) if part]


def _text(column: pl.Series) -> pl.Series:
    """Ids as text, without white space around them; a blank one is missing."""
    return column.cast(pl.String).str.strip_chars().replace("", None)


def _numbers(frame: pl.DataFrame, name: str | None, source: str, line: Any) -> pl.Series:
    if name is None:
        return pl.repeat(None, frame.height, dtype=pl.Float64, eager=True)
    column = frame[name]
    if column.dtype == pl.String:
        column = _text(column)
    number = column.cast(pl.Float64, strict=False)
    odd = (number.is_null() & column.is_not_null()).arg_true().to_list()
    if odd:
        problems = [Problem(f"{column[row]!r} is not a number", source, line(row), name) for row in odd[:20]]
        raise InputError(problems, total=len(odd))
    return number


def _with_placeholders(items: pl.Series, source: str) -> tuple[pl.Series, tuple[str, ...]]:
    missing = items.is_null() | (items == "")
    count = int(missing.sum())
    if count == 0:
        return items.rename("item"), ()
    if count == len(items):
        raise InputError([Problem("no hit has an id: there is nothing to compare with the gold", source)])
    places = pl.Series([f"{NO_ID}{row}" for row in range(len(items))])
    return (
        places.zip_with(missing, items).rename("item"),
        (f"{count} hits have no id: they hold their place and match nothing",),
    )
