"""A diagnosis from whatever the user has: paths, tables, or objects."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.matching import Matching
from ragauge.core.trace import Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import Diagnosis, follow
from ragauge.funnel.index_listing import index_listing
from ragauge.funnel.walking import NEAR
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.corpus_files import read_corpus
from ragauge.io.trace_tables import read_traced, traced_of
from ragauge.loading import load_golden
from ragauge.tables.corpus import Corpus
from ragauge.tables.traced import Traced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.reading import Match


def diagnose(
    gold: Any,
    traces: Any,
    *,
    corpus: Any = None,
    chunks: Any = None,
    index: Any = None,
    k: int | None = None,
    near: int = NEAR,
    match: Match | None = None,
    right: Mapping[str, bool] | None = None,
    matching: Matching | None = None,
) -> Diagnosis:
    """Where the evidence of each question was lost.

    ``gold`` is what ``load_golden`` reads, ``traces`` a path, or records of ``Trace``. ``corpus`` is a folder or file
    with the documents, ``chunks`` the table of chunks, ``index`` what the index holds (ids one a line, or a table).
    ``k`` says how many hits are handed on where the traces do not; ``right`` has verdicts on answers by question, which
    are otherwise compared with the reference by words and numbers.

    >>> from ragauge.core.trace import StageHits
    >>> from ragauge.funnel.losses import rows_of
    >>> lanes = [StageHits("bm25", "lane", (("a", None), ("b", None)))]
    >>> found = diagnose({"q1": ["a"], "q2": ["b"]}, [Trace("q1", stages=lanes), Trace("q2", stages=lanes)], k=1)
    >>> [(row.name, row.needs) for row in rows_of(found)]
    [('cut at k', 1), ('retrieved', 1)]

    Raises: InputError for files that cannot be read, and for gold and traces that have nothing in common.
    """
    table = None if chunks is None else chunk_table(chunks)
    documents = corpus if corpus is None or isinstance(corpus, Corpus) else read_corpus(corpus)
    around = Surroundings(matching or Matching(), table, documents)
    listing = None if index is None else index_listing(index, table)
    return follow(load_golden(gold, match=match), _traced(traces), around, index=listing, k=k, near=near, right=right)


def _traced(traces: Any) -> Traced:
    if isinstance(traces, Traced):
        return traces
    if isinstance(traces, str | os.PathLike):
        return read_traced(Path(traces))
    given = list(traces)
    if odd := [one for one in given if not isinstance(one, Trace)]:
        raise InputError(f"traces must be a path or records of ragauge.Trace, got {brief(odd[0])}")
    return traced_of(given)
