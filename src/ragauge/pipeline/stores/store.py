"""Vectors with ids and metadata over an exchangeable index."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.errors import InputError, Problem, RagaugeError
from ragauge.core.records import Hit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.core.ports import VectorIndex
    from ragauge.pipeline.filters.predicate import Predicate


@dataclass(frozen=True, slots=True, eq=False)
class Where:
    """A filter that is ready: the ids it allows, and what the engine made of it."""

    predicates: tuple[Predicate, ...]
    ids: frozenset[str]
    among: Any = field(repr=False)


class VectorStore:
    """Finds the ids whose vectors have the largest dot products with a vector, by any index.

    Vectors are kept in single precision. A search never asks for more than there are, or than the filter allows, and
    a vector that is zero finds nothing. Scores are the index' own; equal ones stand by falling id, as in all dense
    search here.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> from ragauge.pipeline.stores.exact import ExactIndex
    >>> fields = {"a": {"locale": "ru-RU"}, "b": {"locale": "en-US"}}
    >>> store = VectorStore(ExactIndex(), ["a", "b"], np.array([[1.0, 0.0], [0.5, 0.5]]), fields)
    >>> store.search(np.array([[1.0, 0.25]]), 5)[0]
    [Hit(item='a', score=1.0), Hit(item='b', score=0.625)]
    >>> store.search(np.array([[1.0, 0.25]]), 5, store.where([parse("locale = en-US")]))[0]
    [Hit(item='b', score=0.625)]

    Raises: InputError naming ids that are not unique, and those whose vectors have NaN or infinity; ValueError for
    arrays of another shape.
    """

    def __init__(
        self,
        index: VectorIndex,
        ids: Sequence[str],
        vectors: NDArray[Any],
        metadata: Mapping[str, Mapping[str, object]] | None = None,
    ) -> None:
        order = sorted(range(len(ids)), key=ids.__getitem__, reverse=True)
        self.ids = [ids[place] for place in order]
        self.index = index
        if twice := sorted({name for name, other in pairwise(self.ids) if name == other}):
            raise InputError([Problem(f"id {name!r} stands there more than once") for name in twice])
        self._vectors = _single(vectors, len(ids))[order]
        odd = np.flatnonzero(~np.isfinite(self._vectors).all(axis=1)).tolist()
        if odd:
            raise InputError([Problem(f"the vector of {self.ids[row]!r} has NaN or infinity") for row in odd])
        known = metadata or {}
        self._metadata = [known.get(name, {}) for name in self.ids]
        self._row = {name: row for row, name in enumerate(self.ids)}
        if self.ids:
            index.build(self._vectors, self._metadata)

    def where(self, predicates: Sequence[Predicate]) -> Where:
        """A filter, to be used for any number of searches."""
        allowed = np.array([all(one.holds(fields) for one in predicates) for fields in self._metadata], dtype=np.bool_)
        ids = frozenset(self.ids[row] for row in np.flatnonzero(allowed).tolist())
        # an engine is not asked for what nothing passes, or everything
        narrows = 0 < len(ids) < len(self.ids)
        return Where(tuple(predicates), ids, self.index.among(allowed, predicates) if narrows else None)

    def search(self, vectors: NDArray[Any], k: int, where: Where | None = None) -> list[list[Hit]]:
        """The hits of every vector, best first: k, or as many as the index finds."""
        if k < 1:
            raise ValueError(f"k must be at least 1, not {k}")
        if not self.ids:
            return [[] for _ in vectors]
        asked = _single(vectors, len(vectors), self._vectors.shape[1])
        if not np.isfinite(asked).all():
            raise ValueError("a vector that is asked for has NaN or infinity")
        return [self.hits(*self.asked(vector, k, where)) for vector in asked]

    def asked(self, vector: NDArray[np.float32], k: int, where: Where | None = None) -> tuple[IntArray, FloatArray]:
        """What the index says for one vector, as it says it: what is timed."""
        most = min(k, len(self.ids) if where is None else len(where.ids))
        if not most or not vector.any():
            return np.empty(0, dtype=np.int64), np.empty(0)
        return self.index.search(vector, most, None if where is None else where.among)

    def hits(self, rows: IntArray, scores: FloatArray) -> list[Hit]:
        """Rows and scores as hits, equal scores by falling id.

        Raises: RagaugeError for a row that is not there, and a score that is no number.
        """
        if not (np.isfinite(scores).all() and ((rows >= 0) & (rows < len(self.ids))).all()):
            raise RagaugeError("the index returned a row that is not there, or a score that is no number")
        order = np.lexsort((rows, -scores))
        return [Hit(self.ids[rows[place]], float(scores[place])) for place in order.tolist()]

    def rescored(self, vector: NDArray[np.float32], hits: Sequence[Hit]) -> list[Hit]:
        """The same hits in the same order with dot products in double precision, as exact search has them."""
        rows = [self._row[hit.item] for hit in hits]
        exact = (self._vectors[rows].astype(np.float64) * vector).sum(axis=1)
        return [Hit(hit.item, float(score)) for hit, score in zip(hits, exact, strict=True)]


def _single(vectors: NDArray[Any], count: int, dimensions: int | None = None) -> NDArray[np.float32]:
    with np.errstate(over="ignore"):  # what is too large becomes infinity, which is refused
        single: NDArray[np.float32] = np.ascontiguousarray(vectors, dtype=np.float32)
    if single.ndim != 2 or len(single) != count or dimensions not in (None, single.shape[1]):
        wanted = f"{count} rows" if dimensions is None else f"{count} rows of {dimensions}"
        raise ValueError(f"an array of shape {np.shape(vectors)} where {wanted} were due")
    return single
