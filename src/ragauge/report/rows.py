"""The words and numbers that every report shows, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragauge.core.records import Failure
    from ragauge.core.score import Score
    from ragauge.core.scorecard import Scorecard

SCORE_HEAD = ("metric", "value", "interval", "n", "left out, or 0 by policy")


def title(card: Scorecard) -> str:
    """What was measured against what."""
    gold, run = card.provenance["gold"], card.provenance["run"]
    level = f"{card.provenance['level']:.0%} intervals"
    return f"{run['source']} against {gold['source']}: {gold['questions']} questions, {level}"


def score_rows(card: Scorecard) -> list[tuple[str, ...]]:
    """One row a metric over all questions: the columns of ``SCORE_HEAD``."""
    return [_score_row(score) for score in card.scores if score.slice is None]


def _score_row(score: Score) -> tuple[str, ...]:
    bounds = "".join(f"; {name} {value:.4f}" for name, value in (score.bounds or {}).items())
    return (score.metric, _value(score), _interval(score), f"{score.n} of {score.items}", left_out(score) + bounds)


def slice_tables(card: Scorecard) -> list[list[tuple[str, ...]]]:
    """One table a slicing column: a head, then one row a slice with its n and every metric.

    A slice of fewer than five scored questions is marked: it is shown, and never trusted alone.
    """
    tables: dict[str, dict[str, list[Score]]] = {}
    for score in card.scores:
        for column, cell in (score.slice or {}).items():
            tables.setdefault(column, {}).setdefault(cell, []).append(score)
    full = [
        [(column, "n", *card.metrics, SCORE_HEAD[-1]), *(_slice_row(cell, scores) for cell, scores in slices.items())]
        for column, slices in tables.items()
    ]
    return [table if any(row[-1] for row in table[1:]) else [row[:-1] for row in table] for table in full]


def _slice_row(cell: str, scores: list[Score]) -> tuple[str, ...]:
    counts = sorted({score.n for score in scores})
    n = f"{'-'.join(map(str, counts))} of {scores[0].items}{' (few)' if any(s.small for s in scores) else ''}"
    reasons = dict.fromkeys(filter(None, map(left_out, scores)))
    values = (f"{_value(score)} ({_interval(score, 2)})" if score.interval else _value(score) for score in scores)
    return (cell, n, *values, "; ".join(reasons))


def _value(score: Score) -> str:
    return "not measured" if score.value is None else f"{score.value:.4f}"


def _interval(score: Score, digits: int = 3) -> str:
    if score.interval is None:
        return ""
    return f"{score.interval.low:.{digits}f}-{score.interval.high:.{digits}f}"


def left_out(score: Score) -> str:
    """What is not in the mean, and what is in it only by policy."""
    parts = [f"{count} {case}" for case, count in score.excluded.items()]
    parts += [f"{count} failed: {error}" for error, count in score.failed.items()]
    if score.missing and "missing" not in score.excluded:
        parts.append(f"{score.missing} missing, as 0")
    parts += [f"{count} {case}, as 0" for case, count in score.flagged.items()]
    return ", ".join(parts)


def needs_text(failure: Failure) -> str:
    """What was needed: alternatives joined by "or", each with its rank."""
    return "; ".join(
        " or ".join(f"{item} ({'not found' if rank is None else f'rank {rank}'})" for item, rank in need)
        for need in failure.needs
    )


def came_text(failure: Failure) -> str:
    """What came instead."""
    return ", ".join(failure.came) or "nothing"


def printable(text: str) -> str:
    """Text without control characters, so that data cannot steer a terminal.

    >>> printable("a\\x1b[31mb")
    'a�[31mb'
    """
    return "".join(char if char.isprintable() else "\ufffd" for char in text)
