"""What the columns of a golden file are: which hold the question, the evidence, and what says there is no answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ragauge.core.errors import InputError, Problem
from ragauge.core.nouns import meanings, plain_name
from ragauge.golden.reading.answerability import Answerability
from ragauge.golden.reading.evidence import is_blank
from ragauge.golden.reading.separators import NO_MARK, find_separator
from ragauge.tables.columns import Columns, map_columns, no_column

if TYPE_CHECKING:
    from ragauge.core.reading import Reading
    from ragauge.io.table import Table

IDS = ("gold", "chunk", "document", "url", "item", "ids")
PLACES = ("page", "page_from", "page_to", "section", "start", "end", "quote")
OTHERS = ("id", "question", "answer", "type", "refusal", "answerable", "reason", "language", "grade", "score")
WORDS_OF_A_QUOTE = 5


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a golden file.

    ``form``: a row is a question with its evidence, or one judgment of one item. ``evidence`` has the columns that
    are used as gold, by role; ``unused`` those that look like gold, with the reason why they are not used.
    """

    form: Literal["questions", "judgments"]
    columns: Columns
    evidence: Mapping[str, str]
    unused: Mapping[str, str]

    @property
    def is_of_answers(self) -> bool:
        """Whether it says what the right answers are, and not where they stand."""
        return not self.evidence and "answer" in self.columns.of

    @property
    def text(self) -> str | None:
        """The column of the question's text."""
        return self.columns.get("question")

    @property
    def key(self) -> str | None:
        """The column of the question's id."""
        return self.columns.get("id")

    def answerability(self, reading: Reading, names: list[str]) -> Answerability:
        """The rule that tells unanswerable rows; every column that may be a type is looked at."""
        types = [name for name in names if any(one.role == "type" for one in meanings(name))]
        given = [self.columns.of["type"]] if "type" in self.columns.of else []
        get = self.columns.get
        return Answerability(
            types=tuple(dict.fromkeys([*given, *types])),
            refusal=get("refusal"),
            answerable=get("answerable"),
            reason=get("reason"),
            answer=get("answer"),
            declared=reading.unanswerable(),
        )


def layout_of(table: Table, reading: Reading) -> Layout:
    """The layout of a golden file, from the names of its columns and, where these leave it open, their values.

    Raises: InputError when there is no question, or no evidence where there has to be some, or two columns could be the
        same.
    """
    names = table.names
    columns = map_columns(names, (*OTHERS, *IDS, *PLACES), table.source, _given(reading))
    pool, places, unused = _one_way_to_name(columns, table, set(_given(reading)))
    form: Literal["questions", "judgments"] = "questions"
    if _is_judgments(columns, pool, places, table):
        form = "judgments"
    evidence = {role: columns.of[role] for role in (*pool, *places)}
    problems = []
    if columns.get("question") is None and (form == "questions" or columns.get("id") is None):
        problems.append(Problem(no_column("question", names), table.source, 1))
    if not evidence and reading.evidence:
        told = no_evidence(names, reading.needed_by) if "answer" in columns.of else no_column("gold", names)
        problems.append(Problem(told, table.source, 1))
    problems += [
        Problem(f"no column {column!r} to declare rows unanswerable by", table.source, 1)
        for column in reading.unanswerable()
        if column not in names
    ]
    if problems:
        raise InputError(problems)
    evidence, more = _settled(evidence, columns, table)
    return Layout(form, columns, evidence, {**unused, **more, **_looks_like_gold(names, columns)})


def no_evidence(names: list[str], needed_by: str) -> str:
    """The sentence about gold that only says what the right answers are.

    >>> no_evidence(["question", "answer"], "diagnose").partition(":")[0]
    'this gold has right answers only; diagnose needs evidence'
    """
    known = f"a column of chunks, documents, pages or quotes, which is none of {names}"
    return f"this gold has right answers only; {needed_by} needs evidence: {known}"


def _given(reading: Reading) -> dict[str, str]:
    return {plain_name(role): column for role, column in reading.columns.items()}


