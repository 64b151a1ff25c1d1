"""Tables in the terminal whose cells are data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from ragauge.report.terminal import clean

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


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
