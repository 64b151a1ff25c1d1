"""Qdrant's own engine within this process, by qdrant-edge."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ragauge.backends.ann_parameters import MOST, MOST_LINKS, missing, refuse_outside
from ragauge.backends.qdrant_payload import QdrantPayload
from ragauge.core.errors import RagaugeError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.backends.qdrant_payload import Alternative
    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.ports import Condition

BATCH = 1000
SCHEMA = {"keyword": "Keyword", "float": "Float"}


class QdrantEdgeIndex:
    """A shard in a temporary folder: a graph with ``m`` links, built with ``ef_construction`` candidates; ``ef``, or k.

    What is smaller than ``full_scan`` kilobytes is not searched by the graph but looked through, as Qdrant does by
    default: few vectors, and few that a filter allows. Filters are payload conditions with a payload index where Qdrant
    decides as ragauge does, and lists of ids elsewhere. One thread; levels of the graph are drawn without a seed.
    """

    EFFORT: ClassVar[dict[str, int]] = {"ef": 64}

    def __init__(self, *, m: int = 16, ef_construction: int = 100, full_scan: int = 10_000) -> None:
        refuse_outside(2, MOST_LINKS, m=m)
        refuse_outside(4, MOST, ef_construction=ef_construction)
        refuse_outside(10, MOST, full_scan=full_scan)
        try:
            import qdrant_edge
        except ImportError as error:
            raise missing("qdrant-edge-py", "qdrant") from error
        self._library: Any = qdrant_edge
        self._graph = {"m": m, "ef_construct": ef_construction, "full_scan_threshold": full_scan}
        self._folder: TemporaryDirectory[str] | None = None
        self._shard: Any = None
        self.effort = dict(self.EFFORT)

    def build(self, vectors: NDArray[np.float32], metadata: Sequence[Mapping[str, object]]) -> None:
        """Write all points, index the payload, and build the graph."""
        library = self._library
        self._payload = QdrantPayload(metadata)
        self._folder = TemporaryDirectory(prefix="ragauge-")
        config = library.EdgeConfig(
            vectors=library.EdgeVectorParams(size=vectors.shape[1], distance=library.Distance.Dot),
            hnsw_config=library.HnswIndexConfig(**self._graph, max_indexing_threads=1),
            optimizers=library.EdgeOptimizersConfig(
                indexing_threshold=self._graph["full_scan_threshold"], default_segment_number=1
            ),
            max_search_threads=1,
            wal_enabled=False,
        )
        self._shard = library.EdgeShard.create(str(Path(self._folder.name, "shard")), config)
        update = library.UpdateOperation
        for start in range(0, len(vectors), BATCH):
            rows = range(start, min(start + BATCH, len(vectors)))
            points = [
                library.Point(id=row, vector=vectors[row].tolist(), payload=self._payload.rows[row]) for row in rows
            ]
            self._shard.update(update.upsert_points(points))
        for field, kind in self._payload.kinds.items():
            self._shard.update(update.create_field_index(field, getattr(library.PayloadSchemaType, SCHEMA[kind])))
        self._shard.optimize()

    def among(self, allowed: BoolArray, conditions: Sequence[Condition]) -> Any:
        """Payload conditions, or ids.

        Raises: RagaugeError when the engine finds that another number of points keeps them.
        """
        library = self._library
        ways = self._payload.translated(conditions)
        if ways is None:
            must = [library.HasIdCondition(set(np.flatnonzero(allowed).tolist()))]
        else:
            must = [library.Filter(should=[self._condition(one) for one in several]) for several in ways]
        found = library.Filter(must=must)
        count = self._shard.count(library.CountRequest(exact=True, filter=found))
        if count != allowed.sum():
            raise RagaugeError(f"qdrant-edge lets {count} rows pass a filter that {allowed.sum()} rows keep")
        return found

    def search(self, vector: NDArray[np.float32], k: int, among: Any = None) -> tuple[IntArray, FloatArray]:
        """The k nearest, or as many as are found."""
        library = self._library
        request = library.QueryRequest(
            query=library.Query.Nearest(vector.tolist()),
            limit=k,
            filter=among,
            params=library.SearchParams(hnsw_ef=max(self.effort["ef"], k)),
            with_payload=False,
            with_vector=False,
        )
        points = self._shard.query(request)
        rows = np.array([point.id for point in points], dtype=np.int64)
        return rows, np.array([point.score for point in points], dtype=np.float64)

    def nbytes(self) -> None:
        """Not told: files are laid out ahead of need."""

    def close(self) -> None:
        """Remove the shard and its folder."""
        if self._shard is not None:
            self._shard.close()
            self._shard = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _condition(self, one: Alternative) -> Any:
        library = self._library
        if one.bounds:
            return library.FieldCondition(one.field, range=library.RangeFloat(**dict(one.bounds)))
        return library.FieldCondition(one.field, match=library.MatchAny(list(one.texts)))