def _one_way_to_name(columns: Columns, table: Table, given: set[str]) -> tuple[list[str], list[str], dict[str, str]]:
    """The roles that name sources, by one kind of id where several could be meant, their places, what is not used."""
    found = [role for role in IDS if role in columns.of]
    sure = [role for role in found if role in columns.qualified or role == "gold"] or found
    sure = [role for role in sure if role != "ids"] or sure
    sure = [role for role in found if role in given] or sure
    places = [role for role in PLACES if role in columns.of]
    unused: dict[str, str] = {}
    if sure == ["ids"] and places:
        unused[columns.of["ids"]] = "pages or sections name the evidence"
        sure = []
    if "chunk" in sure:
        others = [columns.of[role] for role in (*found, *places) if role != "chunk"]
        return ["chunk"], [], dict.fromkeys(others, f"{columns.of['chunk']} names the evidence more exactly")
    if "gold" in sure and _holds_objects(table.columns[columns.of["gold"]]):
        return ["gold", *(role for role in found if role in ("document", "url"))], places, unused
    if len(sure) > 1:
        listed = " and ".join(repr(columns.of[role]) for role in sure)
        message = f"columns {listed} could each name the evidence; say which: --map gold={columns.of[sure[0]]}"
        raise InputError([Problem(message, table.source, 1)])
    unused |= {columns.of[role]: f"{columns.of[sure[0]]} is clearer" for role in found if sure and role not in sure}
    return sure, places, unused


def _is_judgments(columns: Columns, pool: list[str], places: list[str], table: Table) -> bool:
    """Whether rows are judgments: a source with a grade, or nothing but questions, often repeated, and items."""
    if len(pool) > 1 or "gold" in pool or not (pool or places):
        return False
    key = columns.get("id") or columns.get("question")
    values = [str(value) for value in table.columns[key]] if key is not None else []
    repeated = columns.get("question") is None or len(set(values)) < len(values)
    plain = bool(pool) and pool[0] not in columns.qualified and not places
    if "grade" in columns.of or (plain and ("score" in columns.of or "score" in map(plain_name, table.names))):
        return plain or repeated or _has_grades(table.columns[columns.of["grade"]])
    if not plain or key is None:
        return False
    known = {columns.get("id"), columns.get("question"), columns.of[pool[0]]} - {None}
    cells = table.columns[columns.of[pool[0]]]
    if len(table.columns) > len(known) or not all(isinstance(cell, str | int | None) for cell in cells):
        return False
    return repeated and find_separator(cells).reason == NO_MARK


def _has_grades(cells: list[Any]) -> bool:
    """Whether a column has relevance grades: small whole numbers, some of them 0."""
    words = {str(cell).strip() for cell in _values(cells)}
    return "0" in words and words <= set("0123456789")


def _settled(evidence: dict[str, str], columns: Columns, table: Table) -> tuple[dict[str, str], dict[str, str]]:
    """Evidence whose cells are sentences is quotes, whatever its name; page ranges come from one column or two."""
    unused: dict[str, str] = {}
    if "gold" in evidence and "quote" not in evidence and _holds_sentences(table.columns[evidence["gold"]]):
        evidence = {("quote" if role == "gold" else role): column for role, column in evidence.items()}
        for role in ("document", "url"):
            if role in columns.of:
                evidence[role] = columns.of[role]
    if "page" in evidence and "page_from" in evidence:
        for role in ("page_from", "page_to"):
            if role in evidence:
                unused[evidence.pop(role)] = f"{evidence['page']} has the pages"
    if ("start" in evidence) != ("end" in evidence):
        role = "start" if "start" in evidence else "end"
        unused[evidence.pop(role)] = "a span needs a start and an end"
    return evidence, unused


def _values(cells: list[Any]) -> list[Any]:
    return [cell for cell in cells if not is_blank(cell)]


def _holds_objects(cells: list[Any]) -> bool:
    for cell in _values(cells):
        if isinstance(cell, str):
            if cell.lstrip().startswith(("[{", "{", "[[{", "[ {")):
                return True
            continue
        entries = cell if isinstance(cell, list | tuple) else [cell]
        inner = [one for entry in entries for one in (entry if isinstance(entry, list | tuple) else [entry])]
        if any(isinstance(one, Mapping) for one in inner):
            return True
    return False


def _holds_sentences(cells: list[Any]) -> bool:
    entries: list[Any] = []
    for cell in _values(cells):
        entries += cell if isinstance(cell, list | tuple) else [cell]
    texts = [entry for entry in entries if isinstance(entry, str) and not entry.lstrip().startswith(("[", "{"))]
    long = [text for text in texts if len(text.split()) >= WORDS_OF_A_QUOTE and not any(mark in text for mark in ";|")]
    return len(entries) > 0 and 2 * len(long) > len(entries)


def _looks_like_gold(names: list[str], columns: Columns) -> dict[str, str]:
    """Columns whose name says that they are expected, and that nothing uses."""
    used = set(columns.of.values())
    found = {}
    for name in names:
        first = plain_name(name).split("_")[0]
        if name not in used and first in ("expected", "expect", "gold", "relevant", "ожидаемый", "ожидаемые"):
            found[name] = "no evidence that is understood; --map says what it is"
    return found
