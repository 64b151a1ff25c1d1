"""The cells below a header as columns by name: what has no name, or a name that stands twice, is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(slots=True)
class NamedColumns:
    """Columns by name, and what is to be said about the others."""

    columns: dict[str, list[Any]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def named_columns(
    header: Sequence[str],
    cells: Sequence[list[Any]],
    lines: Sequence[int],
    source: str,
    header_row: int,
    *,
    labels: Sequence[str] | None = None,
) -> NamedColumns:
    """The columns under their names; ``labels`` are what else they are called, their numbers from 1 if not given.

    A column without a name and without content is left out, and so is the index that pandas writes: a first column
    without a name that counts the rows.

    >>> named_columns(["", "gold", ""], [["0", "1"], ["a", "b"], ["", ""]], [2, 3], "gold.csv", 1).columns
    {'gold': ['a', 'b']}
    """
    names = [name.strip() for name in header]
    made = NamedColumns()
    made.problems += [
        Problem(f"column name {name!r} stands twice", source, header_row)
        for name, count in Counter(names).items()
        if count > 1 and name
    ]
    for place, (name, column) in enumerate(zip(names, cells, strict=True)):
        if name:
            made.columns.setdefault(name, column)
        elif place == 0 and _counts(column):
            made.notes.append("column 1 has no name and counts the rows; left out")
        elif (row := _first_content(column)) is not None:
            content = f"{brief(column[row])} on row {lines[row]}"
            label = labels[place] if labels else place + 1
            message = f"column {label} has no name, but content ({content}); name it, or delete the column"
            made.problems.append(Problem(message, source, header_row))
    return made


def is_blank(value: Any) -> bool:
    """Whether a cell holds nothing but white space."""
    return value is None or (isinstance(value, str) and not value.strip())


def _counts(column: list[Any]) -> bool:
    texts = [str(value) for value in column]
    return bool(texts) and any(texts == [str(row + start) for row in range(len(texts))] for start in (0, 1))


def _first_content(column: list[Any]) -> int | None:
    return next((row for row, value in enumerate(column) if not is_blank(value)), None)
