"""The lexical retriever: BM25 over stemmed words, English and Russian."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.backends.bm25s_index import BM25Index
from ragauge.backends.snowball import SnowballStemmer
from ragauge.core.errors import InputError
from ragauge.core.records import Document, Hit
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet


class LexicalRetriever:
    """Finds documents that share words with a question.

    ``stemmer``: one that is shared knows the words that it has met already.

    The same documents give the same hits, whatever their order: equal scores stand by id.

    >>> retriever = LexicalRetriever([Document("a", "Lamps: two years"), Document("b", "Гарантия на лампы: год")])
    >>> [hit.item for hit in retriever.search("какая гарантия на лампу?")]
    ['b']
    """

    def __init__(
        self, documents: Iterable[Document], *, k1: float = 0.9, b: float = 0.4, stemmer: SnowballStemmer | None = None
    ) -> None:
        self._stemmer = stemmer or SnowballStemmer()
        listed = sorted(documents, key=lambda document: document.id)
        self._ids = [document.id for document in listed]
        if len(set(self._ids)) != len(self._ids):
            twice = sorted({name for name in self._ids if self._ids.count(name) > 1})
            raise InputError(f"document ids must be unique; these are not: {', '.join(twice[:5])}")
        self._index = BM25Index([self._terms(document.text) for document in listed], k1=k1, b=b)

    def search(self, question: str, k: int = 100, *, allowed: AbstractSet[str] | None = None) -> list[Hit]:
        """The k best documents with at least one word in common, best first; among the ids of ``allowed`` only."""
        scores = self._index.scores(self._terms(question))
        if allowed is not None:
            scores = np.where([name in allowed for name in self._ids], scores, 0.0)
        least = np.partition(scores, -k)[-k] if 0 < k < len(scores) else 0.0
        found = np.flatnonzero((scores >= least) & (scores > 0))  # all that the last place is tied with
        best = found[np.argsort(-scores[found], kind="stable")[:k]]
        return [Hit(self._ids[place], float(scores[place])) for place in best.tolist()]

    def _terms(self, text: str) -> list[str]:
        return self._stemmer.stem(words(text))
