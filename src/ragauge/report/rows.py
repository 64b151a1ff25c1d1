"""The words and numbers that every report shows, made once."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from ragauge.comparison.marks import mark_of, marked, marks_of
from ragauge.core.ids import NO_ID
from ragauge.core.judge_marks import MARK, TAKE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.records import Failure
    from ragauge.core.score import Score
    from ragauge.core.scorecard import Scorecard

MOST_NEEDS = 6
# control characters, lone surrogates, line and paragraph separators, and what turns the direction of a whole line
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
MEANING = {
    "no_relevant": "declared unanswerable, or judged with nothing relevant",
    "gold_unknown": "no gold, and nothing declared",
    "gold_unlocated": "no document or chunk there is could meet the gold",
    "missing": "not in the run",
    "empty_result": "the retriever returned nothing",
    "nothing_judged": "no hit is judged",
}
UNCALIBRATED = f"uncalibrated: nobody has held this judge against people; {TAKE}"


def title(card: Scorecard) -> str:
    """What was measured against what."""
    gold, run = card.provenance.get("gold", {}), card.provenance.get("run", {})
    return f"{run.get('source', 'run')} against {gold.get('source', 'gold')}: {len(card.questions)} questions"


def how(card: Scorecard) -> list[str]:
    """How to read the table: intervals, policies that were changed, and the words it uses."""
    made = {(score.interval.level, score.interval.method) for score in card.scores if score.interval}
    levels = {level: sorted(method for one, method in made if one == level) for level, _ in sorted(made)}
    lines = [f"{percent(level)} intervals: {', '.join(methods)}" for level, methods in levels.items()]
    if policies := card.provenance.get("policies"):
        lines.append(f"policies: {', '.join(f'{name} = {value}' for name, value in policies.items())}")
    used = dict.fromkeys(case for score in card.scores for case in (*score.excluded, *score.flagged))
    lines += [f"{case}: {MEANING[case]}" for case in used if case in MEANING]
    return lines + ([UNCALIBRATED] if any(not mark.calibrated for mark in marks_of(card).values()) else [])


def percent(share: float) -> str:
    """A share in percent with all its digits.

    >>> percent(0.95), percent(0.999)
    ('95%', '99.9%')
    """
    return f"{(Decimal(str(share)) * 100).normalize():f}%"


def nothing_measured(card: Scorecard) -> str:
    """Why not one question has a value."""
    why = _per_metric({score.metric: counted(left_out(score)) for score in card.scores if score.slice is None})
    return f"nothing could be measured: {why or 'there are no questions'}"


def score_table(card: Scorecard) -> list[tuple[str, ...]]:
    """A head, then one row a metric over all questions; columns that are empty throughout are left out."""
    return dense(_head(card, ()), [_row(score, card) for score in card.scores if score.slice is None])


def slice_tables(card: Scorecard) -> list[list[tuple[str, ...]]]:
    """One table a slicing column: a head, then one row a slice with its n and every metric.

    A slice of fewer than five scored questions is marked: it is shown, and never trusted alone.
    """
    names = [marked(card, metric) for metric in card.metrics]
    return [
        dense((column, "n", *names, "left out", "0 by policy"), [_wide(*one) for one in slices.items()])
        for column, slices in _by_column(card).items()
    ]


def long_slice_tables(card: Scorecard) -> list[list[tuple[str, ...]]]:
    """The same with one row a slice and metric, for narrow places."""
    return [
        dense(_head(card, (column,)), [(cell, *_row(s, card)) for cell, scores in slices.items() for s in scores])
        for column, slices in _by_column(card).items()
    ]


def _by_column(card: Scorecard) -> dict[str, dict[str, list[Score]]]:
    tables: dict[str, dict[str, list[Score]]] = {}
    for score in card.scores:
        for column, cell in (score.slice or {}).items():
            tables.setdefault(column, {}).setdefault(cell, []).append(score)
    return tables


def dense(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The head and the rows, without the columns that are empty throughout."""
    kept = [place for place in range(len(head)) if any(row[place] for row in rows)]
    return [tuple(row[place] for place in kept) for row in (head, *rows)]


