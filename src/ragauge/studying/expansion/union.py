"""Multi-query by the number of rewrites: what they find together, what of that is in the first k, what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.pipeline.fusion.lists import unique
from ragauge.studying.expansion.methods import multi_query_method
from ragauge.studying.paired import Held, cut_of, difference_cells, held_against, value_cells
from ragauge.studying.rerank.rerankers import in_order
from ragauge.studying.spent import median_and_p95
from ragauge.studying.study import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.studying.expansion.methods import Rewritten
    from ragauge.studying.subject import Subject

RECALL = "recall"


def union_lists(subject: Subject, found: Rewritten, rewrites: int, k: int) -> dict[str, list[Hit]]:
    """The first k hits of the question and of each of its first rewrites, each hit once."""
    return {
        question: in_order([hit.item for hits in found.lists(question, rewrites).values() for hit in unique(hits)[:k]])
        for question in subject.questions
    }


def union_table(subject: Subject, metric: str, base: Held, found: Rewritten) -> Table:
    """One row a number of rewrites.

    The union holds up to (N + 1) × k hits, so its recall is no system's: it is what a reranker of all of them could
    reach. Fused and cut at k the rewrites cost no more context than the question alone. Times are those of one call for
    all rewrites and of the searches, one after the other.
    """
    k = cut_of(metric)
    counts = range(1, len(found.searches))
    methods = [multi_query_method(subject, found, rewrites) for rewrites in counts]
    held = held_against(subject, base, [(one.name, subject.card(one.name, one.lists)) for one in methods])
    rows = [_row(subject, metric, base, found, 0, k)]
    rows += [_row(subject, metric, one, found, rewrites, k) for rewrites, one in zip(counts, held, strict=True)]
    columns = (
        Column("rewrites", "count"),
        Column("n", "count"),
        Column(f"fused: {metric}", "value"),
        Column("interval", "interval"),
        Column("difference", "difference"),
        Column("interval of the difference", "interval"),
        Column("p (Holm)", "p"),
        Column("verdict"),
        Column(f"union of the first {k}: recall", "value"),
        Column("interval of the recall", "interval"),
        Column("hits of the union", "number"),
        Column("p50", "seconds"),
        Column("p95", "seconds"),
    )
    return Table("multi-query by the number of rewrites, differences from the raw question", columns, tuple(rows))


def _row(subject: Subject, metric: str, held: Held, found: Rewritten, rewrites: int, k: int) -> tuple[object, ...]:
    lists: Mapping[str, Sequence[Hit]] = union_lists(subject, found, rewrites, k)
    union = subject.card(f"union N={rewrites}", lists, metrics=(RECALL,))
    _, recall, interval = value_cells(union, RECALL)
    return (
        rewrites,
        *value_cells(held.card, metric),
        *difference_cells(held.difference(metric)),
        recall,
        interval,
        float(np.mean([len(hits) for hits in lists.values()])),
        *median_and_p95([found.took(question, rewrites) for question in subject.questions]),
    )
