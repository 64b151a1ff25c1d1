"""What the answers of traces say to a reader: without the markers of their citations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.texts.markers import without_markers

if TYPE_CHECKING:
    from ragauge.tables.traced import Traced


def plain_answers(traced: Traced) -> list[str | None]:
    """The answer of each trace, without markers such as [1] where a prompt or citations are recorded.

    >>> from ragauge.core.trace import Trace
    >>> from ragauge.io.trace_tables import traced_of
    >>> plain_answers(traced_of([Trace("q1", answer="Two years [1].", citations=("c1",)), Trace("q2", answer="a[1]")]))
    ['Two years.', 'a[1]']
    """
    stages = [traced.names.index(name) for name in traced.stages("context")]
    prompted = set(traced.recorded.filter(pl.col("stage").is_in(stages))["trace"])
    cites = traced.asked["citations"].is_not_null().to_list()
    return [
        answer if answer is None or not (cites[place] or place in prompted) else without_markers(answer)
        for place, answer in enumerate(traced.asked["answer"].to_list())
    ]
