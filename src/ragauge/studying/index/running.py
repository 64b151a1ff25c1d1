"""Building and searching: every setting over the same vectors and questions."""

from __future__ import annotations

import statistics
import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragauge.pipeline.stores.engines import make_index
from ragauge.pipeline.stores.neighbours import neighbours
from ragauge.pipeline.stores.store import VectorStore
from ragauge.studying.index.measured import Found, Narrowed, Point
from ragauge.studying.index.settings import by_build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ragauge.core.records import Hit
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.pipeline.stores.store import Where
    from ragauge.studying.index.settings import Setting

    Lists = dict[str, list[Hit]]


@dataclass(slots=True, eq=False)
class Bench:
    """Vectors with ids and metadata, and the vectors of the questions; a question whose vector is zero is not asked."""

    ids: Sequence[str]
    vectors: NDArray[np.float32]
    metadata: Mapping[str, Mapping[str, object]]
    asked: Mapping[str, NDArray[np.float32]]
    k: int
    repeats: int = 3
    clock: Callable[[], float] = time.perf_counter
    exact: VectorStore = field(init=False)
    truth: dict[str, Lists] = field(init=False)

    def __post_init__(self) -> None:
        self.exact = VectorStore(make_index("exact"), self.ids, self.vectors, self.metadata)
        self.truth = {"": self._lists(self.exact, None)}

    def narrowed(self, predicates: Sequence[Predicate]) -> Narrowed:
        """A filter of the study; exact search under it is the truth from here on."""
        name = " and ".join(map(str, predicates))
        where = self.exact.where(predicates)
        self.truth[name] = self._lists(self.exact, where)
        return Narrowed(name, tuple(predicates), where.ids, len(self.ids))

    def points(self, settings: Sequence[Setting], filters: Sequence[Narrowed]) -> Iterator[Point]:
        """Every setting; what shares an index shares its building."""
        for engine, build, same in by_build(settings):
            index = make_index(engine, **build)
            with closing(index):
                begun = self.clock()
                store = VectorStore(index, self.ids, self.vectors, self.metadata)
                took = self.clock() - begun
                wheres = [store.where(one.predicates) for one in filters]
                for setting in same:
                    index.effort.update(setting.effort)
                    yield Point(
                        setting,
                        self._found(store, None, None),
                        took,
                        index.nbytes(),
                        self._rate(store),
                        {one.name: self._found(store, where, one) for one, where in zip(filters, wheres, strict=True)},
                    )

    def _found(self, store: VectorStore, where: Where | None, narrowed: Narrowed | None) -> Found:
        begun = self.clock()
        raw = {name: store.asked(vector, self.k, where) for name, vector in self.asked.items()}
        took = self.clock() - begun
        lists = {name: store.hits(*one) for name, one in raw.items()}
        truth = self.truth["" if narrowed is None else narrowed.name]
        counted = {
            name: neighbours(
                truth[name],
                store.rescored(self.asked[name], hits),
                self.k,
                allowed=None if narrowed is None else narrowed.ids,
            )
            for name, hits in lists.items()
        }
        return Found(lists, counted, took / len(self.asked) if self.asked else None)

    def _rate(self, store: VectorStore) -> float:
        """Questions a second, one after the other: by the median of the repeats, after one round that is not timed."""
        seconds = []
        for _ in range(self.repeats):
            begun = self.clock()
            for vector in self.asked.values():
                store.asked(vector, self.k)
            seconds.append(self.clock() - begun)
        return len(self.asked) / statistics.median(seconds)

    def _lists(self, store: VectorStore, where: Where | None) -> Lists:
        return {name: store.hits(*store.asked(vector, self.k, where)) for name, vector in self.asked.items()}
