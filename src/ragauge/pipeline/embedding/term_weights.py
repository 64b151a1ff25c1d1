"""tf-idf weights of the stemmed words of texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.backends.snowball import SnowballStemmer
from ragauge.pipeline.embedding.sparse_rows import SparseRows
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ragauge.core.arrays import FloatArray, IntArray


class TermWeights:
    """Weighs the terms of texts by how rare they are in the texts that it was made of.

    Formula: (1 + ln count) · (1 + ln((1 + n) ÷ (1 + n with the term))), every row then of length 1.

    >>> weights = TermWeights(["red lamp", "blue lamp"])
    >>> weights.terms, weights.rows(["lamps, lamps", "unseen"]).values.tolist()
    (['blue', 'lamp', 'red'], [1.0])
    """

    def __init__(self, texts: Sequence[str]) -> None:
        seen: dict[str, int] = {}
        stems = _Stems(lambda stem: seen.setdefault(stem, len(seen)))
        counted = _counted(texts, stems)
        self.terms = sorted(seen)
        """Sorted, so that they do not depend on which text comes first."""
        order = {term: place for place, term in enumerate(self.terms)}
        places = np.array([order[term] for term in seen], dtype=np.int64)
        self._stems = _Stems(lambda stem: order.get(stem, -1))
        having = np.bincount(counted.columns, minlength=len(seen))[np.argsort(places)]
        self._rarity: FloatArray = 1 + np.log((1 + len(texts)) / (1 + having))
        columns = places[counted.columns] if seen else counted.columns
        self.fitted = self._weighed(SparseRows(counted.starts, columns, counted.values, len(seen)))
        """The rows of the texts that it was made of."""

    def rows(self, texts: Sequence[str]) -> SparseRows:
        """A row a text; words that were not among those it was made of have no part."""
        return self._weighed(_counted(texts, self._stems, width=len(self.terms)))

    def _weighed(self, counted: SparseRows) -> SparseRows:
        values = (1 + np.log(counted.values)) * self._rarity[counted.columns]
        row = np.repeat(np.arange(len(counted)), np.diff(counted.starts))
        lengths = np.sqrt(np.bincount(row, weights=values**2, minlength=len(counted)))
        return SparseRows(counted.starts, counted.columns, values / lengths[row], counted.width)


class _Stems(dict[str, int]):
    """The number of the stem of a word, looked up once a word."""

    def __init__(self, number: Callable[[str], int]) -> None:
        super().__init__()
        self._number = number
        self._stemmer = SnowballStemmer()

    def __missing__(self, word: str) -> int:
        self[word] = self._number(self._stemmer.stem([word])[0])
        return self[word]


def _counted(texts: Iterable[str], stems: _Stems, *, width: int = 0) -> SparseRows:
    """How often each stem stands in each text; negative numbers are stems that do not count."""
    columns: list[IntArray] = []
    counts: list[IntArray] = []
    for text in texts:
        numbers, times = np.unique(
            np.array([number for word in words(text) if (number := stems[word]) >= 0], dtype=np.int64),
            return_counts=True,
        )
        columns.append(numbers)
        counts.append(times)
    starts = np.concatenate([[0], np.cumsum([len(numbers) for numbers in columns])]).astype(np.int64)
    none = np.zeros(0, dtype=np.int64)
    values = np.concatenate([none, *counts]).astype(np.float64)
    return SparseRows(starts, np.concatenate([none, *columns]), values, width)
