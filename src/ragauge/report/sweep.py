"""A sweep in rows and words, made once for the terminal, Markdown and CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from ragauge.report.figures import fixed, interval_text, p_text, signed
from ragauge.report.rows import dense

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.sweeping.result import Point, Sweep

MOST = 30


def sweep_rows(sweep: Sweep, most: int | None = MOST) -> list[tuple[str, ...]]:
    """A head, then one row a configuration, the best first; those that are told anyway are never cut."""
    head = ("", "configuration", "k", sweep.metric, "interval", "n", *_others(sweep), "span IoU", "against best",
            "p adj.", "tokens", "chunks", "index s", "query ms")  # fmt: skip
    chosen = [*sweep.points] if most is None else [*sweep.points[:most]]
    chosen += [one for one in (sweep.recommended,) if all(one.name != other.name for other in chosen)]
    return dense(head, [_row(point, sweep) for point in chosen])


def _others(sweep: Sweep) -> tuple[str, ...]:
    """The metrics that every configuration has, whatever its k."""
    compared = {point.metric for point in sweep.points}
    shared = [name for name in sweep.points[0].card.metrics if name not in compared]
    return tuple(name for name in shared if all(name in point.card.metrics for point in sweep.points))


def _row(point: Point, sweep: Sweep) -> tuple[str, ...]:
    cost = point.cost
    return (
        _mark(point, sweep),
        point.setup.name,
        str(point.k),
        fixed(point.value),
        interval_text(point.score.interval, fixed),
        f"{point.score.n} of {point.score.items}",
        *(fixed(point.card[name].value) for name in _others(sweep)),
        "" if point.spans is None else fixed(point.spans.iou),
        "the best" if point.name == sweep.best.name else f"{signed(point.difference)} {point.verdict}".strip(),
        "" if point.name == sweep.best.name else p_text(point.p_adjusted),
        f"{cost.tokens:,.0f}",
        f"{cost.chunks:,}",
        f"{cost.chunk_seconds + cost.index_seconds:.2f}",
        "/".join(filter(None, (_milliseconds(cost.query_p50), _milliseconds(cost.query_p95)))),
    )


def _mark(point: Point, sweep: Sweep) -> str:
    marks = [("✓", point.name == sweep.recommended.name), ("★", point.name == sweep.best.name), ("·", point.pareto)]
    return "".join(mark for mark, applies in marks if applies)


def _milliseconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:.1f}"


def sweep_lines(sweep: Sweep) -> Iterator[tuple[str, str]]:
    """What to take, and what to know before believing it."""
    best, take = sweep.best, sweep.recommended
    yield "title", f"best: {best.name}: {best.metric} {fixed(best.value)}, {best.cost.tokens:,.0f} tokens a question"
    if take.name == best.name:
        yield "title", "take it: nothing cheaper is left that is not shown to be worse"
    else:
        saved = 1 - take.cost.tokens / best.cost.tokens if best.cost.tokens else 0.0
        yield "title", f"take: {take.name}: {take.metric} {fixed(take.value)}, {take.cost.tokens:,.0f} tokens"
        yield "", f"  {saved:.0%} fewer tokens than the best, and not shown to be worse ({signed(take.difference)})"
    shown = min(MOST, len(sweep.points))
    if shown < len(sweep.points):
        yield "dim", f"{shown} of {len(sweep.points)} configurations are shown; --csv and --json have all"
    yield "dim", "✓ cheapest one not shown to be worse than the best, ★ best, · no other is as good for less"
    yield "dim", "tokens: words of the first k chunks a question, by which the choice is made"
    yield "dim", "index s, query ms (p50/p95): times of this machine, which play no part in it"
    for note in sweep.notes:
        yield "warning", note


def sweep_csv(sweep: Sweep) -> str:
    """One row a configuration."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head, *rows = sweep_rows(sweep, None)
    writer.writerow(["mark", *head[1:]])
    writer.writerows(rows)
    return text.getvalue()
