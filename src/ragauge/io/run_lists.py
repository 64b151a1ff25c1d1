"""Lists of hits into a ``Run``: one list a question, from rows or from a mapping."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import clean_id
from ragauge.io.run_table import run_from_table, with_placeholders
from ragauge.tables.columns import find_column
from ragauge.tables.run import SCHEMA, Run, scores_rise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.io.delimited import Row

ITEM_KEYS = ("id", "doc_id", "item", "document", "chunk_id", "source")
Entry = tuple[int, str, Any]
"""Row number, question and hits."""


def run_from_rows(rows: Sequence[Row], *, source: str) -> Run:
    """A run from (row number, {column: value}): one row a hit, or one row a question with the list of its hits.

    Raises: InputError with every problem of every row.
    """
    if not rows:
        raise InputError([Problem("no rows in it", source)])
    names = list(dict.fromkeys(name for _, row in rows for name in row))
    if find_column("hits", names, source) is None and find_column("item", names, source) is not None:
        frame = pl.DataFrame({name: [row.get(name) for _, row in rows] for name in names}, strict=False)
        return run_from_table(frame, source=source, lines=[number for number, _ in rows])
    return _from_lists(rows, names, source)


def run_from_mapping(answers: Mapping[str, Any], *, source: str = "run") -> Run:
    """A run from ``{question: [id …]}``, ``{question: [(id, score) …]}`` or ``{question: {id: score}}``.

    Raises: InputError with every hit that is none of these.
    """
    answered = [hits for hits in answers.values() if hits is not None and (not hasattr(hits, "__len__") or len(hits))]
    by_score = [isinstance(hits, Mapping) for hits in answered]
    if any(by_score) and not all(by_score):
        raise InputError([Problem("some questions have lists and some mappings; use one of the two", source)])
    entries = [(place, str(question).strip(), hits) for place, (question, hits) in enumerate(answers.items(), start=1)]
    return _collect(entries, {}, source, "score" if by_score and all(by_score) else "given")


def _from_lists(rows: Sequence[Row], names: list[str], source: str) -> Run:
    key, text = find_column("id", names, source), find_column("question", names, source)
    key = key or text or find_column("question", names, source, required=True)
    hits = str(find_column("hits", names, source, required=True))
    entries: list[Entry] = []
    texts: dict[str, str] = {}
    seen: dict[str, int] = {}
    problems = []
    for number, row in rows:
        question = clean_id(row.get(str(key)))
        if question is None:
            problems.append(Problem("the question is missing", source, number, key))
        elif question in seen:
            message = f"question {question!r} was answered on row {seen[question]} already"
            problems.append(Problem(message, source, number, key))
        else:
            seen[question] = number
            if text and text != key and (words := clean_id(row.get(text))):
                texts[question] = words
            try:
                entries.append((number, question, _cell(row.get(hits))))
            except ValueError as error:
                problems.append(Problem(f"not a list of hits: {error}", source, number, hits))
    if problems:
        raise InputError(problems)
    return _collect(entries, texts, source, "given")


def _collect(entries: Sequence[Entry], texts: dict[str, str], source: str, order: Literal["score", "given"]) -> Run:
    hits: list[tuple[str, str | None, float | None]] = []
    lines: list[int] = []
    empty, problems = [], []
    for number, question, given in entries:
        try:
            listed = [_hit(hit) for hit in _listed(given)]
        except ValueError as error:
            problems.append(Problem(str(error), source, number))
            continue
        if not listed:
            empty.append(question)
        hits += [(question, item, score) for item, score in listed]
        lines += [number] * len(listed)
    if problems:
        raise InputError(problems)
    frame = pl.DataFrame(hits, schema=SCHEMA, orient="row")
    items, notes = with_placeholders(frame["item"], source)
    return Run(
        frame.with_columns(items),
        order,
        source,
        empty_questions=tuple(empty),
        notes=notes,
        texts=texts,
        scores_rise=scores_rise(frame),
        row_line=lines.__getitem__,
    )


def _listed(hits: Any) -> list[Any]:
    if hits is None:
        return []
    if isinstance(hits, str | bytes) or not hasattr(hits, "__iter__"):
        raise ValueError(f"the hits are {hits!r}; a list is needed")
    return list(hits.items() if isinstance(hits, Mapping) else hits)


def _hit(hit: Any) -> tuple[str | None, float | None]:
    if isinstance(hit, Mapping):
        key = next((key for key in ITEM_KEYS if key in hit), None)
        if key is None:
            raise ValueError(f"no id in the hit {dict(hit)!r}; it may be called {', '.join(ITEM_KEYS)}")
        hit = (hit[key], hit.get("score"))
    if not isinstance(hit, tuple | list):
        return clean_id(hit), None
    if len(hit) != 2:
        raise ValueError(f"a hit is an id or (id, score), got {hit!r}")
    item, score = hit
    if score is not None and (isinstance(score, bool | str) or not hasattr(score, "__float__")):
        raise ValueError(f"the score {score!r} of {item!r} is not a number")
    return clean_id(item), None if score is None else float(score)


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text.startswith("["):
        return json.loads(text)
    return [part for part in (piece.strip() for piece in text.split(";")) if part]
