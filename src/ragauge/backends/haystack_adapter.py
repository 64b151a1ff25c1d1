"""Pipelines of Haystack as ``search(question)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.entry_anchors import anchor_of
from ragauge.core.errors import InputError, MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

QUESTIONS = frozenset({"query", "question"})
"""Inputs that get the question though they need not be given, besides all texts that the pipeline has to be given."""


def from_haystack(
    pipeline: Any, *, inputs: Callable[[str], Mapping[str, Any]] | None = None, documents: str | None = None
) -> Callable[[str], list[dict[str, Any]]]:
    """A ``search(question)`` that runs a Haystack pipeline.

    The question goes to every open input that is a text and has to be given, and to those called ``query`` or
    ``question``; ``inputs`` makes the data of a run from the question where that is not right. The hits are the
    documents of the last component that gives any, or of the component that ``documents`` names: its id, score, text,
    metadata (which names the file and the page), and its span where the splitter tells it.

    Raises: MissingDependencyError when haystack-ai is not installed; InputError for anything but a pipeline, and for
        one that takes no question or gives no documents.
    """
    try:
        from haystack.core.pipeline.base import PipelineBase
    except ModuleNotFoundError as error:
        raise MissingDependencyError("haystack-ai is not installed: pip install haystack-ai") from error
    if not isinstance(pipeline, PipelineBase):
        raise InputError(f"no pipeline of Haystack: {brief(pipeline)}")
    component = _component(pipeline, documents)
    asked = [] if inputs is not None else _asked(pipeline)

    def search(question: str) -> list[dict[str, Any]]:
        data: dict[str, dict[str, Any]] = {}
        for name, slot in asked:
            data.setdefault(name, {})[slot] = question
        given = data if inputs is None else dict(inputs(question))
        found = pipeline.run(given, include_outputs_from={component})
        return [hit_of_document(document) for document in found.get(component, {}).get("documents", [])]

    search.__name__ = component
    return search


def hit_of_document(document: Any) -> dict[str, Any]:
    """A Haystack document as a hit; ``source_id`` names its document only where nothing else in the metadata does."""
    meta = dict(document.meta)
    source, start = meta.pop("source_id", None), meta.get("split_idx_start")
    told = {"id": document.id, "score": document.score, "content": document.content, "start": start}
    if anchor_of({"meta": meta}).document is None:
        told["document"] = source
    return {**{name: value for name, value in told.items() if value is not None}, "meta": meta}


def _component(pipeline: Any, wanted: str | None) -> str:
    """The last component that gives documents, in the order in which they were added."""
    outputs = pipeline.outputs(include_components_with_connected_outputs=True)
    giving = [name for name in pipeline.graph.nodes if "documents" in outputs.get(name, {})]
    if wanted is not None and wanted not in giving:
        raise InputError(f"no component {wanted!r} that gives documents; there are: {', '.join(giving) or 'none'}")
    last = [name for name in giving if not any(other in giving for other in _after(pipeline, name))]
    if wanted is None and len(last) != 1:
        named = f"several give documents at the end ({', '.join(last)}); say which: documents=" if last else "none does"
        raise InputError(f"the hits are the documents of the last component, and {named}")
    return last[0] if wanted is None else wanted


def _after(pipeline: Any, name: str) -> set[str]:
    """The components that what this one gives comes to."""
    reached: set[str] = set()
    open_ends = [name]
    while open_ends:
        ahead = [one for one in pipeline.graph.successors(open_ends.pop()) if one not in reached]
        reached.update(ahead)
        open_ends += ahead
    return reached - {name}


def _asked(pipeline: Any) -> list[tuple[str, str]]:
    """The open inputs that get the question, as (component, input)."""
    found = [
        (component, slot)
        for component, slots in pipeline.inputs().items()
        for slot, about in slots.items()
        if slot in QUESTIONS or (about["is_mandatory"] and about["type"] is str)
    ]
    if not found:
        raise InputError("no input of the pipeline takes a question; say what a run is given: inputs=")
    return found
