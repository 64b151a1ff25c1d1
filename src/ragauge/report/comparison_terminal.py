"""A comparison in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.report.comparison import (
    WORDS,
    comparison_tables,
    comparison_title,
    moved_headline,
    moved_title,
    pairing_lines,
    ranking_table,
    reading_lines,
    reason_lines,
    verdict_lines,
)
from ragauge.report.grid import grid
from ragauge.report.terminal import print_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from ragauge.comparison.records import Comparison
    from ragauge.report.comparison import Rows

WIDE = 140
TESTS = ("p", "p adjusted", "wins/ties/losses", "pairs", "left out")
STYLES = {"better": "green", "worse": "bold red", "not measured": "yellow"}


def print_comparison(comparison: Comparison, out: Console) -> None:
    """What was compared, the differences and what they show, and the questions that moved most."""
    print_lines([("title", comparison_title(comparison))], out)
    if not comparison.comparable:
        print_lines(reason_lines(comparison), out)
    print_lines(pairing_lines(comparison), out)
    for table in comparison_tables(comparison):
        for part in [table] if out.width >= WIDE else _narrow(table):
            out.print(grid(part, (part[0][0], *WORDS), STYLES))
    if comparison.comparable:
        print_lines(verdict_lines(comparison), out)
        print_lines((("dim", line) for line in reading_lines(comparison)), out)
    print_lines((("warning", note) for note in comparison.notes), out)
    _print_moved(comparison, out)


def _narrow(table: Rows) -> Iterator[Rows]:
    """The values and the tests in two tables, which both begin with the names."""
    head = table[0]
    tests = [place for place, name in enumerate(head) if name in TESTS]
    names = list(range(head.index("metric") + 1))
    yield [tuple(row[place] for place in range(len(head)) if place not in tests) for row in table]
    yield [tuple(row[place] for place in names + tests) for row in table]


def _print_moved(comparison: Comparison, out: Console) -> None:
    if not comparison.comparable or not comparison.moved:
        return
    print_lines([("", ""), ("title", moved_title(comparison))], out)
    for one in comparison.moved:
        print_lines([("", ""), ("", moved_headline(one))], out)
        if table := ranking_table(one):
            out.print(grid(table, ("base", "candidate")))
