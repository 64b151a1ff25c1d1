"""A golden file as a table into a ``Golden``: one row a question, or one row a judgment."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import clean_id
from ragauge.core.reading import Reading
from ragauge.golden.reading.canned import canned_answer
from ragauge.golden.reading.evidence import Evidence, EvidenceReader, is_blank
from ragauge.golden.reading.judgments import golden_from_judgments
from ragauge.golden.reading.layout import Layout, layout_of
from ragauge.golden.reading.nested import without_nesting
from ragauge.golden.reading.separators import Separator, find_separator, split
from ragauge.golden.reading.suspicious import garbled_note
from ragauge.io.table import Row, Table
from ragauge.tables.anchors import anchor_table
from ragauge.tables.golden import ANSWERS, JUDGMENTS, Golden

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.golden.reading.answerability import Declared

UNREAD = "\0unread"
"""Stands for an id that could not be read, until the problems of all rows are told; no id has a NUL."""
SHOWN_ROWS = 5


def golden_from_rows(rows: Sequence[Row], *, source: str, match: str | None = "all") -> Golden:
    """A golden set from (row number, {column: value}), as ``read_golden`` makes it.

    Raises: InputError with every problem of every row.
    """
    reading = Reading(match=match)  # type: ignore[arg-type]
    return read_golden(Table.of_rows(rows, source=source), reading).golden_or_raise()


@dataclass(frozen=True, slots=True)
class GoldenFile:
    """What was made of a file: its layout, the golden set, and all that is wrong with it.

    With problems the golden set is what could be read beside them, to be looked at and not to be measured with.
    """

    table: Table
    layout: Layout | None
    separators: Mapping[str, Separator]
    golden: Golden | None
    problems: tuple[Problem, ...]

    def golden_or_raise(self) -> Golden:
        """The golden set; InputError with every problem when there is one."""
        if self.problems or self.golden is None:
            raise InputError(list(self.problems))
        return self.golden


def read_golden(table: Table, reading: Reading) -> GoldenFile:
    """The golden set of a table; whatever cannot be read is among the problems, all of them at once.

    With an item and a grade column the rows are judgments (question, item, grade); otherwise each row is a question
    with its evidence in one column or in parallel ones (see ``golden.reading.layout``).
    """
    table = without_nesting(table)
    problems = list(table.problems)
    if not len(table):
        problems = problems or [Problem("no rows in it", table.source)]
        return GoldenFile(table, None, {}, None, tuple(problems))
    try:
        layout = layout_of(table, reading)
    except InputError as error:
        return GoldenFile(table, None, {}, None, (*problems, *error.problems))
    if layout.form == "judgments":
        golden, found = golden_from_judgments(table, layout, reading)
        return GoldenFile(table, layout, {}, golden, (*problems, *found))
    separators = _separators(table, layout, reading)
    doubts = [f"column {column!r}: {doubt}" for column, one in separators.items() for doubt in one.doubts]
    table = replace(table, notes=(*table.notes, *_looks(table, layout), *doubts))
    rows = _Rows(table, layout, reading, separators)
    rows.read()
    problems += rows.problems
    return GoldenFile(table, layout, separators, rows.golden(), tuple(problems))


def _separators(table: Table, layout: Layout, reading: Reading) -> dict[str, Separator]:
    """The separator of each column of evidence that is a list of ids."""
    lists = {role: column for role, column in layout.evidence.items() if role not in ("start", "end", "page")}
    return {column: find_separator(table.columns[column], given=reading.separator) for column in lists.values()}


def _looks(table: Table, layout: Layout) -> list[str]:
    """What should be known of the columns that are used: other candidates, and garbled text."""
    notes = [
        f"{column!r} is the {role}, and not {', '.join(map(repr, others))}"
        for role, column in layout.evidence.items()
        if (others := layout.columns.passed_over.get(role))
    ]
    used = [str(layout.text), *layout.evidence.values()]
    return [*notes, *filter(None, [garbled_note(table, dict.fromkeys(used))])]


@dataclass(slots=True)
class _Rows:
    """The rows of a table of questions, read one by one, and the problems met on the way."""

    table: Table
    layout: Layout
    reading: Reading
    separators: Mapping[str, Separator]
    problems: list[Problem] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    status: list[str] = field(default_factory=list)
    judgments: list[tuple[str, str, int, int | None]] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)
    answers: list[tuple[str, str, str]] = field(default_factory=list)
    set_aside: list[int] = field(default_factory=list)
    cited: list[int] = field(default_factory=list)
    needs: int = 0
    reader: EvidenceReader = field(init=False)

    def __post_init__(self) -> None:
        answers = _answers(self.table, self.layout, self.separators)
        match = self.reading.match or "all"
        self.reader = EvidenceReader(self.layout.evidence, self.separators, match, answers)

    @property
    def numbered(self) -> bool:
        """Whether there are no ids: no column of them, or not one in it."""
        return self.layout.key is None or all(map(is_blank, self.table.columns[self.layout.key]))

    def read(self) -> None:
        """Read all rows."""
        columns = self.table.columns
        rule = self.layout.answerability(self.reading, self.table.names)
        wanted = {*self.layout.evidence.values(), *rule.types, *rule.declared}
        wanted |= {name for name in (rule.refusal, rule.answerable, rule.reason, rule.answer) if name}
        cells = {name: columns[name] for name in wanted}
        names = self._ids()
        texts = self._texts()
        for place, line in enumerate(self.table.lines):
            row = {name: values[place] for name, values in cells.items()}
            self._row(line, names[place], texts[place], row, rule.of)

    def _row(self, line: int, name: str, text: str, row: dict[str, Any], rule: Any) -> None:
        try:
            evidence = self.reader.read(row)
        except ValueError as error:
            only = next(iter(self.layout.evidence.values())) if len(self.layout.evidence) == 1 else None
            self._refuse(str(error), line, getattr(error, "column", only))
            evidence = Evidence()
        try:
            declared: Declared | None = rule(row)
        except ValueError as error:
            self._refuse(str(error), line)
            declared = None
        self.names.append(name)
        self.texts.append(text)
        self.status.append(self._status(declared, evidence, line))
        if self.status[-1] != "no_relevant" or declared is None:
            self._take(name, evidence)

    def _status(self, declared: Declared | None, evidence: Evidence, line: int) -> str:
        if declared is None:
            return "gold_unknown" if evidence.is_empty else "scored"
        if evidence.is_empty:
            return "no_relevant"
        if declared.reason is not None:
            self.cited.append(line)
            return "scored"
        self.set_aside.append(line)
        return "no_relevant"

    def _take(self, name: str, evidence: Evidence) -> None:
        for need in evidence.needs:
            self.judgments += [(name, item, grade, self.needs) for item, grade in need.items()]
            self.needs += 1
        if evidence.others:
            met = {item for need in evidence.needs for item in need}
            self.judgments += [(name, item, grade, None) for item, grade in evidence.others.items() if item not in met]
        if evidence.bare:
            self.bare.append(name)
        self.answers += [(name, item, answer) for item, answer in evidence.answers.items()]

    def _ids(self) -> list[str]:
        """The ids of the questions: those of the file, or the places of the rows."""
        column = self.layout.key
        if column is None or self.numbered:
            return [str(place) for place in range(1, len(self.table) + 1)]
        found = []
        seen: dict[str, int] = {}
        for value, line in zip(self.table.columns[column], self.table.lines, strict=True):
            name = self._clean(value, line, column, "the id is empty")
            if name in seen and name != UNREAD:
                self._refuse(f"question id {name!r} stands on row {seen[name]} already", line, column)
            seen.setdefault(name, line)
            found.append(name)
        return found

    def _texts(self) -> list[str]:
        column = str(self.layout.text)
        cells = zip(self.table.columns[column], self.table.lines, strict=True)
        return [self._clean(value, line, column, "the question is empty") for value, line in cells]

    def _clean(self, value: Any, line: int, column: str, complaint: str) -> str:
        try:
            name = clean_id(value)
        except ValueError as error:
            self._refuse(str(error), line, column)
            return UNREAD
        if name is None:
            self._refuse(complaint, line, column)
        return UNREAD if name is None else name

    def _refuse(self, message: str, line: int, column: str | None = None) -> None:
        self.problems.append(Problem(message, self.table.source, line, column))

    def golden(self) -> Golden:
        """All of it as a golden set."""
        columns, layout = self.table.columns, self.layout
        used = {layout.text, layout.key, *layout.evidence.values()}
        extra = {name: [_cell(value) for value in columns[name]] for name in columns if name not in used}
        questions = {"question": self.names, "text": self.texts, "status": self.status}
        undeclared = self.reading.match is None and bool(self.bare)
        return Golden(
            questions=pl.DataFrame(questions, schema=dict.fromkeys(questions, pl.String)),
            judgments=pl.DataFrame(self.judgments, schema=JUDGMENTS, orient="row"),
            source=self.table.source,
            match=None if undeclared else self.reading.match or "all",
            notes=(*self.table.notes, *self._notes()),
            slices=pl.DataFrame(extra, schema=dict.fromkeys(extra, pl.String)),
            numbered=self.numbered,
            anchors=anchor_table(self.reader.anchors),
            roles=dict(layout.columns.of),
            bare=tuple(self.bare) if undeclared else (),
            answers=pl.DataFrame(self.answers, schema=ANSWERS, orient="row"),
        )

    def _notes(self) -> list[str]:
        notes = []
        if self.set_aside:
            rows = _listed(self.set_aside)
            notes.append(f"{rows}: declared unanswerable, so the sources named there are not used as gold")
        if self.cited:
            rows = _listed(self.cited)
            notes.append(f"{rows}: a refusal with a reason that cites sources; these count in retrieval too")
        answer = self.layout.columns.get("answer")
        if answer is not None and "gold_unknown" in self.status:
            cells = self.table.columns[answer]
            unknown = [cell for cell, status in zip(cells, self.status, strict=True) if status == "gold_unknown"]
            notes += filter(None, [canned_answer(answer, unknown)])
        if repeated := len(self.texts) - len(set(self.texts)):
            notes.append(f"{repeated} questions repeat the text of another; --clusters takes them together")
        return notes


def _answers(table: Table, layout: Layout, separators: Mapping[str, Separator]) -> tuple[str, Separator | None] | None:
    """The column of answers, if it has one for each source in every row with several sources."""
    column = layout.columns.get("answer")
    sources = next((layout.evidence[role] for role in ("document", "url", "chunk") if role in layout.evidence), None)
    if column is None or sources is None:
        return None
    separator = separators.get(sources)
    several = 0
    for source, answer in zip(table.columns[sources], table.columns[column], strict=True):
        wanted = source if isinstance(source, list) else split(source, separator) if isinstance(source, str) else []
        if len(wanted) < 2 or answer in (None, ""):
            continue
        said = answer if isinstance(answer, list) else split(str(answer), separator)
        if len(said) != len(wanted):
            return None
        several += 1
    return (column, separator) if several else None


def _listed(lines: list[int]) -> str:
    shown = ", ".join(map(str, lines[:SHOWN_ROWS]))
    more = f" and {len(lines) - SHOWN_ROWS} more" if len(lines) > SHOWN_ROWS else ""
    return f"row {shown}" if len(lines) == 1 else f"rows {shown}{more}"


def _cell(value: object) -> str | None:
    if value is None or value == "":
        return None
    return value if isinstance(value, str) else str(value)
