"""The dense lane: exact search by the dot products of vectors."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError
from ragauge.core.records import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.ports import Embedder

    Vectors = NDArray[np.float32]
    Allowed = AbstractSet[str] | BoolArray | None

EMBEDDED = 4096
"""Texts that are embedded, or scored in double precision, together."""
SCORED = 1 << 24
"""Scores that are held together: 64 MiB of them."""
ROUNDING = float(np.finfo(np.float32).eps)


class DenseLane:
    """Finds the texts whose vectors have the largest dot products with the vector of a question.

    The search is exact: single precision makes the short list, double precision the order, so that the same vectors
    always score the same wherever they stand. Equal scores stand by falling id. A question whose vector is zero
    finds nothing.

    >>> from ragauge.pipeline.embedding.lsa import LsaEmbedder
    >>> lane = DenseLane(LsaEmbedder(), ["a", "b"], ["Lamps: two years", "Гарантия на лампы: год"])
    >>> [[hit.item for hit in hits] for hits in lane.search(["какая гарантия на лампу?", "zebra"], 1)]
    [['b'], []]
    """

    def __init__(self, embedder: Embedder, ids: Sequence[str], texts: Sequence[str]) -> None:
        if len(ids) != len(texts):
            raise ValueError(f"{len(ids)} ids for {len(texts)} texts")
        self._order = sorted(range(len(ids)), key=ids.__getitem__, reverse=True)
        self._ids = [ids[place] for place in self._order]
        twice = sorted({name for name, other in pairwise(self._ids) if name == other})
        if twice:
            raise InputError(f"ids must be unique; these are not: {', '.join(twice[:5])}")
        self._rank = {name: place for place, name in enumerate(self._ids)}
        self._embedder = embedder
        embedder.fit(texts)
        self._vectors = _vectors(embedder, [texts[place] for place in self._order])
        self._longest = float(np.linalg.norm(self._vectors, axis=1).max(initial=0.0))

    @property
    def nbytes(self) -> int:
        """The size of the vectors in memory."""
        return self._vectors.nbytes

    def search(self, questions: Sequence[str], k: int, *, allowed: Sequence[Allowed] | None = None) -> list[list[Hit]]:
        """The k best texts of every question, best first.

        ``allowed`` says for every question among which texts: ids, or a truth value for each text in the order they
        were given; None is all. Ids that are not here are passed over.
        """
        if k < 1:
            raise ValueError(f"k must be at least 1, not {k}")
        if allowed is not None and len(allowed) != len(questions):
            raise ValueError(f"{len(allowed)} filters for {len(questions)} questions")
        if not questions or not self._ids:
            return [[] for _ in questions]
        asked = _checked(self._embedder.questions(questions), len(questions), self._vectors.shape[1])
        found: list[list[Hit]] = []
        for question, scores in zip(asked, self._scores(asked), strict=True):
            among = None if allowed is None else allowed[len(found)]
            found.append(self._best(question, scores, k, among) if question.any() else [])
        return found

    def _scores(self, asked: Vectors) -> Iterator[Vectors]:
        """The scores of one question after another, computed in blocks."""
        block = max(1, SCORED // len(self._ids))
        for start in range(0, len(asked), block):
            yield from asked[start : start + block] @ self._vectors.T

    def _best(self, question: Vectors, scores: Vectors, k: int, among: Allowed) -> list[Hit]:
        places = self._places(among)
        near = scores if among is None else scores[places]
        if k < len(near):
            least = float(np.partition(near, len(near) - k)[len(near) - k])
            # single precision errs by this much at most, in the score at the border and in any other
            error = len(question) * ROUNDING * self._longest * float(np.linalg.norm(question))
            places = places[near >= least - 2 * error]
        exact = self._exact(question, places)
        best = np.argsort(-exact, kind="stable")[:k]  # places are in falling order of ids
        return [Hit(self._ids[places[row]], float(exact[row])) for row in best.tolist()]

    def _exact(self, question: Vectors, places: IntArray) -> FloatArray:
        exact = np.empty(len(places))
        for start in range(0, len(places), EMBEDDED):
            block = places[start : start + EMBEDDED]
            exact[start : start + EMBEDDED] = (self._vectors[block].astype(np.float64) * question).sum(axis=1)
        return exact

    def _places(self, among: Allowed) -> IntArray:
        if among is None:
            return np.arange(len(self._ids))
        if not isinstance(among, np.ndarray):
            return np.array(sorted(self._rank[name] for name in among if name in self._rank), dtype=np.int64)
        if among.dtype != np.bool_ or among.shape != (len(self._ids),):
            raise ValueError(f"a mask has one truth value for each of the {len(self._ids)} texts")
        return np.flatnonzero(among[self._order])


def _vectors(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """The vectors of the texts in single precision; no second copy of all of them is held."""
    whole: Vectors = np.zeros((len(texts), 0), dtype=np.float32)
    for start in range(0, len(texts), EMBEDDED):
        batch = texts[start : start + EMBEDDED]
        part = _checked(embedder.texts(batch), len(batch), whole.shape[1] if start else None)
        if not start:
            whole = np.empty((len(texts), part.shape[1]), dtype=np.float32)
        whole[start : start + len(batch)] = part
    return whole


def _checked(vectors: FloatArray, count: int, dimensions: int | None) -> Vectors:
    single: Vectors = np.asarray(vectors, dtype=np.float32)
    if single.ndim != 2 or len(single) != count or dimensions not in (None, single.shape[1]):
        wanted = f"{count} rows" if dimensions is None else f"{count} rows of {dimensions}"
        raise ValueError(f"the embedder gave an array of shape {single.shape} where {wanted} were due")
    if not np.isfinite(single).all():
        raise ValueError("the embedder gave vectors with NaN or infinity")
    return single
