"""Answers of a system from a plain table, one row a question, as traces: what was asked, the prompt, the answer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from ragauge.core.anchors import Anchor
from ragauge.core.errors import InputError, Problem, shorten
from ragauge.core.ids import NO_ID, clean_id
from ragauge.core.trace import StageHits, Trace
from ragauge.io.answer_cells import (
    Context,
    answer_in,
    contexts_in,
    flag_in,
    ids_in,
    is_blank,
    number_in,
    texts_in,
)
from ragauge.io.answer_columns import answer_columns, may_repeat, places_of_hits
from ragauge.io.problem_list import ProblemList
from ragauge.io.run_lists import LONGEST_ERROR, run_from_rows
from ragauge.io.trace_assembly import gathered
from ragauge.tables.anchors import anchors_of
from ragauge.tables.run import SCHEMA, Run
from ragauge.tables.traced import TOLD, Traced

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from ragauge.core.entries import Hit
    from ragauge.io.answer_columns import AnswerColumns
    from ragauge.io.table import Row, Table

Value = TypeVar("Value")
LANE, PROMPT = "retrieved", "context"
PARTS = "rows whose prompt is a text of several paragraphs: {}; it counts as one, --context-separator divides it"
NO_IDS = "rows that cite ids, and whose texts of the prompt have none: {}; what they cite is not known"
BY_PLACE = "rows that cite by numbers: {}; they are places in the prompt, from 1"


@dataclass(frozen=True, slots=True, eq=False)
class AnswerTable:
    """What a table of answers says: ``run`` is its ranking, which is that of the prompt where there is no other.

    ``traced`` has the answers; a table without a prompt and without hits has no stage, and its run has no lists.
    """

    traced: Traced
    run: Run
    columns: AnswerColumns


@dataclass(frozen=True, slots=True)
class _Row:
    """What a row says, as far as it could be read; ``contexts`` is None where the prompt is not recorded."""

    question: str
    text: str | None
    answer: str | None
    contexts: list[Context] | None
    citations: list[str] | None
    refusal: bool | None
    confidence: float | None
    references: list[str]
    error: str | None


def read_answers(
    table: Table,
    *,
    without: Collection[str] = (),
    given: Mapping[str, str] | None = None,
    separator: str | None = None,
) -> AnswerTable:
    """The answers of a table with a row a question; ``without`` and ``given`` are as for ``answer_columns``.

    ``separator`` stands between the texts of a prompt where these are no list. Texts without ids are called by their
    words, and match no id of a gold document. Citations that are numbers are places in the prompt, from 1, where its
    texts have no ids; other citations of such texts are not known to be of anything.

    >>> from ragauge.io.table import Table
    >>> row = {"question": "How long?", "answer": "Two years.", "contexts": "['Two years of warranty.', 'It hums.']"}
    >>> found = read_answers(Table.of_rows([(2, row)], source="r.csv"))
    >>> found.traced.asked["answer"].to_list(), len(found.run), found.columns.contexts
    (['Two years.'], 2, 'contexts')

    Raises: InputError with every problem of every row, a question that stands twice among them.
    """
    reader = _Reader(table, answer_columns(table.names, table.source, without=without, given=given), separator)
    return reader.read(lane=_has_lane(reader.columns, table, without))


def _has_lane(columns: AnswerColumns, table: Table, without: Collection[str]) -> bool:
    """Whether there is a ranking beside the prompt: a list of hits, or a hit in the row."""
    if columns.hits is not None:
        return True
    return not without and columns.contexts is None and may_repeat(table.names, table.source)


@dataclass(slots=True)
class _Reader:
    """The rows as they are read, and the problems met on the way."""

    table: Table
    columns: AnswerColumns
    separator: str | None
    problems: ProblemList = field(default_factory=ProblemList)
    notes: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def read(self, *, lane: bool) -> AnswerTable:
        """All of it; InputError with every problem."""
        for problem in self.table.problems:
            self.problems.add(problem)
        first: dict[str, int] = {}
        rows = [row for given in self.table.rows() if (row := self._row(given, first)) is not None]
        run = self._lane() if lane else None
        if self.problems:
            raise InputError(self.problems.all())
        names = _names(rows)
        stages = {} if run is None else _lists(run)
        traces = [self._trace(row, names, stages) for row in rows]
        anchors = {} if run is None else anchors_of(run.anchors)
        traced = gathered(_with_anchors(traces, names, anchors), self.table.source, self._notes())
        return AnswerTable(replace(traced, told=_told(rows)), self._run(traced, run), self.columns)

    def _row(self, given: Row, first: dict[str, int]) -> _Row | None:
        number, row = given
        columns = self.columns
        question = self._cell(number, row, columns.key, clean_id)
        if question is None:
            self._refuse("the question is missing", number, columns.key)
        elif question in first:
            self._refuse(f"question {question!r} was answered on row {first[question]} already", number, columns.key)
        else:
            first[question] = number
        text = columns.text if columns.text != columns.key else None
        read = _Row(
            question=question or "",
            text=self._cell(number, row, text, clean_id),
            answer=self._cell(number, row, columns.answer, answer_in),
            contexts=self._contexts(number, row),
            citations=self._cell(number, row, columns.citations, ids_in),
            refusal=self._cell(number, row, columns.refusal, flag_in),
            confidence=self._cell(number, row, columns.confidence, number_in),
            references=self._cell(number, row, columns.references, texts_in) or [],
            error=self._cell(number, row, columns.error, _error_in),
        )
        return read if question is not None else None

    def _contexts(self, number: int, row: Mapping[str, Any]) -> list[Context] | None:
        """The texts of the prompt with their ids, which may stand in a column of their own."""
        column = self.columns.contexts
        found = self._cell(number, row, column, lambda cell: contexts_in(cell, self.separator))
        if found is None or column is None:
            return None
        if self.separator is None and len(found) == 1 and found[0].place is None and "\n\n" in (found[0].text or ""):
            self.notes[PARTS] += 1
        ids = self._cell(number, row, self.columns.ids, ids_in)
        if ids is None:
            return found
        if len(ids) != len(found):
            told = f"{len(ids)} ids for {len(found)} texts in {column!r}"
            self._refuse(told, number, self.columns.ids)
            return found
        return [one._replace(id=name) for one, name in zip(found, ids, strict=True)]

    def _cell(
        self, number: int, row: Mapping[str, Any], column: str | None, read: Callable[[Any], Value | None]
    ) -> Value | None:
        """What a cell says; None for a blank one, and for one that cannot be read, which is told."""
        if column is None or is_blank(row.get(column)):
            return None
        try:
            return read(row[column])
        except ValueError as error:
            self._refuse(str(error), number, column)
            return None

    def _refuse(self, message: str, number: int, column: str | None) -> None:
        self.problems.add(Problem(message, self.table.source, number, column))

    def _lane(self) -> Run | None:
        """The ranking beside the prompt, read as any other run."""
        names = self._lane_names()
        rows = [(line, {new: row.get(old) for old, new in names.items()}) for line, row in self.table.rows()]
        try:
            return run_from_rows(rows, source=self.table.source)
        except InputError as error:
            for problem in error.problems:
                if problem.column != names[self.columns.key]:  # told already
                    self.problems.add(problem)
            return None

    def _lane_names(self) -> dict[str, str]:
        """The columns of the ranking, and what a run calls them: that of the question may have any name."""
        columns = self.columns
        if columns.hits is None:
            wanted = {columns.key, columns.text, columns.error, *places_of_hits(self.table.names)}
            return {name: name for name in self.table.names if name in wanted}
        asked = {columns.key: "question"}
        if columns.text is not None and columns.text != columns.key:
            asked = {columns.key: "id", columns.text: "question"}
        rest = [name for name in (columns.hits, columns.error) if name is not None]
        return {**asked, **{name: name for name in rest}}

    def _trace(self, row: _Row, names: Mapping[Context, str], lists: Mapping[str, tuple[Hit, ...]]) -> Trace:
        stages = []
        if row.question in lists:
            stages.append(StageHits(LANE, "lane", lists[row.question]))
        if row.contexts is not None:
            stages.append(StageHits(PROMPT, "context", tuple((names[one], None) for one in row.contexts)))
        return Trace(
            row.question,
            row.text,
            stages=tuple(stages) or None,
            answer=row.answer,
            citations=self._citations(row, names),
            refusal=row.refusal,
            error=row.error,
        )

    def _citations(self, row: _Row, names: Mapping[Context, str]) -> tuple[str, ...] | None:
        """What is cited, as the texts of the prompt are called."""
        if row.citations is None or row.contexts is None:
            return None if row.citations is None else tuple(row.citations)
        of: dict[str, list[str]] = defaultdict(list)
        for place, one in enumerate(row.contexts, start=1):
            of[str(place) if one.id is None else one.id].append(names[one])
        if row.contexts and all(one.id is None for one in row.contexts) and row.citations:
            if not all(name.isdecimal() for name in row.citations):
                self.notes[NO_IDS] += 1
                return None
            self.notes[BY_PLACE] += 1
        return tuple(dict.fromkeys(found for name in row.citations for found in of.get(name, [name])))

    def _notes(self) -> list[str]:
        passed = ", ".join(map(repr, self.columns.passed_over))
        told = [f"{self.columns.answer!r} is the answer of the system, and not {passed}"] if passed else []
        return [*self.table.notes, *told, *(note.format(count) for note, count in self.notes.items())]

    def _run(self, traced: Traced, run: Run | None) -> Run:
        notes = traced.notes
        if run is not None:
            return replace(run, notes=(*notes, *run.notes))
        if PROMPT in traced.names:
            return replace(traced.run(PROMPT), source=self.table.source, notes=notes)
        names = tuple(traced.asked["question"])
        texts = dict(traced.asked.select("question", "text").drop_nulls().iter_rows())
        frame = pl.DataFrame(schema=SCHEMA)
        return Run(frame, "given", self.table.source, empty_questions=names, notes=notes, texts=texts)


def _error_in(cell: Any) -> str | None:
    return shorten(" ".join(str(cell).split()), LONGEST_ERROR) if cell not in (False, [], {}, 0) else None


def _names(rows: list[_Row]) -> dict[Context, str]:
    """What each text of a prompt is called: by its id; by id and words where an id has several texts; else by these."""
    every = [one for row in rows for one in row.contexts or ()]
    texts: dict[str, set[str | None]] = defaultdict(set)
    for one in every:
        if one.id is not None:
            texts[one.id].add(one.text)
    return {one: _name(one, several=one.id is not None and len(texts[one.id]) > 1) for one in every}


def _name(one: Context, *, several: bool) -> str:
    if one.id is None:
        return (one.place or Anchor(quote=one.text)).hit_name()
    return _several(one).hit_name() if several else one.id


def _several(one: Context) -> Anchor:
    """The place of one of several texts with an id, which then names what they are parts of."""
    return Anchor(document=one.id, quote=one.text)


def _with_anchors(traces: list[Trace], names: Mapping[Context, str], known: Mapping[str, Anchor]) -> list[Trace]:
    """The traces with what is known of their items; the text of a prompt is the one that its cell has."""
    told = dict(known)
    for one, name in names.items():
        place = one.place or Anchor()
        if one.id is not None and name != one.id:
            place = replace(place, chunk=None, document=one.id)
        told[name] = replace(told.get(name, place), quote=one.text)
    return [
        replace(
            trace, anchors={item: told[item] for stage in trace.stages or () for item in stage.items if item in told}
        )
        for trace in traces
    ]


def _lists(run: Run) -> dict[str, tuple[Hit, ...]]:
    """The hits of each question, best first; none of a question whose search failed."""
    frame = run.frame
    if run.order == "score":
        frame = frame.sort("score", "item", descending=True, nulls_last=True)
    found: dict[str, list[Hit]] = {name: [] for name in run.empty_questions if name not in run.failures}
    for question, item, score in frame.iter_rows():
        found.setdefault(question, []).append((None if item.startswith(NO_ID) else item, score))
    return {question: tuple(hits) for question, hits in found.items()}


def _told(rows: list[_Row]) -> pl.DataFrame:
    """What the table ``TOLD`` has of the rows that tell any of it."""
    told = [
        (place, row.references or None, row.confidence)
        for place, row in enumerate(rows)
        if row.references or row.confidence is not None
    ]
    return pl.DataFrame(told, schema=TOLD, orient="row")
