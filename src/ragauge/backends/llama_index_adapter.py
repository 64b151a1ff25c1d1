"""Retrievers and query engines of LlamaIndex as ``search(question)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.entry_anchors import anchor_of
from ragauge.core.errors import InputError, MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Callable


def from_llama_index(source: Any) -> Callable[[str], list[dict[str, Any]]]:
    """A ``search(question)`` that asks a LlamaIndex retriever, or a query engine, whose source nodes are the hits.

    Hits have the id of the node, its score, text and span, and its document: as the metadata names it, else the id of
    the document that it was cut from.

    Raises: MissingDependencyError when llama-index-core is not installed; InputError for anything else.
    """
    try:
        from llama_index.core.base.base_query_engine import BaseQueryEngine
        from llama_index.core.base.base_retriever import BaseRetriever
    except ModuleNotFoundError as error:
        raise MissingDependencyError("llama-index-core is not installed: pip install llama-index-core") from error
    if not isinstance(source, BaseRetriever | BaseQueryEngine):
        made = "for an index it is as_retriever() or as_query_engine()"
        raise InputError(f"no retriever and no query engine of LlamaIndex: {brief(source)}; {made}")

    def search(question: str) -> list[dict[str, Any]]:
        nodes = source.retrieve(question) if isinstance(source, BaseRetriever) else source.query(question).source_nodes
        return [hit_of_node(found) for found in nodes]

    search.__name__ = type(source).__name__
    return search


def hit_of_node(found: Any) -> dict[str, Any]:
    """A LlamaIndex node with its score as a hit."""
    node = found.node
    metadata = dict(node.metadata)
    told = {
        "id": node.node_id,
        "score": found.score,
        "document": node.ref_doc_id if anchor_of({"metadata": metadata}).document is None else None,
        "start": getattr(node, "start_char_idx", None),
        "end": getattr(node, "end_char_idx", None),
        "text": getattr(node, "text", None),
    }
    return {**{name: value for name, value in told.items() if value is not None}, "metadata": metadata}
