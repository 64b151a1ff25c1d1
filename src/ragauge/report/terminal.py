"""A Scorecard in the terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from ragauge.report.rows import SCORE_HEAD, came_text, needs_text, printable, score_rows, slice_tables, title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ragauge.core.records import Failure
    from ragauge.core.scorecard import Scorecard

WIDE = 160


def console(*, stderr: bool = False) -> Console:
    """A console; where the output is a file or a pipe, lines are long enough not to break."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else WIDE, highlight=False)


def print_scorecard(card: Scorecard, out: Console) -> None:
    """The scores as tables, and what to know before believing them."""
    out.print(Text(printable(title(card)), style="bold"))
    out.print(_table(SCORE_HEAD, score_rows(card)))
    for head, *rows in slice_tables(card):
        out.print(_table(head, rows))
    for warning in card.warnings:
        out.print(Text("! ", style="yellow") + Text(printable(warning)), soft_wrap=True)


def print_failures(failures: Sequence[Failure], total: int, k: int, out: Console) -> None:
    """The failing questions, with what was needed and what came instead."""
    if not total:
        return
    out.print(f"\n{total} questions lack evidence in the first {k} hits; {len(failures)} of them:", style="bold")
    for failure in failures:
        out.print(Text(f"\n{printable(failure.question)}  {printable(failure.text or '')}"), soft_wrap=True)
        out.print(Text(f"  needed  {printable(needs_text(failure))}"), soft_wrap=True)
        out.print(Text(f"  came    {printable(came_text(failure))}"), soft_wrap=True)


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal, nothing elsewhere; call what it gives with (done, total)."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(label)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(header_style="bold")
    for place, name in enumerate(head):
        edge = place in (0, len(head) - 1)
        table.add_column(Text(printable(name)), justify="left" if edge else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell).replace(" (", "\n(")) for cell in row))
    return table
