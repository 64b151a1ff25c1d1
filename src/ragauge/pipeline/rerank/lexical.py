"""A reranker without a model: BM25 over words and pairs of neighbouring words of the candidates."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from ragauge.backends.snowball import SnowballStemmer
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence


class LexicalReranker:
    """Scores texts by the stemmed words and word pairs that they share with a question (English and Russian).

    Formula: BM25, Σ over the terms of the question of idf × tf ÷ (tf + k1 (1 − b + b × length ÷ mean length)), with
    idf = ln(1 + (n − df + ½) ÷ (df + ½)). A pair of neighbouring words is a term like a word, so phrases count.

    df and mean length are those of the texts given in ``collection``, or without it of the texts that are scored:
    a score then depends on the other candidates, though not on their order.

    >>> texts = ["The lamp and its long cord.", "Warranty of lamps: two years.", "Returns."]
    >>> [round(score, 2) for score in LexicalReranker().scores("How long is the warranty of lamps?", texts)]
    [1.15, 2.19, 0.0]
    """

    def __init__(self, collection: Sequence[str] | None = None, *, k1: float = 0.9, b: float = 0.4) -> None:
        self._stemmer = SnowballStemmer()
        self._k1, self._b = k1, b
        self._known = None if collection is None else _Statistics([self._terms(text) for text in collection])

    def scores(self, question: str, texts: Sequence[str], /) -> list[float]:
        """One score a text, 0 where it shares no word with the question."""
        counted = [self._terms(text) for text in texts]
        known = self._known or _Statistics(counted)
        wanted = sorted(self._terms(question))
        return [math.fsum(self._part(term, terms, known) for term in wanted) for terms in counted]

    def _part(self, term: tuple[str, ...], terms: Counter[tuple[str, ...]], known: _Statistics) -> float:
        tf = terms[term]
        if not tf:
            return 0.0
        relative = terms.total() / known.mean_length if known.mean_length else 1.0
        return known.idf(term) * tf / (tf + self._k1 * (1 - self._b + self._b * relative))

    def _terms(self, text: str) -> Counter[tuple[str, ...]]:
        stems = self._stemmer.stem(words(text))
        return Counter([*((stem,) for stem in stems), *pairwise(stems)])


class _Statistics:
    """In how many texts a term is, and how long they are."""

    def __init__(self, texts: Sequence[Counter[tuple[str, ...]]]) -> None:
        self._size = len(texts)
        self._df = Counter(term for terms in texts for term in terms)
        self.mean_length = sum(terms.total() for terms in texts) / len(texts) if texts else 0.0

    def idf(self, term: tuple[str, ...]) -> float:
        df = self._df[term]
        return math.log(1 + (self._size - df + 0.5) / (df + 0.5))
