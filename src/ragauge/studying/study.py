"""What a study found: tables of raw values, advice with its reasons, and what to know before believing it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["text", "value", "share", "difference", "interval", "share interval", "p", "count", "seconds", "number"]
"""How a column is shown: a metric's value, a share of 1, a signed difference, (low, high), p, a count, a time."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, and the kind of its cells; a cell is None where there is no value."""

    head: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of raw values; how they are rounded is a matter of the report.

    >>> Table("lanes", (Column("lane"), Column("recall@5", "value")), (("bm25", 0.75),)).to_dict()["rows"]
    [{'lane': 'bm25', 'recall@5': 0.75}]
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"table {self.title!r}: a row has not {len(self.columns)} cells")

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        heads = [column.head for column in self.columns]
        rows = [dict(zip(heads, map(_plain, row), strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows}


def _plain(cell: Any) -> Any:
    return list(cell) if isinstance(cell, tuple) else cell


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do about one thing, and the figures that say so; ``says`` is a word or two."""

    subject: str
    says: str
    because: str


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """A finished study."""

    name: str
    title: str
    tables: tuple[Table, ...]
    advice: tuple[Advice, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "study": self.name,
            "title": self.title,
            "tables": [table.to_dict() for table in self.tables],
            "advice": [{"subject": one.subject, "says": one.says, "because": one.because} for one in self.advice],
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }

    def to_json(self) -> str:
        """JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
