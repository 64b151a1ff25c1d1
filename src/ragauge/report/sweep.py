"""A sweep in rows and words, made once for the terminal and Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.report.figures import fixed, interval_text, p_text, signed
from ragauge.report.rows import dense
from ragauge.sweeping.curves import FEWEST, size_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.sweeping.curves import Curve
    from ragauge.sweeping.overlaps import Ablation
    from ragauge.sweeping.result import Point, Sweep

MOST = 30


def sweep_rows(sweep: Sweep, most: int | None = MOST) -> list[tuple[str, ...]]:
    """A head, then one row a configuration, the best first; those that are told anyway are never cut."""
    head = ("", "configuration", "k", sweep.metric, "interval", "against best", "p", "p adj.", "verdict",
            f"tokens ({sweep.best.cost.counter})", "n", *_others(sweep), "chunks", "index s", "query ms")  # fmt: skip
    return dense(head, [_row(point, sweep) for point in _chosen(sweep, most)])


def _chosen(sweep: Sweep, most: int | None) -> list[Point]:
    chosen = [*sweep.points] if most is None else [*sweep.points[:most]]
    return chosen + [one for one in (sweep.recommended,) if all(one.name != other.name for other in chosen)]


def sweep_tables(sweep: Sweep) -> list[tuple[str, list[tuple[str, ...]]]]:
    """What there is besides: spans and chunks, the curve of sizes, and overlap; each with its title."""
    chunks: list[tuple[str, ...]] = [("", "configuration", "k", *CHUNK_HEAD)]
    chunks += [(_mark(one, sweep), one.setup.name, str(one.k), *_chunk_cells(one)) for one in _chosen(sweep, MOST)]
    tables = [("spans and chunks", _dense(chunks))] if any({*row[3:]} - {"", _share(0.0)} for row in chunks[1:]) else []
    if sweep.curve is not None:
        tables.append((f"quality over {sweep.curve.parameter}, k={sweep.curve.best.k}", _curve_rows(sweep.curve)))
    found = [one for one in sweep.overlaps if one.name.endswith(f"k={sweep.best.k}")]
    if found:
        tables.append((f"what overlap is worth, k={sweep.best.k}", _overlap_rows(found[:MOST])))
    return tables


CHUNK_HEAD = ("span recall", "span precision", "span IoU", "precision-Ω", "duplicates", "uncut", "chunks cut off",
              "tokens cut off", "of tokens by", "no vector", "moved")  # fmt: skip


def _chunk_cells(point: Point) -> tuple[str, ...]:
    spans, audit = point.spans, point.audit
    held = ("",) * 4 if spans is None else tuple(map(fixed, (spans.recall, spans.precision, spans.iou, spans.omega)))
    if audit is None:
        return (*held, *("",) * 7)
    worst = audit.worst
    cut = ("",) * 3
    if worst is not None:
        cut = (f"{worst.over:,} of {worst.chunks:,}", f"{worst.beyond:,} ({_share(worst.token_share)})", worst.counter)
    counts = tuple(f"{count:,}" if count else "" for count in (audit.without_vector, audit.relocated))
    return (*held, _share(audit.duplicates), fixed(audit.uncut), *cut, *counts)


def _share(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _curve_rows(curve: Curve) -> list[tuple[str, ...]]:
    rows = [
        (
            "knee" if one is curve.knee else "best" if one is curve.best else "",
            f"{size_of(one, curve.parameter):g}",
            fixed(one.value),
            signed(moved),
            p_text(p),
            f"{one.cost.tokens:,.0f}",
        )
        for one, moved, p in zip(curve.points, curve.differences, curve.p, strict=True)
    ]
    return [("", curve.parameter, curve.best.metric, "against best", "p adj.", "tokens"), *rows]


def _overlap_rows(found: Sequence[Ablation]) -> list[tuple[str, ...]]:
    rows = [
        (
            one.name,
            fixed(one.without),
            fixed(one.value),
            signed(one.difference),
            p_text(one.p),
            f"{one.tokens:+,.0f}",
            f"{one.chunks:+,}",
            f"{one.size:+,}",
        )
        for one in found
    ]
    return [("configuration", "without", "with", "difference", "p adj.", "tokens", "chunks", "characters"), *rows]


def _dense(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return dense(rows[0], rows[1:])


def _others(sweep: Sweep) -> tuple[str, ...]:
    """The metrics that every configuration has, whatever its k."""
    compared = {point.metric for point in sweep.points}
    shared = [name for name in sweep.points[0].card.metrics if name not in compared]
    return tuple(name for name in shared if all(name in point.card.metrics for point in sweep.points))


def _row(point: Point, sweep: Sweep) -> tuple[str, ...]:
    cost, best = point.cost, point.name == sweep.best.name
    return (
        _mark(point, sweep),
        point.setup.name,
        str(point.k),
        fixed(point.value),
        interval_text(point.score.interval, fixed),
        *(("", "", "") if best else (signed(point.difference), p_text(point.p), p_text(point.p_adjusted))),
        "the best" if best else point.verdict,
        f"{cost.tokens:,.0f}",
        f"{point.score.n} of {point.score.items}",
        *(fixed(point.card[name].value) for name in _others(sweep)),
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
        differs = f"{signed(take.difference)} {interval_text(take.interval, signed)}".strip()
        yield "", f"  {saved:.0%} fewer tokens than the best, and not shown to be worse: {differs}, p {p_text(take.p)}"
    if sweep.curve is not None:
        yield from _knee_lines(sweep.curve)
    shown = min(MOST, len(sweep.points))
    if shown < len(sweep.points):
        yield "dim", f"{shown} of {len(sweep.points)} configurations are shown; --csv and --json have all"
    yield (
        "dim",
        "✓ cheapest one whose own p and interval show no loss, ★ best, · no other is as good for less",
    )
    yield "dim", "p: paired test against the best; p adj.: the same by Holm for all of them, the verdict is by that"
    yield "dim", f"tokens: {best.cost.counter} of the first k chunks a question, by which the choice is made"
    yield "dim", "index s, query ms (p50/p95): times of this machine, which play no part in it"
    for note in sweep.notes:
        yield "warning", note


def _knee_lines(curve: Curve) -> Iterator[tuple[str, str]]:
    """Where quality stops rising with size, if that is shown."""
    if curve.knee is not None:
        size = size_of(curve.knee, curve.parameter)
        yield "", f"knee of the curve: {curve.parameter} {size:g}: every smaller one is shown to be worse, it is not"
    elif len(curve.points) >= FEWEST:
        yield "dim", f"no knee is shown: the smallest {curve.parameter} is not shown to be worse than the best"
