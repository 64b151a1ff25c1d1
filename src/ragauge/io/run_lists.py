"""Lists of hits into a ``Run``: one list a question, from rows or from a mapping."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.brief import brief
from ragauge.core.entries import hits_of
from ragauge.core.errors import InputError, Problem, shorten
from ragauge.core.ids import clean_id, is_truth_value
from ragauge.core.json_text import json_complaint, parse_json
from ragauge.core.nouns import plain_name
from ragauge.io.frame_columns import column_of
from ragauge.io.hit_places import HitColumns
from ragauge.io.run_table import run_from_table, with_placeholders
from ragauge.tables.anchors import anchor_table
from ragauge.tables.columns import WEAKLY, find_column, map_columns, no_column
from ragauge.tables.run import SCHEMA, Run, scores_rise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.anchors import Anchor
    from ragauge.core.entries import Hit
    from ragauge.io.delimited import Row

ERRORS = ("error", "exception", "ошибка", "fehler")
"""Columns that say why a question has no hits."""
LONGEST_ERROR = 80


def is_table_of_hits(names: Sequence[str], source: str) -> bool:
    """Whether the columns are those of one row a hit, and not of one row a question.

    >>> is_table_of_hits(["question", "doc_id"], "run"), is_table_of_hits(["question", "retrieved"], "run")
    (True, False)
    """
    columns = map_columns(names, ("hits", "texts"), source)
    if columns.of and not all(columns.why[role] == WEAKLY for role in columns.of):
        return False
    rest = [name for name in names if name not in columns.of.values()]
    taken = [find_column(role, rest, source) for role in ("id", "question", "score", "rank")]
    hit = HitColumns.among(rest, source, taken)
    return hit.item is not None or (bool(hit.places) and not columns.of)


def run_from_rows(rows: Sequence[Row], *, source: str) -> Run:
    """A run from (row number, {column: value}): one row a hit, or one row a question with the list of its hits.

    Raises: InputError with every problem of every row.
    """
    if not rows:
        raise InputError([Problem("no rows in it", source)])
    names = list(dict.fromkeys(name for _, row in rows for name in row))
    if is_table_of_hits(names, source):
        frame = pl.DataFrame([column_of(name, [row.get(name) for _, row in rows]) for name in names])
        return run_from_table(frame, source=source, lines=[number for number, _ in rows])
    return _from_lists(rows, names, source)


def run_from_mapping(answers: Mapping[Any, Any], *, source: str = "run") -> Run:
    """A run from ``{question: [id …]}``, ``{question: [(id, score) …]}`` or ``{question: {id: score}}``.

    Raises: InputError with every hit that is none of these.
    """
    found = Answers(source)
    for place, (question, hits) in enumerate(answers.items(), start=1):
        if (name := found.question(place, question, None)) is not None:
            found.add(place, name, hits, about=f"question {name!r}: ")
    return found.run()


def _from_lists(rows: Sequence[Row], names: list[str], source: str) -> Run:
    key, text = find_column("id", names, source), find_column("question", names, source)
    key = key or text or find_column("question", names, source, required=True)
    hits = find_column("hits", names, source)
    texts = None if hits else find_column("texts", names, source)
    if hits is None and texts is None:
        raise InputError([Problem(no_column("hits", names), source, 1)])
    found = Answers(source, texts_only=hits is None)
    error = next((name for name in names if plain_name(name) in ERRORS), None)
    for number, row in rows:
        name = found.question(number, row.get(str(key)), key)
        if name is None:
            continue
        if error and found.failed(name, row.get(error), row.get(str(hits or texts))):
            continue
        found.add(number, name, row.get(str(hits or texts)), column=hits or texts)
        if text and text != key:
            found.text(number, name, row.get(text), text)
    return found.run()


@dataclass(slots=True)
class Answers:
    """The answers of a run as they are read, one question after the other, with all that is wrong with them."""

    source: str
    rows: list[tuple[str, str | None, float | None]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    first: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    empty: list[str] = field(default_factory=list)
    scored: set[bool] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    anchors: dict[str, Anchor] = field(default_factory=dict)
    texts_only: bool = False
    failures: dict[str, str] = field(default_factory=dict)

    def question(self, number: int, value: Any, column: str | None) -> str | None:
        """The id of a question, or None with a problem when it is no id, missing, or was answered before."""
        try:
            name = clean_id(value)
        except ValueError as error:
            self._refuse(str(error), number, column)
            return None
        if name is None:
            self._refuse("the question is missing", number, column)
        elif name in self.first:
            self._refuse(f"question {name!r} was answered on row {self.first[name]} already", number, column)
            return None
        else:
            self.first[name] = number
        return name

    def text(self, number: int, name: str, value: Any, column: str) -> None:
        """Note the text of a question, if there is one."""
        try:
            if (words := clean_id(value)) is not None:
                self.texts[name] = words
        except ValueError as error:
            self._refuse(str(error), number, column)

    def failed(self, name: str, error: Any, hits: Any) -> bool:
        """Note that the search of a question failed: it tells an error, and no hit."""
        if error in (None, "", False, [], {}) or hits not in (None, "", [], {}):
            return False
        self.failures[name] = shorten(" ".join(str(error).split()), LONGEST_ERROR)
        self.empty.append(name)
        return True

    def add(self, number: int, name: str, given: Any, *, column: str | None = None, about: str = "") -> None:
        """Note the hits of a question."""
        try:
            hits, by_score = self._hits(given, in_cell=column is not None)
        except ValueError as error:
            self._refuse(f"{about}{error}", number, column)
            return
        if hits:
            self.scored.add(by_score)
        else:
            self.empty.append(name)
        self.rows += [(name, item, score) for item, score in hits]
        self.lines += [number] * len(hits)

    def run(self) -> Run:
        """All of it as a run, ranked by score if all answers are id → score; InputError with all problems."""
        if len(self.scored) > 1:
            message = "some questions have lists and some mappings; use one of the two"
            self.problems.append(Problem(message, self.source))
        if self.problems:
            raise InputError(self.problems)
        frame = pl.DataFrame(self.rows, schema=SCHEMA, orient="row")
        items, notes = with_placeholders(frame["item"], self.source)
        return Run(
            frame.with_columns(items),
            "score" if True in self.scored else "given",
            self.source,
            empty_questions=tuple(self.empty),
            notes=notes,
            texts=self.texts,
            scores_rise=True not in self.scored and scores_rise(frame),  # a mapping has no order
            row_line=self.lines.__getitem__,
            anchors=anchor_table(self.anchors),
            failures=self.failures,
        )

    def _refuse(self, message: str, number: int, column: str | None) -> None:
        self.problems.append(Problem(message, self.source, number, column))

    def _hits(self, given: Any, *, in_cell: bool) -> tuple[list[Hit], bool]:
        """The hits of one question; in the cell of a table they may be text: JSON, or ids with ``;`` between them."""
        value = _opened(given) if in_cell else given
        if self.texts_only and isinstance(value, list | tuple):
            value = [{"text": one} if isinstance(one, str) else one for one in value]
        return hits_of(value, self.anchors)


def _opened(given: Any) -> Any:
    """What a cell holds."""
    if isinstance(given, int) and not is_truth_value(given):
        return [given]  # a column of whole numbers: one id a row, as in a CSV file
    if not isinstance(given, str):
        return given
    text = given.strip()
    if not text.startswith(("[", "{")):
        return [part for part in (piece.strip() for piece in text.split(";")) if part]
    try:
        return parse_json(text)
    except ValueError as error:
        raise ValueError(f"not a list of hits: {json_complaint(error)}: {brief(text)}") from error
