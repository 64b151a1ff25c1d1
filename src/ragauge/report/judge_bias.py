"""The biases of judges as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.studying.study import Column, Study, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ragauge.core.score import Interval
    from ragauge.judging.measured.biases import Biases, JudgeBias

JUDGE, PAIRS = Column("judge"), Column("pairs", "count")
POSITION = (
    JUDGE,
    PAIRS,
    Column("failed", "count"),
    Column("consistent", "share"),
    Column("flipped", "share"),
    Column("interval", "share interval"),
    Column("first place", "share"),
    Column("A wins, MT-Bench", "value"),
    Column("A wins, mean of orders", "value"),
)
AGREEMENT = (JUDGE, PAIRS, Column("right", "value"))
LONGER = (
    JUDGE,
    PAIRS,
    Column("longer wins", "share"),
    Column("interval", "share interval"),
    Column("humans", "share"),
    Column("difference", "difference"),
    Column("its interval", "interval"),
)
CONTROLLED = (
    JUDGE,
    PAIRS,
    Column("A wins", "value"),
    Column("at equal length", "value"),
    Column("interval", "interval"),
    Column("slope", "difference"),
    Column("undefined"),
)
REPEATS = (
    JUDGE,
    Column("items", "count"),
    Column("modal share", "value"),
    Column("pairwise", "value"),
    Column("unanimous", "count"),
)
OWN = (
    Column("family"),
    Column("items", "count"),
    Column("takes its own", "value"),
    Column("neutral judges do", "value"),
    Column("difference", "difference"),
    Column("interval", "interval"),
)


def bias_study(found: Biases) -> Study:
    """Everything as a study, which terminal and Markdown know how to show."""
    count = len(found.judges)
    title = f"biases of {count} judge{'' if count == 1 else 's'}"
    return Study(name="judge bias", title=title, tables=tuple(_tables(found)), notes=found.notes)


def _tables(found: Biases) -> Iterator[Table]:
    both_orders = [one for one in found.judges if one.position.n and "swapped" in found.columns]
    yield from _table("position: both orders", POSITION, map(_position, both_orders))
    held = [one for one in found.judges if one.agreement_n]
    rows = ((_name(one), one.agreement_n, one.agreement) for one in held)
    yield from _table("single verdicts that name the humans' winner", AGREEMENT, rows)
    measured = [one for one in found.judges if one.verbosity is not None]
    yield from _table("verbosity: the longer answer", LONGER, map(_longer, measured))
    yield from _table("length-controlled win rate of A", CONTROLLED, map(_controlled, measured))
    repeated = [(_name(one), one.repeats) for one in found.judges if one.repeats.n]
    told = ((name, one.n, one.modal_share, one.pairwise, one.unanimous) for name, one in repeated)
    yield from _table("repeats of the same question", REPEATS, told)
    kept = [one for one in found.self_preference.values() if one is not None]
    own = ((one.family, one.n, one.own, one.neutral, one.difference, _ends(one.interval)) for one in kept)
    yield from _table("self-preference, where humans took the other or a tie", OWN, own)


def _table(title: str, columns: tuple[Column, ...], rows: Iterable[tuple[Any, ...]]) -> Iterator[Table]:
    """The table, where it has rows."""
    kept = tuple(rows)
    if kept:
        yield Table(title, columns, kept)


def _name(one: JudgeBias) -> str:
    return one.judge or "the judge"


def _position(one: JudgeBias) -> tuple[Any, ...]:
    swaps = one.position
    return (_name(one), swaps.n, one.failed, swaps.consistency, swaps.flip_rate, _ends(one.flip_interval),
            swaps.first_slot_share, swaps.adjusted_win_rate, swaps.mean_of_orders)  # fmt: skip


def _longer(one: JudgeBias) -> tuple[Any, ...]:
    found = one.verbosity
    assert found is not None  # noqa: S101
    return (_name(one), found.pairs, found.longer, _ends(found.interval), found.human, found.difference,
            _ends(found.difference_interval))  # fmt: skip


def _controlled(one: JudgeBias) -> tuple[Any, ...]:
    found = one.verbosity.controlled if one.verbosity else None
    assert found is not None  # noqa: S101
    return _name(one), found.n, found.raw, found.value, _ends(found.interval), found.slope, found.reason


def _ends(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)
