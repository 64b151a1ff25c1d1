"""Two runs compared answer by answer, as tables and as a file of verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.io.spreadsheet_cells import csv_line, safe_cell
from ragauge.studying.study import Advice, Column, Study, Table

if TYPE_CHECKING:
    from ragauge.answering.preferences import Compared, Preferences
    from ragauge.core.score import Interval

WINS = (
    Column("pairs", "count"),
    Column("B wins", "count"),
    Column("tie", "count"),
    Column("undecided", "count"),
    Column("flipped", "count"),
    Column("A wins", "count"),
    Column("win rate of B", "value"),
    Column("interval", "interval"),
)
POSITION = (
    Column("asked", "count"),
    Column("consistent", "share"),
    Column("flipped", "share"),
    Column("interval", "share interval"),
    Column("first place", "share"),
    Column("B wins, mean of orders", "value"),
)
LENGTH = (
    Column("win rate of B", "value"),
    Column("at equal length", "value"),
    Column("interval", "interval"),
    Column("slope", "difference"),
    Column("undefined"),
)
COLUMNS = ("id", "judge", "model_a", "model_b", "forward", "swapped", "length_a", "length_b", "outcome", "value")


def preference_study(found: Preferences) -> Study:
    """Everything as a study, which terminal and Markdown know how to show."""
    a, b = found.models
    tables = [Table("answers, judged in both orders", WINS, (_wins(found),))]
    if found.swaps.n:
        tables.append(Table("position", POSITION, (_position(found),)))
    if found.controlled is not None:
        tables.append(Table("length", LENGTH, (_length(found),)))
    return Study(
        name="judge prefer",
        title=f"B: {b}, against A: {a}, by {found.judge}",
        tables=tuple(tables),
        advice=(Advice("answers", found.verdict, _because(found)),),
        notes=found.notes,
        provenance=found.provenance,
    )


def _because(found: Preferences) -> str:
    if found.win_rate is None:
        return "no pair has a value"
    between = "" if found.interval is None else f", {found.interval.low:.4f} to {found.interval.high:.4f}"
    return f"B wins {found.win_rate:.4f} of {found.n:,} pairs, half of the ties among them{between}"


def _wins(found: Preferences) -> tuple[Any, ...]:
    counts = found.counts
    ties = counts.get("tie", 0) + counts.get("same_answer", 0)
    named = counts.get("undecided", 0), counts.get("position_flip", 0), counts.get("A", 0)
    return (found.n, counts.get("B", 0), ties, *named, found.win_rate, _ends(found.interval))


def _position(found: Preferences) -> tuple[Any, ...]:
    swaps = found.swaps
    mean = None if swaps.mean_of_orders is None else 1 - swaps.mean_of_orders
    return (swaps.n, swaps.consistency, swaps.flip_rate, _ends(found.flip_interval), swaps.first_slot_share, mean)


def _length(found: Preferences) -> tuple[Any, ...]:
    one = found.controlled
    assert one is not None  # noqa: S101
    return one.raw, one.value, _ends(one.interval), one.slope, one.reason


def _ends(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)


def preferences_csv(found: Preferences) -> str:
    """One row a pair, in the columns that ``ragauge judge bias`` finds by itself.

    Only what a judge said stands among the verdicts: pairs about which it was not asked have none.
    """
    rows = [COLUMNS, *(_cells(row, found) for row in found.rows)]
    return "".join(map(csv_line, rows))


def _cells(row: Compared, found: Preferences) -> tuple[str, ...]:
    who = map(safe_cell, (row.pair.question, found.judge, *found.models))
    what = row.forward, row.swapped, *row.pair.lengths, row.outcome, row.value
    return (*who, *("" if one is None else str(one) for one in what))
