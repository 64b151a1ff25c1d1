"""How much of the gold spans the retrieved chunks hold, and how much else: counted in characters, overlaps once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.golden.ids.stages import match_ids
from ragauge.golden.matching.span_covers import Spans, gold_places
from ragauge.stats.means import exact_mean
from ragauge.tables.anchors import anchors_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden

Span = tuple[int, int]
Places = dict[str, list[Span]]
"""Spans by document."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Means over ``n`` questions whose gold has spans.

    Recall: of the gold what was retrieved; precision: of what was retrieved the gold; IoU: what they share of both.
    """

    recall: float
    precision: float
    iou: float
    n: int


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
    gold: Mapping[str, Places], retrieved: Mapping[str, Sequence[str]], chunks: Mapping[str, tuple[str, int, int]]
) -> Coverage | None:
    """The means for lists of chunks; None where no gold has a span. Nothing retrieved has recall, precision and IoU 0.

    >>> coverage({"q": {"a": [(5, 15)]}}, {"q": ["c"]}, {"c": ("a", 0, 10)})
    Coverage(recall=0.5, precision=0.5, iou=0.3333333333333333, n=1)
    """
    rows = []
    for question, wanted in gold.items():
        held: Places = {}
        for name in retrieved.get(question, ()):
            document, start, end = chunks[name]
            held.setdefault(document, []).append((start, end))
        want, have = _size(wanted), _size(held)
        shared = want + have - _size({name: [*wanted.get(name, ()), *held.get(name, ())] for name in {*wanted, *held}})
        rows.append((shared / want, shared / have if have else 0.0, shared / (want + have - shared)))
    if not rows:
        return None
    recall, precision, iou = (exact_mean(column) for column in np.array(rows).T)
    return Coverage(recall, precision, iou, len(rows))


def _size(places: Mapping[str, Iterable[Span]]) -> int:
    return sum(_union(spans) for spans in places.values())


def _union(spans: Iterable[Span]) -> int:
    """The number of characters in some span.

    >>> _union([(0, 10), (5, 12), (20, 21)])
    13
    """
    total, reached = 0, 0
    for start, end in sorted(spans):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total
