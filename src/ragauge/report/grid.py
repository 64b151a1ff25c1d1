"""Tables and lines in the terminal whose cells are data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from ragauge.report.inert import inert
from ragauge.report.rows import printable
from ragauge.report.terminal import print_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rich.console import Console


def grid(rows: Sequence[Sequence[str]], left: Collection[str] = (), styles: Mapping[str, str] | None = None) -> Table:
    """A table; the columns named ``left`` are words, a cell that is a key of ``styles`` has that style."""
    head, *body = rows
    table = Table(header_style="bold")
    for name in head:
        justify = "left" if name in left else "right"
        table.add_column(Text(_clean(name)), justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in body:
        table.add_row(*(Text(_clean(cell), style=(styles or {}).get(cell, "")) for cell in row))
    return table


def print_inert(lines: Iterable[tuple[str, str]], out: Console) -> None:
    """Lines with their styles, none of which a build service takes for a command."""
    print_lines(((style, inert(printable(text))) for style, text in lines), out)


def _clean(text: str) -> str:
    return inert(printable(text))
