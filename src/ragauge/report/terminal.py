"""A Scorecard in the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from ragauge.core.judge_marks import MARK
from ragauge.report.inert import inert
from ragauge.report.rows import (
    came_text,
    how,
    long_slice_tables,
    needs_text,
    printable,
    score_table,
    slice_tables,
    title,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ragauge.core.records import Failure
    from ragauge.core.scorecard import Scorecard

PIPE_WIDTH = 160
COLUMN_WIDTH = 16
FEWEST = 4
"""So many metrics at least stand side by side."""


class _Console(Console):
    """A console that leaves a closed pipe to the command, which ends the same way whoever was writing."""

    def on_broken_pipe(self) -> None:
        """Tell, instead of leaving the process here."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """A console; in a file or a pipe, lines are long unless COLUMNS says otherwise."""
    stream = sys.stderr if stderr else sys.stdout
    fixed = stream.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return _Console(stderr=stderr, width=None if fixed else PIPE_WIDTH, highlight=False)


def clean(text: str) -> str:
    """Text of data that can steer neither a terminal nor the build service whose log it goes to."""
    return inert(printable(text))


def print_scorecard(card: Scorecard, out: Console) -> None:
    """The scores as tables, how to read them, and what to know before believing them."""
    out.print(Text(clean(title(card)), style="bold"))
    out.print(_table(score_table(card)))
    for table in _slices(card, out.width):
        out.print(_table(table))
    for line in how(card):
        out.print(Text(clean(line), style="dim"))
    for warning in card.warnings:
        out.print(Text("! ", style="yellow") + Text(clean(warning)))


def _slices(card: Scorecard, width: int) -> Iterator[list[tuple[str, ...]]]:
    """The tables of slices: metrics side by side, in as many parts as they need; one below the other where few fit."""
    most = width // COLUMN_WIDTH - 3
    if most < min(FEWEST, len(card.metrics)):
        yield from long_slice_tables(card)
        return
    parts = -(-len(card.metrics) // most)
    for part in range(parts):
        names = card.metrics[part * len(card.metrics) // parts : (part + 1) * len(card.metrics) // parts]
        yield from slice_tables(replace(card, scores=tuple(score for score in card.scores if score.metric in names)))


def print_failures(failures: Sequence[Failure], total: int, k: int, out: Console) -> None:
    """The failing questions, with what was needed and what came instead."""
    if not total:
        return
    out.print(f"\nquestions that lack some evidence in the first {k} hits: {total}; of them:", style="bold")
    for failure in failures:
        text = "" if failure.text in (None, failure.question) else f"  {failure.text}"
        out.print(Text(f"\n{clean(failure.question)}{clean(text)}"))
        out.print(Padding(Text(f"needed  {clean(needs_text(failure))}"), (0, 0, 0, 2)))
        out.print(Padding(Text(f"came    {clean(came_text(failure))}"), (0, 0, 0, 2)))


STYLES = {"title": "bold", "error": "bold red", "dim": "dim"}


def print_lines(lines: Iterable[tuple[str, str]], out: Console) -> None:
    """Lines with their styles; warnings as everywhere."""
    for style, text in lines:
        mark = Text("! ", style="yellow") if style == "warning" else Text("")
        out.print(mark + Text(clean(text), style=STYLES.get(style, "")))


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal, nothing elsewhere; call what it gives with (done, total)."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(label)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _table(rows: Sequence[Sequence[str]]) -> Table:
    head, *body = rows
    table = Table(header_style="bold")
    words = {0, *(place for place, name in enumerate(head) if name in ("metric", MARK, "left out", "0 by policy"))}
    for place, name in enumerate(head):
        table.add_column(Text(clean(name)), justify="left" if place in words else "right", overflow="fold")
    for row in body:
        table.add_row(*(Text(clean(cell).replace(" (", "\n(")) for cell in row))
    return table
