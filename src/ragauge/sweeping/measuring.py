"""Hits of chunks, held against gold that names documents, pages, quotes or chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.anchors import Anchor
from ragauge.core.matching import Matching
from ragauge.core.options import Options
from ragauge.evaluation import Surroundings, measure
from ragauge.golden.chunks.table import Chunks
from ragauge.tables.anchors import anchor_table
from ragauge.tables.run import Run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

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
    """Where each of the chunks stands (``id``, ``document``, ``start``, ``end``, ``section``), and what it says."""
    rows = chunks.select("id", "document", "start", "end", "section").iter_rows()
    return Chunks(
        anchor_table(
            {
                name: Anchor(
                    chunk=name,
                    document=document,
                    section=section,
                    start=start,
                    end=end,
                    quote=documents[document][start:end],
                )
                for name, document, start, end, section in rows
            }
        )
    )
