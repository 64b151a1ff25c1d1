"""Qdrant by its client: the local mode, which looks through everything, and a server by its address."""

from __future__ import annotations

import os
import time
import uuid
import warnings
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

import numpy as np

from ragauge.backends.ann_parameters import MOST, MOST_LINKS, missing, refuse_outside
from ragauge.backends.qdrant_payload import QdrantPayload
from ragauge.core.errors import InputError, RagaugeError, shorten

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.backends.qdrant_payload import Alternative
    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.ports import Condition

KEY = "QDRANT_API_KEY"
HERE = frozenset({"localhost", "127.0.0.1", "::1"})
BATCH = 256
PAUSE = 0.2
WAIT = 600
"""Seconds for one answer, and for the server to build its graph."""


class _QdrantIndex:
    """What both kinds share: a collection of their own, which is removed in the end."""

    EFFORT: ClassVar[dict[str, int]] = {}
    WHERE: ClassVar[str] = "qdrant"

    def __init__(self) -> None:
        try:
            import qdrant_client
        except ImportError as error:
            raise missing("qdrant-client", "qdrant") from error
        self._library: Any = qdrant_client
        self._models: Any = qdrant_client.models
        self._client: Any = None
        self._made = False
        self._name = f"ragauge-{uuid.uuid4().hex}"
        self._settings: dict[str, Any] = {}
        self.effort = dict(self.EFFORT)

    def build(self, vectors: NDArray[np.float32], metadata: Sequence[Mapping[str, object]]) -> None:
        """Make a collection under a new name and write all points to it."""
        models = self._models
        self._payload = QdrantPayload(metadata)
        client = self._client = self._connected()
        size = models.VectorParams(size=vectors.shape[1], distance=models.Distance.DOT)
        self._asked(client.create_collection, collection_name=self._name, vectors_config=size, **self._settings)
        self._made = True
        for start in range(0, len(vectors), BATCH):
            rows = range(start, min(start + BATCH, len(vectors)))
            points = [
                models.PointStruct(id=row, vector=vectors[row].tolist(), payload=self._payload.rows[row])
                for row in rows
            ]
            self._asked(client.upsert, collection_name=self._name, points=points, wait=True)
        self._finished(len(vectors))

    def among(self, allowed: BoolArray, conditions: Sequence[Condition]) -> Any:
        """Payload conditions where Qdrant decides as ragauge does, ids elsewhere.

        Raises: RagaugeError when the engine finds that another number of points keeps them.
        """
        models = self._models
        ways = self._payload.translated(conditions)
        if ways is None:
            must = [models.HasIdCondition(has_id=np.flatnonzero(allowed).tolist())]
        else:
            must = [models.Filter(should=[self._condition(one) for one in several]) for several in ways]
        found = models.Filter(must=must)
        count = self._asked(self._client.count, collection_name=self._name, count_filter=found, exact=True).count
        if count != allowed.sum():
            raise RagaugeError(f"{self.WHERE} lets {count} rows pass a filter that {allowed.sum()} rows keep")
        return found

    def search(self, vector: NDArray[np.float32], k: int, among: Any = None) -> tuple[IntArray, FloatArray]:
        """The k nearest, or as many as are found."""
        parameters = None
        if "ef" in self.effort:
            parameters = self._models.SearchParams(hnsw_ef=max(self.effort["ef"], k))
        answer = self._asked(
            self._client.query_points,
            collection_name=self._name,
            query=vector.tolist(),
            limit=k,
            query_filter=among,
            search_params=parameters,
            with_payload=False,
        )
        rows = np.array([point.id for point in answer.points], dtype=np.int64)
        return rows, np.array([point.score for point in answer.points], dtype=np.float64)

    def nbytes(self) -> None:
        """Not told."""

    def close(self) -> None:
        """Remove the collection."""
        if self._client is not None:
            client, self._client = self._client, None
            try:
                if self._made:
                    self._asked(client.delete_collection, collection_name=self._name)
            finally:
                client.close()

    def _connected(self) -> Any:
        raise NotImplementedError

    def _finished(self, count: int) -> None:
        """Wait until the points can be searched."""

    def _asked(self, call: Any, **given: Any) -> Any:
        return call(**given)

    def _condition(self, one: Alternative) -> Any:
        models = self._models
        if one.bounds:
            return models.FieldCondition(key=one.field, range=models.Range(**dict(one.bounds)))
        return models.FieldCondition(key=one.field, match=models.MatchAny(any=list(one.texts)))


class QdrantLocalIndex(_QdrantIndex):
    """The local mode of qdrant-client: exact, in Python, slow; it behaves as the server does, but for its speed."""

    def _connected(self) -> Any:
        return self._library.QdrantClient(":memory:")

    def _asked(self, call: Any, **given: Any) -> Any:
        with warnings.catch_warnings():  # the local mode warns that it is no server
            warnings.simplefilter("ignore", UserWarning)
            return call(**given)


class QdrantServerIndex(_QdrantIndex):
    """A server: a collection of its own, of ``m`` links built with ``ef_construction`` candidates; ``ef``, or k.

    What is smaller than ``full_scan`` kilobytes is looked through. The key is read from the environment variable
    QDRANT_API_KEY and stands in no message; it is not sent without encryption to another machine. Redirections are not
    followed.
    """

    EFFORT: ClassVar[dict[str, int]] = {"ef": 64}

    def __init__(self, url: str, *, m: int = 16, ef_construction: int = 100, full_scan: int = 10_000) -> None:
        refuse_outside(2, MOST_LINKS, m=m)
        refuse_outside(4, MOST, ef_construction=ef_construction)
        refuse_outside(10, MOST, full_scan=full_scan)
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
            raise InputError("the address of qdrant must be http(s)://host:port, without a name or password")
        if os.environ.get(KEY) and parts.scheme == "http" and parts.hostname not in HERE:
            raise InputError(f"{KEY} would be sent without encryption: the address of qdrant must be https://")
        super().__init__()
        self._url = url
        self._settings = {
            "hnsw_config": self._models.HnswConfigDiff(
                m=m, ef_construct=ef_construction, full_scan_threshold=full_scan
            ),
            "optimizers_config": self._models.OptimizersConfigDiff(indexing_threshold=full_scan),
        }

    def _connected(self) -> Any:
        return self._library.QdrantClient(
            url=self._url, api_key=os.environ.get(KEY) or None, timeout=WAIT, check_compatibility=False
        )

    def _finished(self, count: int) -> None:
        """Index the payload, and wait until the graph stands.

        Raises: RagaugeError when it does not within the time allowed.
        """
        for field, kind in self._payload.kinds.items():
            self._asked(
                self._client.create_payload_index,
                collection_name=self._name,
                field_name=field,
                field_schema=self._models.PayloadSchemaType(kind),
                wait=True,
            )
        until = time.monotonic() + WAIT
        while self._asked(self._client.get_collection, collection_name=self._name).status != "green":
            if time.monotonic() > until:
                raise RagaugeError(f"qdrant has not indexed {count} vectors within {WAIT} s")
            time.sleep(PAUSE)

    def _asked(self, call: Any, **given: Any) -> Any:
        try:
            return call(**given)
        except RagaugeError:
            raise
        except Exception as error:  # whatever the client raises for a refusal, a fault, a broken connection
            said = str(error)
            if key := os.environ.get(KEY):
                said = said.replace(key, "***")
            raise RagaugeError(f"qdrant at {self._url} failed: {shorten(said)}") from None
