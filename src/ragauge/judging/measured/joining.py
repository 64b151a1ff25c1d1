"""Labels and verdicts that stand in two files: a sheet that was labelled without a look at the judge, and the judge."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.judging.measured.columns import ITEM, one_column

if TYPE_CHECKING:
    from ragauge.io.table import Table


def joined(labels: Table, verdicts: Table, item: str | None) -> Table:
    """The table of labels with the columns that only the other one has, row by row of the same item.

    Items of ``verdicts`` that are not among the labels are left out.

    Raises: InputError without a column of items in either, for an item that has no verdict, and for one that stands
    twice among the verdicts.
    """
    keys = [str(one_column(table, item, ITEM, "the item", "--item")) for table in (labels, verdicts)]
    wanted, there = (_names(table, key) for table, key in zip((labels, verdicts), keys, strict=True))
    counts = Counter(there)
    problems = [
        Problem(f"{name!r} stands {counts[name]} times; one row an item is needed", verdicts.source, line, keys[1])
        for name, line in dict(zip(reversed(there), reversed(verdicts.lines), strict=True)).items()
        if counts[name] > 1
    ] + [
        Problem(f"{name!r} has no verdict in {verdicts.source}", labels.source, line, keys[0])
        for name, line in zip(wanted, labels.lines, strict=True)
        if name not in counts
    ]
    if problems:
        raise InputError(problems)
    row_of = {name: row for row, name in enumerate(there)}
    more = {
        name: [cells[row_of[one]] for one in wanted]
        for name, cells in verdicts.columns.items()
        if name not in labels.columns
    }
    return replace(labels, columns={**labels.columns, **more})


def _names(table: Table, column: str) -> list[str]:
    return ["" if cell is None else str(cell).strip() for cell in table.columns[column]]
