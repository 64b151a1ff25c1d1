"""Retrievers of LangChain as ``search(question)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Callable

SCORES = ("score", "relevance_score", "similarity_score")
"""Where retrievers and compressors leave a score in the metadata of a document."""


def from_langchain(retriever: Any) -> Callable[[str], list[dict[str, Any]]]:
    """A ``search(question)`` that asks a LangChain retriever, or any runnable from text to documents.

    Hits have the id of the document where it has one, its text, its metadata (which names the source and the page),
    its span where the splitter adds the start (``add_start_index=True``), and a score where the metadata has it: the
    interface of LangChain's retrievers has none.

    Raises: MissingDependencyError when langchain-core is not installed; InputError for anything but a runnable.
    """
    try:
        from langchain_core.runnables import Runnable
    except ModuleNotFoundError as error:
        raise MissingDependencyError("langchain-core is not installed: pip install langchain-core") from error
    if not isinstance(retriever, Runnable):
        raise InputError(f"no retriever of LangChain: {brief(retriever)}; for a vector store it is as_retriever()")

    def search(question: str) -> list[dict[str, Any]]:
        return [hit_of_document(document) for document in retriever.invoke(question)]

    search.__name__ = type(retriever).__name__
    return search


def hit_of_document(document: Any) -> dict[str, Any]:
    """A LangChain document as a hit.

    Raises: InputError for what is no document.
    """
    if not hasattr(document, "page_content") or not hasattr(document, "metadata"):
        raise InputError(f"the retriever gave {brief(document)}; a document is needed")
    metadata = {name: value for name, value in document.metadata.items() if name not in SCORES}
    told = {
        "id": getattr(document, "id", None),
        "score": next((document.metadata[name] for name in SCORES if name in document.metadata), None),
        "page_content": document.page_content,
    }
    return {**{name: value for name, value in told.items() if value is not None}, "metadata": metadata}
