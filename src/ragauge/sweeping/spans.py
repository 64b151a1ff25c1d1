"""How much of the gold spans the retrieved chunks hold, and how much else: counted in characters, overlaps once."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.golden.ids.stages import match_ids
from ragauge.golden.matching.span_covers import Spans, gold_places
from ragauge.metrics.chunking.spans import precision_omega, span_scores
from ragauge.stats.means import exact_mean
from ragauge.tables.anchors import anchors_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden

Span = tuple[int, int]
Places = dict[str, list[Span]]
"""Spans by document."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Means over ``n`` questions whose gold has spans.

    Recall: of the gold what was retrieved; precision: of what was retrieved the gold; IoU: what they share of both.
    ``empty`` questions, for which nothing was retrieved, have recall and IoU 0 and no precision. ``omega`` is the IoU
    that a perfect retriever would have with these chunks.
    """

    recall: float
    precision: float | None
    iou: float
    n: int
    empty: int = 0
    omega: float | None = None


def gold_spans(golden: Golden, corpus: Corpus) -> dict[str, Places]:
    """Where the gold of every question stands, for quotes and spans that are found in the documents."""
    anchors = {name: one for name, one in anchors_of(golden.anchors).items() if one.quote or one.start is not None}
    if not anchors:
        return {}
    texts = corpus.readable()
    documents = match_ids([one.document for one in anchors.values() if one.document is not None], texts, complete=True)
    called = {label: name for name, label in documents.given_to.items()}
    placed = gold_places(anchors, texts, called, Spans())
    found: dict[str, Places] = {}
    rows = golden.judgments.filter(pl.col("grade") >= 1).select("question", "item").unique(maintain_order=True)
    for question, item in rows.iter_rows():
        for document, span in placed.get(item, [])[:1]:
            found.setdefault(question, {}).setdefault(document, []).append(span)
    return found


def coverage(
    gold: Mapping[str, Places],
    retrieved: Mapping[str, Sequence[str]],
    chunks: Mapping[str, tuple[str, int, int]],
    omega: float | None = None,
) -> Coverage | None:
    """The means for lists of chunks; None where no gold has a span.

    >>> coverage({"q": {"a": [(5, 15)]}}, {"q": ["c"]}, {"c": ("a", 0, 10)})
    Coverage(recall=0.5, precision=0.5, iou=0.3333333333333333, n=1, empty=0, omega=None)
    """
    rows = []
    for question, wanted in gold.items():
        held: Places = {}
        for name in retrieved.get(question, ()):
            document, start, end = chunks[name]
            held.setdefault(document, []).append((start, end))
        scores = span_scores(wanted, held)
        if scores.recall is not None:
            rows.append(scores)
    if not rows:
        return None
    precise = [one.precision for one in rows if one.precision is not None]
    recall, iou = (exact_mean(np.array([getattr(one, name) for one in rows])) for name in ("recall", "iou"))
    precision = exact_mean(np.array(precise)) if precise else None
    return Coverage(recall, precision, iou, len(rows), len(rows) - len(precise), omega)


def ceiling(gold: Mapping[str, Places], chunks: Mapping[str, tuple[str, int, int]]) -> float | None:
    """The mean IoU of a perfect retriever (precision-Ω), of the cuts alone; None where no gold has a span.

    >>> ceiling({"q": {"a": [(5, 15)]}}, {"c": ("a", 0, 10), "d": ("a", 10, 20), "e": ("a", 20, 30)})
    0.5
    """
    by_document: Places = {}
    for document, start, end in chunks.values():
        by_document.setdefault(document, []).append((start, end))
    by_document = {name: sorted(spans) for name, spans in by_document.items()}
    longest = {name: max(end - start for start, end in spans) for name, spans in by_document.items()}
    values = []
    for wanted in gold.values():
        near: Places = {}
        for document, spans in wanted.items():
            every = by_document.get(document, [])
            low = bisect_left(every, (min(spans)[0] - longest.get(document, 0), 0))
            near[document] = every[low : bisect_left(every, (max(end for _, end in spans), 0))]
        value = precision_omega(wanted, near)
        if value is not None:
            values.append(value)
    return exact_mean(np.array(values)) if values else None
