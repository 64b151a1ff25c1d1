"""BM25 scores by bm25s (Lucene's variant)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bm25s
import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray


class BM25Index:
    """Scores every document of a fixed corpus for a list of query words.

    >>> index = BM25Index([["lamp", "warranty"], ["lamp"]])
    >>> bool(index.scores(["warranty"])[0] > index.scores(["warranty"])[1])
    True
    """

    def __init__(self, documents: list[list[str]], *, k1: float = 0.9, b: float = 0.4) -> None:
        self._size = len(documents)
        self._index: Any = None
        if any(documents):
            self._index = bm25s.BM25(method="lucene", k1=k1, b=b)
            self._index.index(documents, show_progress=False)

    def scores(self, query: list[str]) -> FloatArray:
        """The score of every document, in the order of the corpus; 0 where no word matches."""
        known = [] if self._index is None else [word for word in query if word in self._index.vocab_dict]
        if not known:
            return np.zeros(self._size)
        return np.asarray(self._index.get_scores(known), dtype=np.float64)
