"""A table as it was read: columns of equal length, where every row stands, and all that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.errors import Problem

Row = tuple[int, dict[str, Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns by name, in the order of the file; ``lines`` has for each row its number as the user sees it.

    ``facts`` say how the file was read (``format``, ``encoding``, ``delimiter``, ``sheet``), in the words of a
    report. ``problems`` are rows that could not be read; the columns hold all others. ``notes`` are sentences
    about what was changed on the way (a byte order mark taken off).

    >>> table = Table.of_rows([(2, {"question": "Why?", "gold": "a"}), (3, {"question": "Что?"})], source="gold.csv")
    >>> table.columns["gold"], list(table.lines), len(table)
    (['a', None], [2, 3], 2)
    """

    columns: Mapping[str, list[Any]]
    lines: Sequence[int]
    source: str
    facts: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return list(self.columns)

    def rows(self) -> list[Row]:
        """The rows as (row number, {column: value})."""
        names = self.names
        cells = zip(*self.columns.values(), strict=True) if names else ((),) * len(self)
        return [(line, dict(zip(names, row, strict=True))) for line, row in zip(self.lines, cells, strict=True)]

    @classmethod
    def of_rows(cls, rows: Sequence[Row], *, source: str, **more: Any) -> Table:
        """A table from (row number, {column: value}); a value that a row has not is None."""
        names = list(dict.fromkeys(name for _, row in rows for name in row))
        columns = {name: [row.get(name) for _, row in rows] for name in names}
        return cls(columns, [line for line, _ in rows], source, **more)
