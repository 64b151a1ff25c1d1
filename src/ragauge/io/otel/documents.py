"""The documents that a span hands on, as hits of a trace."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragauge.core.traced_hits import ranked_hits
from ragauge.io.otel.names import DOCUMENTS, OUTPUT, STAGE_HITS
from ragauge.io.otel.values import numbered, opened, under

if TYPE_CHECKING:
    from ragauge.core.anchors import Anchor
    from ragauge.core.entries import Hit
    from ragauge.io.otel.span import Span

NODE = re.compile(r"<?NodeWithScore\(node=\w+\(id_=(.*?)\), score=([^()]*)\)>?", re.DOTALL)
"""How LlamaIndex's instrumentation writes a node in the output of a step that has no list of documents."""


TEXTS = ("document.content", "content", "text", "page_content")
"""What the text of a document is called."""
TOLD = frozenset({*TEXTS, "document.id", "id"})


def documents_of(span: Span) -> list[Any] | None:
    """The hits that a span tells, best first, as entries of any spelling; None where it tells nothing of them.

    Our own attribute counts first, then the lists of documents, then the output, where that is a list of nodes.

    >>> from ragauge.io.otel.span import Span
    >>> told = {"retrieval.documents.0.document.id": "d1", "retrieval.documents.0.document.score": 0.5}
    >>> documents_of(Span("t", "s", None, "retrieve", "RETRIEVER", 0, 1, told))
    [{'id': 'd1', 'score': 0.5}]
    """
    own = opened(span.attributes.get(STAGE_HITS))
    if isinstance(own, list):
        return own
    for name in DOCUMENTS:
        if (found := numbered(span.attributes, name)) is not None:
            return [_document(one) for one in found]
    return nodes_of(opened(span.attributes.get(OUTPUT)))


def nodes_of(value: Any) -> list[Any] | None:
    """The nodes in a list of their texts, and no list for anything else; an empty list of documents is one.

    >>> nodes_of(["<NodeWithScore(node=TextNode(id_=c1), score=0.5)>"]), nodes_of([]), nodes_of({"documents": []})
    ([('c1', 0.5)], [], [])
    >>> nodes_of([{"page_content": "The gate closes at nine.", "id": "k7"}])
    [{'id': 'k7', 'text': 'The gate closes at nine.'}]
    """
    if isinstance(value, Mapping):
        value = next((value[name] for name in ("documents", "nodes") if name in value), None)
    if not isinstance(value, list):
        return None
    if value and all(isinstance(one, Mapping) and not TOLD.isdisjoint(one) for one in value):
        return [_document(one) for one in value]
    found = [NODE.fullmatch(one) if isinstance(one, str) else None for one in value]
    return [(node[1], _score(node[2])) for node in found if node] if all(found) else None


def _score(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _document(told: Mapping[str, Any]) -> dict[str, Any]:
    """A document of the conventions as a hit: its id, score, text, and its metadata, which tell where it stands."""
    hit = {
        "id": told.get("document.id", told.get("id")),
        "score": told.get("document.score", told.get("score")),
        "text": next((told[name] for name in TEXTS if name in told), None),
    }
    about = under(told, "document.metadata") or {
        name: value for name, value in told.items() if not name.startswith("document.") and name not in (*hit, *TEXTS)
    }
    made = {name: value for name, value in hit.items() if value is not None}
    return {**made, "metadata": about} if about else made


class Hits:
    """The hits of the stages of one trace, with their places; what is odd is counted, and loses only itself."""

    def __init__(self) -> None:
        self.anchors: dict[str, Anchor] = {}
        self.unread = 0

    def of(self, entries: list[Any]) -> tuple[Hit, ...]:
        """The hits as (id, score) pairs.

        >>> hits = Hits()
        >>> hits.of([{"id": "d1", "metadata": {"page": "cover"}}]), hits.anchors, hits.unread
        ((('d1', None),), {}, 1)
        """
        found: list[Hit] = []
        for entry in entries:
            found += self._one(entry)
        return tuple(found)

    def _one(self, entry: Any) -> tuple[Hit, ...]:
        tries = [entry]
        if isinstance(entry, Mapping):
            bare = {name: value for name, value in entry.items() if name in ("id", "score")}
            tries += [bare, {name: value for name, value in bare.items() if name == "id"}]
        for attempt, given in enumerate(tries):
            places: dict[str, Anchor] = {}
            try:
                hits = ranked_hits([given], places)
            except ValueError:
                continue
            self.unread += attempt > 0
            for item, anchor in places.items():
                self.anchors.setdefault(item, anchor)
            return hits
        self.unread += 1
        return ((None, None),)  # it holds its place, and matches nothing
