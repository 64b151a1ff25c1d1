"""A sweep as CSV: one row a configuration, every number as it is."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.score import Interval
    from ragauge.sweeping.result import Cost, Point, Sweep


def sweep_csv(sweep: Sweep) -> str:
    """One row a configuration, the best first; without the columns that are empty throughout."""
    rows = [_row(point, sweep) for point in sweep.points]
    heads = dict.fromkeys(name for row in rows for name in row)
    kept = [name for name in heads if any(row.get(name) is not None for row in rows)]
    text = io.StringIO()
    writer = csv.DictWriter(text, kept, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _row(point: Point, sweep: Sweep) -> dict[str, Any]:
    setup, score = point.setup, point.score
    return {
        "configuration": setup.name,
        "chunker": setup.chunker,
        **setup.chunking,
        "lane": "+".join(setup.lanes),
        **(setup.fusion if len(setup.lanes) > 1 else {}),
        "reranker": setup.reranker,
        "depth": setup.depth if setup.reranker else None,
        "k": point.k,
        sweep.metric: point.value,
        **_ends("", score.interval),
        "n": score.n,
        "questions": score.items,
        **{name: point.card[name].value for name in point.card.metrics if name not in _compared(sweep)},
        "difference": point.difference,
        **_ends("difference ", point.interval),
        "p": point.p,
        "p adj.": point.p_adjusted,
        "verdict": "best" if point.name == sweep.best.name else point.verdict,
        "take": point.name == sweep.recommended.name,
        "front": point.pareto,
        **_costs(point.cost),
        **_of_chunks(point),
    }


def _compared(sweep: Sweep) -> set[str]:
    """The metric that is compared, at every k: each row has its own, under one head."""
    return {point.metric for point in sweep.points}


def _ends(prefix: str, interval: Interval | None) -> Mapping[str, float | None]:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {f"{prefix}low": low, f"{prefix}high": high}


def _costs(cost: Cost) -> dict[str, Any]:
    return {
        f"tokens ({cost.counter})": cost.tokens,
        "chunks": cost.chunks,
        "characters": cost.size,
        "index seconds": cost.chunk_seconds + cost.index_seconds,
        "query seconds p50": cost.query_p50,
        "query seconds p95": cost.query_p95,
    }


def _of_chunks(point: Point) -> dict[str, Any]:
    """What is to be seen of spans and chunks; nothing of what was not looked at."""
    found: dict[str, Any] = {}
    if (spans := point.spans) is not None:
        found |= {"span recall": spans.recall, "span precision": spans.precision, "span IoU": spans.iou}
        found["precision-Ω"] = spans.omega
    if (audit := point.audit) is None:
        return found
    found |= {"duplicates": audit.duplicates, "uncut": audit.uncut}
    if (worst := audit.worst) is not None:
        found |= {"chunks cut off": worst.over, "tokens cut off": worst.beyond, "of tokens by": worst.counter}
    return found | {"no vector": audit.without_vector or None, "moved": audit.relocated or None}
