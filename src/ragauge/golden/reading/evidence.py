"""The evidence of one row: cells of one column or of parallel ones into needs and alternatives."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ragauge.core.anchors import Anchor
from ragauge.core.brief import brief
from ragauge.core.entries import GRADE_KEYS, is_entry
from ragauge.core.ids import clean_id, is_truth_value
from ragauge.core.json_text import json_complaint, parse_json
from ragauge.core.needs import Need, read_needs
from ragauge.core.pages import page_places
from ragauge.golden.reading.parallel import parallel_rows
from ragauge.golden.reading.separators import Separator, split

SEMICOLON = Separator(";", "offsets")
NAMES = frozenset({"chunk", "document", "url", "item", "ids", "gold"})
BRACKETED = re.compile(r"\[[^\]\[\"',{}]*\]\s*[^\s\],]")
"""An id that begins with brackets, like ``[2019] Report.pdf``, and not a list."""


class CellError(ValueError):
    """A cell that cannot be read, among several that are read together."""

    def __init__(self, message: str, column: str) -> None:
        super().__init__(message)
        self.column = column


class AnchorBook(dict[str, Anchor]):
    """What sources are that are more than an id; ``answers`` has what those of the present row answer."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: dict[str, str] = {}

    def note_answer(self, name: str, answer: str) -> None:
        """Keep the answer that a source gives."""
        self.answers[name] = answer


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a row says of its evidence; ``bare``: a list of several that does not say whether all are needed.

    ``answers`` has the answers of sources that give different ones.
    """

    needs: list[Need] = field(default_factory=list)
    others: Need = field(default_factory=dict)
    bare: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether the row says nothing at all."""
        return not self.needs and not self.others


@dataclass(slots=True)
class EvidenceReader:
    """Reads the evidence of rows whose gold stands in these columns, by role.

    ``anchors`` collects what the sources are that are more than an id. ``answers``: the answer column has one answer
    for each source, with the separator between them.
    """

    columns: Mapping[str, str]
    separators: Mapping[str, Separator]
    match: str
    answers: tuple[str, Separator | None] | None = None
    anchors: AnchorBook = field(default_factory=AnchorBook)
    _known: dict[str, Evidence] = field(default_factory=dict)

    @property
    def is_plain(self) -> bool:
        """Whether a cell is ids or entries, with nothing in other columns that is about them."""
        single = len(self.columns) == 1 and self.answers is None
        return single and not {"page", "quote", "section"} & self.columns.keys()

    def read(self, row: Mapping[str, Any]) -> Evidence:
        """The evidence of a row.

        Raises: ValueError in words, beginning with the column where only one is at fault.
        """
        if self.is_plain:
            ((_, column),) = self.columns.items()
            return self._of_one(row.get(column), column)
        if "gold" in self.columns:
            return self._of_objects(row)
        return self._of_parallel(row)

    def _of_one(self, cell: Any, column: str) -> Evidence:
        if not isinstance(cell, str):
            return self._needs(cell)
        if (known := self._known.get(cell)) is None:
            known = self._known[cell] = self._needs(self._entries(cell, column))
        return known

    def _needs(self, gold: Any) -> Evidence:
        if gold is not None and (isinstance(gold, bytes) or not hasattr(gold, "__iter__")):
            gold = [gold]  # a column of whole numbers: one id a row
        self.anchors.answers = {}
        needs, others = read_needs(gold, match=self.match, anchors=self.anchors)
        several = len(needs) > 1 or any(len(need) > 1 for need in needs)
        return Evidence(needs, others, several and _is_bare(gold), self.anchors.answers)

    def _entries(self, cell: Any, column: str) -> Any:
        """What a cell of text holds: JSON, or ids with the column's separator between them."""
        if not isinstance(cell, str):
            return cell
        if (text := cell.strip()).startswith(("[", "{")):
            try:
                return parse_json(text)
            except ValueError as error:
                if not BRACKETED.match(text):
                    raise ValueError(f"starts like JSON but is not: {json_complaint(error)}") from error
        return [part for part in split(cell, self.separators[column]) if part]

    def _of_objects(self, row: Mapping[str, Any]) -> Evidence:
        """Objects in one column, whose document may stand in another one."""
        column = self.columns["gold"]
        shared = {role: row.get(name) for role, name in self.columns.items() if role in ("document", "url")}
        cell = self._entries(row.get(column), column)
        named = {role: name for role, value in shared.items() if (name := clean_id(value)) is not None}
        return self._needs(_with_document(cell, named))

    def _of_parallel(self, row: Mapping[str, Any]) -> Evidence:
        for role, column in self.columns.items():
            if role in NAMES and _is_nested(cell := self._entries_of_list(row.get(column))):
                return self._nested_beside(row, role, cell)
        lists = {role: self._listed(role, row.get(column)) for role, column in self.columns.items()}
        if not any(lists.values()):
            return Evidence()
        several = max(map(len, lists.values()))
        if self.answers is not None and several > 1 and len(said := self._answers(row)) == several:
            lists["answer"] = said
        named = {role: self.columns.get(role, "answer") for role in lists}
        try:
            rows = parallel_rows({named[role]: values for role, values in lists.items() if values})
        except ValueError as error:
            raise CellError(str(error), list(named.values())[-1]) from error
        role_of = {column: role for role, column in named.items()}
        return self._needs([_anchor({role_of[key]: value for key, value in one.items()}) for one in rows])

    def _entries_of_list(self, cell: Any) -> Any:
        return parse_json(cell) if isinstance(cell, str) and cell.lstrip().startswith("[[") else cell

    def _nested_beside(self, row: Mapping[str, Any], role: str, cell: Any) -> Evidence:
        """Needs and alternatives in one cell, beside which nothing else can say which of them it is about."""
        if not all(isinstance(one, list | tuple) for one in cell):
            raise CellError("mixes lists and single ids; write every need as a list", self.columns[role])
        others = [column for name, column in self.columns.items() if name != role and not is_blank(row.get(column))]
        if others:
            raise CellError(f"a list of lists: nobody can say what {others[0]!r} is about", self.columns[role])
        return self._needs(cell)

    def _answers(self, row: Mapping[str, Any]) -> list[Any]:
        column, separator = self.answers or ("", None)
        cell = row.get(column)
        if isinstance(cell, list | tuple):
            return list(cell)
        return [] if separator is None or cell is None else split(cell, separator)

    def _listed(self, role: str, cell: Any) -> list[Any]:
        column = self.columns[role]
        try:
            if role in ("page", "page_from", "page_to"):
                return [] if is_blank(cell) else list(page_places(cell))
            if isinstance(cell, list | tuple):
                return list(cell)
            return [] if is_blank(cell) else self._texts(role, cell, column)
        except ValueError as error:
            raise CellError(str(error), column) from error

    def _texts(self, role: str, cell: Any, column: str) -> list[Any]:
        if not isinstance(cell, str):
            return [cell]
        if cell.strip().startswith("[") and not BRACKETED.match(cell.strip()):
            found = self._entries(cell, column)
            if any(one is None for one in found):
                raise ValueError("a value is missing in the list (null)")
            return list(found)
        return [cell.strip()] if role == "quote" else split(cell, self.separators.get(column, SEMICOLON))


