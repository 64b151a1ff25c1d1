"""A golden file as a table into a ``Golden``: one row a question, or one row a judgment."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.reading import Reading
from ragauge.golden.reading.canned import canned_answer
from ragauge.golden.reading.evidence import EvidenceReader, is_blank
from ragauge.golden.reading.gold_table import Gold, read_gold
from ragauge.golden.reading.judgments import golden_from_judgments
from ragauge.golden.reading.layout import Layout, layout_of
from ragauge.golden.reading.names import read_names
from ragauge.golden.reading.nested import without_nesting
from ragauge.golden.reading.separators import Separator, find_separator, split
from ragauge.golden.reading.suspicious import garbled_note
from ragauge.io.frame_columns import text_column
from ragauge.io.table import Row, Table
from ragauge.tables.anchors import anchor_table
from ragauge.tables.golden import ANSWERS, JUDGMENTS, Golden

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.golden.reading.answerability import Declared

UNREAD = "\0unread"
"""Stands for an id that could not be read, until the problems of all rows are told; no id has a NUL."""
SHOWN_ROWS = 5
TEMPLATE_ID = re.compile(r"(?:example|пример)-\d", re.IGNORECASE)
NO_LISTS = frozenset({"start", "end", "page", "page_from", "page_to", "quote"})
"""Evidence whose cells are no lists of ids: numbers that read themselves, and texts."""


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
    golden = rows.golden()
    return GoldenFile(table, layout, separators, golden, (*problems, *rows.problems))


def _separators(table: Table, layout: Layout, reading: Reading) -> dict[str, Separator]:
    """The separator of each column of evidence that is a list of ids."""
    lists = {role: column for role, column in layout.evidence.items() if role not in NO_LISTS}
    return {column: find_separator(table.columns[column], given=reading.separator) for column in lists.values()}


def _looks(table: Table, layout: Layout) -> list[str]:
    """What should be known of the columns that are used: other candidates, and garbled text."""
    notes = [
        f"{column!r} is the {role}, and not {', '.join(map(repr, others))}"
        for role, column in layout.evidence.items()
        if (others := layout.columns.passed_over.get(role))
    ]
    if (grade := layout.columns.get("grade")) is not None:
        notes.append(f"{grade!r} is not used: rows are questions, and their sources count alike")
    used = [str(layout.text), *layout.evidence.values()]
    return [*notes, *filter(None, [garbled_note(table, dict.fromkeys(used))])]


@dataclass(slots=True)
class _Rows:
    """The rows of a table of questions, column by column, and the problems met on the way."""

    table: Table
    layout: Layout
    reading: Reading
    separators: Mapping[str, Separator]
    problems: list[Problem] = field(default_factory=list)
    without_effect: list[str] = field(default_factory=list)

    @property
    def numbered(self) -> bool:
        """Whether there are no ids: no column of them, or not one in it."""
        return self.layout.key is None or all(map(is_blank, self.table.columns[self.layout.key]))

    def golden(self) -> Golden:
        """All of it as a golden set."""
        names, texts = self._ids(), self._texts()
        gold = self._gold()
        declared = self._declared()
        status, set_aside, cited = _status(gold.has, declared)
        left = gold.judgments if not set_aside else gold.judgments.filter(~pl.col("place").is_in(set_aside))
        judgments = left.select(names.gather(left["place"]).alias("question"), "item", "grade", "need")
        used = {self.layout.text, self.layout.key, *self.layout.evidence.values()}
        extra = {name: _cells(cells) for name, cells in self.table.columns.items() if name not in used}
        undeclared = self.reading.match is None and bool(gold.bare)
        return Golden(
            questions=pl.DataFrame({"question": names, "text": texts, "status": status}),
            judgments=judgments.cast(pl.Schema(JUDGMENTS)),
            source=self.table.source,
            match=None if undeclared else self.reading.match or "all",
            notes=(*self.table.notes, *self._notes(set_aside, cited, status), *repeat_notes(texts)),
            slices=pl.DataFrame(extra),
            numbered=self.numbered,
            anchors=anchor_table(gold.anchors),
            roles=dict(self.layout.columns.of),
            bare=tuple(names.gather(gold.bare)) if undeclared else (),
            answers=_answer_table(names, gold),
            names=_named(self.layout),
        )

    def _ids(self) -> pl.Series:
        """The ids of the questions: those of the file, or the places of the rows."""
        if self.layout.key is None or self.numbered:
            return pl.Series("question", [str(place) for place in range(1, len(self.table) + 1)], dtype=pl.String)
        names = self._names(self.layout.key, "the id is empty").alias("question")
        twice = names.is_duplicated() & (names != UNREAD)
        first: dict[str, int] = {}
        for place in twice.arg_true():
            name, line = names[place], self.table.lines[place]
            if name in first:
                message = f"question id {name!r} stands on row {first[name]} already"
                self.problems.append(Problem(message, self.table.source, line, self.layout.key))
            first.setdefault(name, line)
        return names

    def _texts(self) -> pl.Series:
        return self._names(str(self.layout.text), "the question is empty").alias("text")

    def _names(self, column: str, complaint: str) -> pl.Series:
        names, faults = read_names(self.table.columns[column], complaint, UNREAD)
        self._refuse(faults, column)
        return names

    def _gold(self) -> Gold:
        match = self.reading.match or "all"
        answers = _answers(self.table, self.layout, self.separators)
        gold = read_gold(self.table, EvidenceReader(self.layout.evidence, self.separators, match, answers))
        for place, message, column in gold.faults:
            self.problems.append(Problem(message, self.table.source, self.table.lines[place], column))
        return gold

    def _declared(self) -> dict[int, Declared]:
        rule = self.layout.answerability(self.reading, self.table.names)
        declared, faults = rule.of_columns(self.table.columns, len(self.table))
        said = {one.by.partition(" ")[0] for one in declared.values()}
        self.without_effect = [column for column in rule.declared if column.partition(" ")[0] not in said]
        self._refuse(faults, None)
        return declared

    def _refuse(self, faults: list[tuple[int, str]], column: str | None) -> None:
        self.problems += [
            Problem(message, self.table.source, self.table.lines[place], column) for place, message in faults
        ]

    def _notes(self, set_aside: list[int], cited: list[int], status: pl.Series) -> list[str]:
        notes = [f"--no-answer {column}=…: no row has that in {column!r}" for column in self.without_effect]
        if set_aside:
            rows = self._listed(set_aside)
            notes.append(f"{rows}: declared unanswerable, so the sources named there are not used as gold")
        if cited:
            rows = self._listed(cited)
            notes.append(f"{rows}: a refusal with a reason that cites sources; these count in retrieval too")
        if self.layout.key is not None and not self.numbered:
            named = [str(cell) for cell in self.table.columns[self.layout.key]]
            if left := [place for place, name in enumerate(named) if TEMPLATE_ID.fullmatch(name)]:
                notes.append(f"{self._listed(left)}: examples of the template; delete them, or they count as questions")
        answer = self.layout.columns.get("answer")
        if answer is not None:
            unknown = (self.table.columns[answer][place] for place in (status == "gold_unknown").arg_true())
            notes += filter(None, [canned_answer(answer, unknown)])
        return notes

    def _listed(self, places: list[int]) -> str:
        shown = ", ".join(str(self.table.lines[place]) for place in places[:SHOWN_ROWS])
        more = f" and {len(places) - SHOWN_ROWS} more" if len(places) > SHOWN_ROWS else ""
        return f"row {shown}" if len(places) == 1 else f"rows {shown}{more}"


def _status(has: pl.Series, declared: Mapping[int, Declared]) -> tuple[pl.Series, list[int], list[int]]:
    """The status of each question; the places whose gold is set aside, and those where a refusal cites it."""
    status = pl.select(
        pl.when(has).then(pl.lit("scored")).otherwise(pl.lit("gold_unknown")).alias("status")
    ).to_series()
    set_aside = [place for place, one in declared.items() if has[place] and one.reason is None]
    cited = [place for place, one in declared.items() if has[place] and one.reason is not None]
    kept = set(cited)
    unanswerable = [place for place in declared if place not in kept]
    return status.scatter(unanswerable, "no_relevant"), set_aside, cited


def repeat_notes(texts: pl.Series) -> list[str]:
    """A note where questions have the text of another one."""
    repeated = len(texts) - texts.n_unique()
    return [f"{repeated} questions repeat the text of another; --clusters takes them together"] if repeated else []


def _named(layout: Layout) -> str | None:
    """What plain ids of the evidence name, as far as the columns say it."""
    roles = [role for role in layout.evidence if role in ("gold", "ids", "item", "chunk", "document", "url", "section")]
    return roles[0] if len(roles) == 1 and roles[0] in ("chunk", "document", "url", "section") else None


def _answer_table(names: pl.Series, gold: Gold) -> pl.DataFrame:
    rows = [(names[place], item, answer) for place, item, answer in gold.answers]
    return pl.DataFrame(rows, schema=ANSWERS, orient="row")


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


def _cells(cells: list[Any]) -> pl.Series:
    texts = text_column(cells)
    return pl.Series([_cell(cell) for cell in cells], dtype=pl.String) if texts is None else texts.replace("", None)


def _cell(value: object) -> str | None:
    if value is None or value == "":
        return None
    return value if isinstance(value, str) else str(value)
