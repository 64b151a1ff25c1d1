"""A copy of a golden file in which garbled text is what it was before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.golden.reading.rows import GoldenFile, read_golden
from ragauge.golden.reading.suspicious import GARBLED, Suspicion
from ragauge.io.mojibake import repaired

if TYPE_CHECKING:
    from ragauge.core.reading import Reading


def load_repaired(file: GoldenFile, reading: Reading) -> tuple[GoldenFile, list[Suspicion]]:
    """The file read again with its garbled cells repaired, and what was repaired; the original stays as it is."""
    columns = {name: list(cells) for name, cells in file.table.columns.items()}
    changed = []
    for name, cells in columns.items():
        for place, cell in enumerate(cells):
            if isinstance(cell, str) and (better := repaired(cell)) is not None:
                changed.append(Suspicion(file.table.lines[place], name, GARBLED, cell, better))
                cells[place] = better
    names = {name: repaired(name) or name for name in columns}
    table = replace(file.table, columns={names[name]: cells for name, cells in columns.items()})
    return read_golden(table, reading), changed
