"""Tables in the terminal whose cells are data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from ragauge.report.terminal import clean

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

FRAME = 3
"""Cells that a column takes beside its text: a blank on either side, and a line."""
TOGETHER = 20
"""A column of words is not broken up to so many cells."""


def grid(
    rows: Sequence[Sequence[str]],
    left: Collection[str] = (),
    styles: Mapping[str, str] | None = None,
    whole: Collection[str] = (),
) -> Table:
    """A table; the columns named ``left`` are words, those of ``whole`` are not broken.

    A cell that is a key of ``styles`` has that style.
    """
    head, *body = rows
    table = Table(header_style="bold")
    for name in head:
        justify = "left" if name in left else "right"
        table.add_column(Text(clean(name)), justify=justify, overflow="fold", no_wrap=name in whole)  # type: ignore[arg-type]
    for row in body:
        table.add_row(*(Text(clean(cell), style=(styles or {}).get(cell, "")) for cell in row))
    return table


def grids(rows: Sequence[Sequence[str]], width: int, keys: int, left: Collection[str] = ()) -> list[Table]:
    """The table as ``grid`` makes it, cut into tables of columns where it is wider than ``width`` cells.

    Each part begins with the first ``keys`` columns. Heads and words are broken between words, figures never.

    >>> rows = [("lane", "k", "recall@5", "interval"), ("bm25", "5", "0.7500", "0.6 to 0.9")]
    >>> [[str(column.header) for column in table.columns] for table in grids(rows, 35, keys=2, left=["lane"])]
    [['lane', 'k', 'recall@5'], ['lane', 'k', 'interval']]
    """
    columns = [tuple(map(clean, column)) for column in zip(*rows, strict=True)]
    least = [_least(column, words=column[0] in left) for column in columns]
    most = [max(map(cell_len, column)) for column in columns]
    shared = range(min(keys, len(columns)))
    return [_fitted(rows, part, least, most, width, left) for part in _parts(least, shared, width)]


def _least(column: Sequence[str], *, words: bool) -> int:
    """The cells that a column needs: its longest figure, or its longest word; a few words stay together."""
    head, *cells = column
    broken = words and max(map(cell_len, cells), default=0) > TOGETHER
    pieces = [*head.split(), *(piece for cell in cells for piece in (cell.split() if broken else [cell]))]
    return max(map(cell_len, pieces), default=1)


def _parts(least: Sequence[int], shared: range, width: int) -> list[list[int]]:
    """Which columns stand together: as many as fit, at least one beside those that all parts share."""
    room = width - 1 - sum(least[place] + FRAME for place in shared)
    parts: list[list[int]] = [[]]
    left = room
    for place in range(len(shared), len(least)):
        if parts[-1] and least[place] + FRAME > left:
            parts.append([])
            left = room
        parts[-1].append(place)
        left -= least[place] + FRAME
    return [[*shared, *part] for part in parts]


def _fitted(
    rows: Sequence[Sequence[str]],
    places: Sequence[int],
    least: Sequence[int],
    most: Sequence[int],
    width: int,
    left: Collection[str],
) -> Table:
    """One part: what room there is beyond the least goes to words first, then to the heads of figures."""
    table = grid([[row[place] for place in places] for row in rows], left)
    spare = width - 1 - sum(least[place] + FRAME for place in places)
    if spare < 0:
        return table
    for index in sorted(range(len(places)), key=lambda index: rows[0][places[index]] not in left):
        place = places[index]
        more = min(spare, most[place] - least[place])
        table.columns[index].width = least[place] + more
        spare -= more
    return table
