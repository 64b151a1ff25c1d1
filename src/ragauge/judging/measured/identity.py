"""What was measured: which judge, on which task, with which prompt, against labels made by which policy."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.io.spreadsheet_cells import bare_cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.io.table import Table

FIELDS = {
    "judge": ("judge_model", "judge_name"),
    "task": ("task",),
    "prompt": ("prompt_version", "prompt"),
    "label_policy": ("label_policy", "policy"),
}
"""What makes two calibrations comparable, and the columns that tell it."""


def identity_of(table: Table, given: Mapping[str, str | None]) -> dict[str, str | None]:
    """Judge, task, prompt version and label policy: as given, else from the column that tells it; None if nobody does.

    Raises: InputError where a column has several values: they are different judges, and have one calibration each.
    """
    found: dict[str, str | None] = {}
    problems = []
    for field, columns in FIELDS.items():
        column = next((name for name in columns if name in table.columns), None)
        values = (
            Counter(bare_cell(str(cell).strip()) for cell in table.columns[column] if cell is not None)
            if column
            else {}
        )
        found[field] = given.get(field) or next(iter(values), None)
        if len(values) > 1 and not given.get(field):
            listed = ", ".join(f"{value} ({count})" for value, count in sorted(values.items()))
            message = f"several values: {listed}; measure one at a time with --only {column}=VALUE"
            problems.append(Problem(message, table.source, 1, column))
    if problems:
        raise InputError(problems)
    return found


def only(table: Table, wanted: Mapping[str, str]) -> Table:
    """The rows whose cells are the wanted ones.

    Raises: InputError for a column that is not there, and when no row is left.
    """
    from dataclasses import replace

    missing = [name for name in wanted if name not in table.columns]
    if missing:
        raise InputError([Problem(f"no column {name!r} for --only", table.source, 1) for name in missing])
    kept = [row for row in range(len(table)) if all(_same(table.columns[name][row], wanted[name]) for name in wanted)]
    if not kept:
        raise InputError([Problem("no row is left by --only", table.source)])
    columns = {name: [cells[row] for row in kept] for name, cells in table.columns.items()}
    return replace(table, columns=columns, lines=[table.lines[row] for row in kept])


def _same(cell: Any, wanted: str) -> bool:
    return cell is not None and str(cell).strip() == wanted
