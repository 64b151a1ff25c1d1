"""The words and numbers that every report shows, made once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragauge.core.records import Failure
    from ragauge.core.score import Score
    from ragauge.core.scorecard import Scorecard


@dataclass(frozen=True, slots=True)
class Line:
    """One score as text."""

    slice: str
    metric: str
    value: str
    interval: str
    n: str
    left_out: str


def lines(card: Scorecard) -> list[Line]:
    """The scores: all questions first, then slice by slice."""
    overall = [score for score in card.scores if score.slice is None]
    sliced = [score for score in card.scores if score.slice is not None]
    order = list(dict.fromkeys(_slice(score) for score in sliced))
    sliced.sort(key=lambda score: order.index(_slice(score)))
    return [_line(score) for score in (*overall, *sliced)]


def _line(score: Score) -> Line:
    interval = "" if score.interval is None else f"{score.interval.low:.3f} to {score.interval.high:.3f}"
    small = " (few)" if score.small else ""
    bounds = "".join(f"; {name} {value:.4f}" for name, value in (score.bounds or {}).items())
    return Line(
        slice=_slice(score),
        metric=score.metric,
        value="not measured" if score.value is None else f"{score.value:.4f}",
        interval=interval,
        n=f"{score.n} of {score.items}{small}",
        left_out=left_out(score) + bounds,
    )


def left_out(score: Score) -> str:
    """What is not in the mean, and what is in it only by policy."""
    parts = [f"{count} {case}" for case, count in score.excluded.items()]
    parts += [f"{count} failed: {error}" for error, count in score.failed.items()]
    if score.missing and "missing" not in score.excluded:
        parts.append(f"{score.missing} missing, as 0")
    parts += [f"{count} {case}, as 0" for case, count in score.flagged.items() if case != "missing"]
    return ", ".join(parts)


def _slice(score: Score) -> str:
    return "" if score.slice is None else ", ".join(f"{name} = {value}" for name, value in score.slice.items())


def needs_text(failure: Failure) -> str:
    """What was needed: alternatives joined by "or", each with its rank."""
    return "; ".join(
        " or ".join(f"{item} ({'not found' if rank is None else f'rank {rank}'})" for item, rank in need)
        for need in failure.needs
    )


def came_text(failure: Failure) -> str:
    """What came instead."""
    return ", ".join(printable(item) for item in failure.came) or "nothing"


def printable(text: str) -> str:
    """Text without control characters, so that data cannot steer a terminal.

    >>> printable("a\\x1b[31mb")
    'a�[31mb'
    """
    return "".join(char if char.isprintable() else "\ufffd" for char in text)
