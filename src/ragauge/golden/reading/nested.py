"""Tables whose cells are objects with fields, as MLflow and Phoenix export them, into tables of plain columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ragauge.core.nouns import meanings, plain_name

if TYPE_CHECKING:
    from ragauge.io.table import Table

OPENED = frozenset({"inputs", "input", "expectations", "outputs", "output", "metadata", "meta", "reference_outputs"})


def without_nesting(table: Table) -> Table:
    """The table with the fields of such cells as columns of their own; a name that is taken keeps its prefix.

    >>> from ragauge.io.table import Table
    >>> row = {"inputs": {"question": "Что?"}, "expectations": {"expected_doc": "a"}}
    >>> dict(without_nesting(Table.of_rows([(1, row)], source="gold")).columns)
    {'question': ['Что?'], 'expected_doc': ['a']}
    """
    nested = [name for name, cells in table.columns.items() if plain_name(name) in OPENED and _is_nested(cells)]
    if not nested:
        return table
    columns: dict[str, list[Any]] = {name: cells for name, cells in table.columns.items() if name not in nested}
    for name in nested:
        fields = dict.fromkeys(str(key) for cell in table.columns[name] if cell for key in cell)
        for key in fields:
            free = key not in columns and (plain_name(name) not in ("metadata", "meta") or not meanings(key))
            columns[key if free else f"{name}.{key}"] = [(cell or {}).get(key) for cell in table.columns[name]]
    return replace(table, columns=columns)


def _is_nested(cells: list[Any]) -> bool:
    return any(isinstance(cell, Mapping) for cell in cells) and all(
        cell is None or isinstance(cell, Mapping) for cell in cells
    )
