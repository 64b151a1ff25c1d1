"""Hits of chunks, held against gold that names documents, pages, quotes or chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.matching import Matching
from ragauge.core.options import Options
from ragauge.evaluation import Surroundings, measure
from ragauge.golden.chunks.table import Chunks
from ragauge.tables.anchors import ANCHORS
from ragauge.tables.run import Run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.scorecard import Scorecard
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden


def card_of(
    name: str,
    hits: pl.DataFrame,
    golden: Golden,
    corpus: Corpus,
    metrics: Sequence[str],
    *,
    chunks: Chunks | None = None,
    by: Sequence[str] = (),
    k: int = 5,
    options: Options | None = None,
    matching: Matching | None = None,
) -> Scorecard:
    """The scorecard of a table of hits (``question``, ``item``, ``score``, best first).

    ``chunks`` says where the items stand (see ``places_of``); None: the items are documents. A question of the golden
    set without hits has an empty list.
    """
    answered = set(hits["question"].unique())
    empty = tuple(question for question in golden.questions["question"] if question not in answered)
    run = Run(hits, "given", name, empty_questions=empty)
    around = Surroundings(matching or Matching(), chunks, corpus)
    return measure(golden, run, metrics, by=by, k=k, options=options or Options(), around=around)[0]


def places_of(chunks: pl.DataFrame, documents: Mapping[str, str]) -> Chunks:
    """Where each of the chunks stands (``id``, ``document``, ``start``, ``end``, ``section``), and what it says.

    With a column ``page`` the page too, where it is known.
    """
    rows = chunks.select("document", "start", "end").iter_rows()
    quotes = pl.Series("quote", [documents[document][start:end] for document, start, end in rows], pl.String)
    page = pl.col("page") if "page" in chunks.columns else pl.lit(None, pl.Int64)
    known = chunks.select(
        pl.col("id").alias("item"), pl.col("id").alias("chunk"), "document", "start", "end", "section",
        page.alias("page_from"), page.alias("page_to"),
    ).with_columns(quotes)  # fmt: skip
    rest = [pl.lit(None, kind).alias(name) for name, kind in ANCHORS.items() if name not in known.columns]
    return Chunks(known.with_columns(rest).select(list(ANCHORS)))
