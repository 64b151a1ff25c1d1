"""A Scorecard in the terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from ragauge.report.rows import came_text, lines, needs_text, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ragauge.core.records import Failure
    from ragauge.core.scorecard import Scorecard

WIDE = 140


def console(*, stderr: bool = False) -> Console:
    """A console; where the output is a file or a pipe, lines are long enough not to break."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else WIDE, highlight=False)


def print_scorecard(card: Scorecard, out: Console) -> None:
    """The scores as a table, and what to know before believing them."""
    table = Table(title=_title(card), title_justify="left", header_style="bold")
    rows = lines(card)
    sliced = any(row.slice for row in rows)
    if sliced:
        table.add_column("questions", overflow="fold")
    table.add_column("metric", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column(f"{card.provenance['level']:.0%} interval", no_wrap=True)
    table.add_column("n", no_wrap=True)
    table.add_column("left out, or 0 by policy", overflow="fold")
    previous = ""
    for row in rows:
        if row.slice != previous:
            table.add_section()
        cells = [row.metric, row.value, row.interval, row.n, row.left_out]
        label = "" if row.slice == previous and previous else row.slice or "all"
        table.add_row(*(Text(printable(cell)) for cell in ([label, *cells] if sliced else cells)))
        previous = row.slice
    out.print(table)
    for warning in card.warnings:
        out.print(Text("! ", style="yellow") + Text(printable(warning)))


def print_failures(failures: Sequence[Failure], total: int, k: int, out: Console) -> None:
    """The failing questions, with what was needed and what came instead."""
    if not total:
        out.print(f"every question has all its evidence in the first {k} hits")
        return
    out.print(f"\n{total} questions lack evidence in the first {k} hits; {len(failures)} of them:", style="bold")
    for failure in failures:
        out.print(Text(f"\n{printable(failure.question)}  {printable(failure.text or '')}"), soft_wrap=True)
        out.print(Text(f"  needed  {printable(needs_text(failure))}"), soft_wrap=True)
        out.print(Text(f"  came    {came_text(failure)}"), soft_wrap=True)


def _title(card: Scorecard) -> Text:
    gold, run = card.provenance["gold"], card.provenance["run"]
    return Text(printable(f"{run['source']} against {gold['source']}: {gold['questions']} questions"))


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal, nothing elsewhere; call what it gives with (done, total)."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(label)
        yield lambda done, total: bar.update(task, completed=done, total=total)