def _head(card: Scorecard, first: tuple[str, ...]) -> tuple[str, ...]:
    return (*first, "metric", "value", "interval", MARK, "n", *_bounds(card), "left out", "0 by policy")


def _bounds(card: Scorecard) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for score in card.scores for name in score.bounds or {}))


def _row(score: Score, card: Scorecard) -> tuple[str, ...]:
    bounds = (f"{score.bounds[name]:.4f}" if score.bounds else "" for name in _bounds(card))
    left = (counted(left_out(score)), counted(zero_by_policy(score)))
    mark = mark_of(card, score.metric)
    return (score.metric, _value(score), _interval(score), mark.text if mark else "", _n([score]), *bounds, *left)


def _wide(cell: str, scores: list[Score]) -> tuple[str, ...]:
    values = (f"{_value(score)} ({_interval(score, 2)})" if score.interval else _value(score) for score in scores)
    left = _per_metric({score.metric: counted(left_out(score)) for score in scores})
    zero = _per_metric({score.metric: counted(zero_by_policy(score)) for score in scores})
    return (cell, _n(scores), *values, left, zero)


def _per_metric(texts: Mapping[str, str]) -> str:
    """One text where all metrics share it, else each with its metric."""
    if len(set(texts.values())) <= 1:
        return next(iter(texts.values()), "")
    return "; ".join(f"{metric}: {text}" for metric, text in texts.items() if text)


def _n(scores: list[Score]) -> str:
    counts = sorted({score.n for score in scores})
    few = " (few)" if any(score.small and score.n for score in scores) else ""
    return f"{'-'.join(map(str, counts))} of {scores[0].items}{few}"


def _value(score: Score) -> str:
    return "not measured" if score.value is None else f"{score.value:.4f}"


def _interval(score: Score, digits: int = 3) -> str:
    if score.interval is None:
        return ""
    return f"{score.interval.low:.{digits}f}-{score.interval.high:.{digits}f}"


def left_out(score: Score) -> dict[str, int]:
    """What is not in the mean: undefined cases, and failures by their error."""
    return {**score.excluded, **{f"failed: {error}": count for error, count in score.failed.items()}}


def zero_by_policy(score: Score) -> dict[str, int]:
    """What is in the mean as 0 without having been looked for in vain."""
    return dict(score.flagged)


def counted(counts: Mapping[str, int]) -> str:
    """Counts with their names.

    >>> counted({"missing": 2})
    '2 missing'
    """
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def needs_text(failure: Failure) -> str:
    """What was needed, what is lacking first: alternatives joined by "or", each with its rank."""
    needs = sorted(failure.needs, key=lambda need: min((rank or 1 << 40) for _, rank in need), reverse=True)
    shown = [" or ".join(_ranked(item, rank) for item, rank in need[:MOST_NEEDS]) for need in needs[:MOST_NEEDS]]
    more = f"; and {len(needs) - MOST_NEEDS} more" if len(needs) > MOST_NEEDS else ""
    return "; ".join(shown) + more


def _ranked(item: str, rank: int | None) -> str:
    return f"{named(item)} ({'not found' if rank is None else f'rank {rank}'})"


def named(item: str) -> str:
    """An id as it is shown."""
    return "(no id)" if item.startswith(NO_ID) else item


def came_text(failure: Failure) -> str:
    """What came instead."""
    return ", ".join(map(named, failure.came)) or "nothing"


def printable(text: str) -> str:
    """Text without control characters, so that data cannot steer a terminal; what letters are made of stays.

    >>> printable("a\\x1b[31mb"), printable("می\u200cخواهم")
    ('a�[31mb', 'می\u200cخواهم')
    """
    return UNPRINTABLE.sub("\ufffd", text)
