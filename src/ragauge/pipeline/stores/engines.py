"""Vector indexes by name, as they stand in a configuration."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from ragauge.backends.faiss_index import FaissHnswIndex, FaissIvfIndex
from ragauge.backends.hnswlib_index import HnswlibIndex
from ragauge.backends.qdrant_edge_store import QdrantEdgeIndex
from ragauge.backends.qdrant_store import QdrantLocalIndex, QdrantServerIndex
from ragauge.backends.usearch_index import UsearchIndex
from ragauge.core.errors import InputError
from ragauge.pipeline.stores.exact import ExactIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.ports import VectorIndex

EXACT = "exact"
SERVER = "qdrant:"
ENGINES: dict[str, Callable[..., VectorIndex]] = {
    EXACT: ExactIndex,
    "hnswlib": HnswlibIndex,
    "usearch": UsearchIndex,
    "faiss-hnsw": FaissHnswIndex,
    "faiss-ivf": FaissIvfIndex,
    "qdrant-edge": QdrantEdgeIndex,
    "qdrant": QdrantLocalIndex,
}


def make_index(name: str, **parameters: Any) -> VectorIndex:
    """The index of a name, with the parameters that it is built with; ``qdrant:URL`` is a server.

    >>> make_index("exact").effort
    {}
    >>> make_index("annoy")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ragauge.core.errors.InputError: no vector index 'annoy'; there are exact, hnswlib, usearch, faiss-hnsw, ...

    Raises: InputError for an unknown name or parameter; MissingDependencyError naming the package to install.
    """
    known = built_with(name)
    if unknown := [parameter for parameter in parameters if parameter not in known]:
        raise InputError(f"{name!r} has no parameter {', '.join(unknown)}; it has {', '.join(known) or 'none'}")
    if name.startswith(SERVER):
        return QdrantServerIndex(name.removeprefix(SERVER), **parameters)
    return ENGINES[name](**parameters)


def built_with(name: str) -> dict[str, Any]:
    """The parameters that an index is built with, and their defaults.

    >>> built_with("hnswlib"), built_with("faiss-ivf")
    ({'m': 16, 'ef_construction': 200}, {'nlist': None})
    """
    parameters = inspect.signature(_class(name)).parameters.values()
    return {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}


def searched_with(name: str) -> dict[str, int]:
    """The parameters of a search, and their defaults.

    >>> searched_with("faiss-ivf"), searched_with("exact")
    ({'nprobe': 8}, {})
    """
    return dict(_class(name).EFFORT)


def _class(name: str) -> Any:
    found = QdrantServerIndex if name.startswith(SERVER) else ENGINES.get(name)
    if found is None:
        raise InputError(f"no vector index {name!r}; there are {', '.join(ENGINES)}, {SERVER}URL")
    return found
