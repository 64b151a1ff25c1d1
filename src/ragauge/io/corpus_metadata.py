"""The metadata of documents that stand in a table: its other columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragauge.io.plain_values import plain_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ragauge.io.plain_values import Field
    from ragauge.io.table import Table

    Fields = dict[str, Field]

OBJECTS = frozenset({"metadata", "meta", "payload"})
"""Columns whose value, where it is an object, holds fields of its own: BEIR, LangChain, Qdrant …"""
SHOWN = 3


def rows_of_fields(table: Table, used: Collection[str | None]) -> tuple[list[Fields], list[str]]:
    """The fields of every row, but for the columns in ``used``, and notes on what was passed over.

    Values keep their types (see ``plain_values``); in CSV everything is text, and an empty cell is no value. Where a
    column and the object in another one have a field of one name, the column counts. No columns, no rows.

    >>> from ragauge.io.table import Table
    >>> rows = [(1, {"id": "a", "year": 2024, "metadata": {"tenant": "elm", "tags": ["x", "y"]}})]
    >>> rows_of_fields(Table.of_rows(rows, source="corpus.jsonl"), {"id"})
    ([{'year': 2024, 'tenant': 'elm', 'tags': ('x', 'y')}], [])
    """
    names = [name for name in table.columns if name not in used]
    if not names:
        return [], []
    reader = _Reader(as_text=table.facts.get("format") == "csv")
    rows: list[Fields] = [{} for _ in range(len(table))]
    for name in sorted(names, key=_is_object):
        column = table.columns[name]
        for fields, line, cell in zip(rows, table.lines, column, strict=True):
            if cell is not None:
                reader.read(fields, name, cell, line)
    return rows, [*reader.notes()]


class _Reader:
    """Takes cells as fields, and keeps in mind what was passed over."""

    def __init__(self, *, as_text: bool) -> None:
        self._as_text = as_text
        self._odd: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._twice: dict[str, list[int]] = defaultdict(list)

    def read(self, fields: Fields, name: str, cell: Any, line: int) -> None:
        """Take one cell that is not None."""
        if _is_object(name) and isinstance(cell, Mapping):
            for inner, value in cell.items():
                self._take(fields, str(inner), value, line)
        elif not (self._as_text and isinstance(cell, str) and not cell.strip()):
            self._take(fields, name, cell, line)

    def _take(self, fields: Fields, name: str, value: Any, line: int) -> None:
        try:
            plain = plain_value(value)
        except ValueError as error:
            self._odd[name].append((line, str(error)))
            return
        if plain is None:
            return
        if fields.setdefault(name, plain) != plain:
            self._twice[name].append(line)

    def notes(self) -> Iterator[str]:
        """What was passed over, field by field."""
        for name, found in self._odd.items():
            line, why = found[0]
            yield f"metadata {name!r}: {len(found)} values are passed over, first in row {line}: {why}"
        for name, lines in self._twice.items():
            rows = ", ".join(map(str, lines[:SHOWN]))
            yield f"metadata {name!r} is in a column and otherwise in an object (rows {rows}): the column counts"


def _is_object(name: str) -> bool:
    return name.strip().casefold() in OBJECTS