def _is_nested(cell: Any) -> bool:
    return isinstance(cell, list | tuple) and bool(cell) and isinstance(cell[0], list | tuple)


def is_blank(cell: Any) -> bool:
    """Whether a cell says nothing: None, white space, an empty list.

    >>> is_blank(None), is_blank(" "), is_blank([]), is_blank(0)
    (True, True, True, False)
    """
    if isinstance(cell, str):
        return not cell.strip()
    return cell is None or (hasattr(cell, "__len__") and len(cell) == 0)


def _anchor(values: Mapping[str, Any]) -> Anchor:
    found: dict[str, Any] = {}
    for role, value in values.items():
        if is_blank(value):
            continue
        if role == "page":
            found["page_from"], found["page_to"] = value
        elif role in ("page_from", "page_to"):
            found[role] = value[0 if role == "page_from" else 1]
        elif role in ("start", "end"):
            found[role] = _offset(value)
        elif role in ("quote", "answer"):
            found[role] = str(value)
        else:
            found["chunk" if role in ("item", "ids", "gold") else role] = clean_id(value)
    if "page_from" in found:
        found.setdefault("page_to", found["page_from"])
    return Anchor(**found)


def _offset(value: Any) -> int:
    text = value.strip() if isinstance(value, str) else value
    if isinstance(text, str) and text.isdecimal():
        return int(text)
    if not isinstance(text, int) or is_truth_value(text):
        raise ValueError(f"{brief(value)} is no offset")
    return text


def _is_bare(gold: Any) -> bool:
    """Whether a list names several sources without saying whether all of them are needed."""
    if isinstance(gold, Mapping):
        return False
    return not any(isinstance(entry, list | tuple | set | frozenset) for entry in gold)


def _with_document(cell: Any, named: Mapping[str, str], *, listed: bool = False) -> Any:
    """Entries that name no document get the one of their row."""
    if not named or cell is None:
        return cell
    if isinstance(cell, Mapping):
        return {**named, **cell} if listed or is_entry(cell, GRADE_KEYS) else cell
    if isinstance(cell, list | tuple):
        return [_with_document(one, named, listed=True) for one in cell]
    return cell
