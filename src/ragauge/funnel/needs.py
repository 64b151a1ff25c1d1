"""The needs of a golden set, each under a number that survives whatever its alternatives are called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.tables.anchors import anchors_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.anchors import Anchor
    from ragauge.core.arrays import IntArray
    from ragauge.tables.golden import Golden

QUOTED = 60


@dataclass(frozen=True, slots=True, eq=False)
class Needs:
    """The relevant needs of a golden set.

    ``golden`` has only relevant judgments, each with the number of its need, which is its row in ``question`` (index of
    the question) and ``label``. ``alternatives`` has the items of each need, ``anchors`` what they stand for.
    """

    golden: Golden
    question: IntArray
    label: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    anchors: Mapping[str, Anchor]

    def __len__(self) -> int:
        return len(self.question)


def needs_of(golden: Golden, *, rel: int = 1) -> Needs:
    """The needs of the questions that have some, in the order of the golden set.

    Without declared needs every relevant item is one of its own.

    >>> from ragauge.loading import load_golden
    >>> needs = needs_of(load_golden({"q1": [["a", "b"], ["c"]], "q2": ["d"]}))
    >>> needs.label, needs.question.tolist()
    (('a or b', 'c', 'd'), [0, 0, 1])
    """
    places = golden.questions.select("question").with_row_index("index")
    rows = golden.judgments.filter(pl.col("grade") >= rel).join(
        places, on="question", how="left", maintain_order="left"
    )
    alone = pl.when(pl.col("need").is_null()).then("item")
    keyed = rows.with_columns(key=pl.struct("index", "need", alone.alias("alone")).rank("dense").cast(pl.Int64) - 1)
    keyed = keyed.sort("index", "key", maintain_order=True)
    grouped = keyed.group_by("key", maintain_order=True).agg(
        pl.col("index").first(), pl.col("item").unique(maintain_order=True)
    )
    numbered = keyed.join(grouped.select("key").with_row_index("number"), on="key", how="left", maintain_order="left")
    judgments = numbered.select("question", "item", "grade", need=pl.col("number").cast(pl.Int64))
    anchors = anchors_of(golden.anchors)
    alternatives = tuple(map(tuple, grouped["item"].to_list()))
    return Needs(
        replace(golden, judgments=judgments),
        grouped["index"].cast(pl.Int64).to_numpy(),
        tuple(" or ".join(_words(item, anchors.get(item)) for item in items) for items in alternatives),
        alternatives,
        anchors,
    )


def _words(item: str, anchor: Anchor | None) -> str:
    """An alternative in words: the document, and where in it."""
    if anchor is None:
        return item
    name = anchor.document or anchor.url or anchor.chunk or ""
    pages = "" if anchor.page_from is None else f"p. {anchor.page_from}"
    quote = " ".join((anchor.quote or "").split())
    shown = f"“{quote[:QUOTED]}{'…' if len(quote) > QUOTED else ''}”" if quote else ""
    span = f"{anchor.start}–{anchor.end}" if anchor.start is not None and not quote else ""
    return " ".join(part for part in (name, pages, anchor.section or "", span, shown) if part) or item


def best_ranks(count: int, rows: pl.DataFrame) -> IntArray:
    """For each need the lowest of the ranks in rows of (need, rank); 0 where there is none."""
    found = np.zeros(count, dtype=np.int64)
    least = rows.group_by("need").agg(pl.col("rank").min())
    found[least["need"].to_numpy()] = least["rank"].to_numpy()
    return found
