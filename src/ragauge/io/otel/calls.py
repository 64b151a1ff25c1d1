"""The calls of a trace that hand hits on: retrievals, what joins them, rerankings; each once, however it is nested."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ragauge.core.trace import KINDS, Kind
from ragauge.io.otel.documents import documents_of, nodes_of
from ragauge.io.otel.names import INPUT, STAGE_KIND, STAGE_NAME
from ragauge.io.otel.values import opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.core.entries import Hit
    from ragauge.io.otel.documents import Hits
    from ragauge.io.otel.forest import Node
    from ragauge.io.otel.span import Span

METHODS = frozenset(
    "retrieve _retrieve aretrieve _aretrieve postprocess_nodes _postprocess_nodes apostprocess_nodes "  # noqa: SIM905
    "_apostprocess_nodes invoke ainvoke run rerank predict complete chat apredict acomplete achat".split()
)
"""Methods of frameworks, which say nothing beside the name of the class."""
POSTPROCESSING = ("postprocess_nodes", "_postprocess_nodes", "apostprocess_nodes", "_apostprocess_nodes")


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the kind of its stage, its name, its hits (None: not recorded), and its span."""

    kind: Kind
    name: str
    hits: tuple[Hit, ...] | None
    span: Span

    @property
    def items(self) -> list[str | None] | None:
        """The ids of the hits."""
        return None if self.hits is None else [item for item, _ in self.hits]


def name_of(span: Span) -> str:
    """What a step is called: as it names itself, else by its span, without the method of the framework.

    >>> from ragauge.io.otel.span import Span
    >>> name_of(Span("t", "s", None, "BM25Retriever._retrieve", "RETRIEVER", 0, 1, {}))
    'BM25Retriever'
    """
    own = span.attributes.get(STAGE_NAME)
    if isinstance(own, str) and own.strip():
        return own.strip()
    holder, _, method = span.name.rpartition(".")
    return (holder if holder and method in METHODS else span.name).strip() or str(span.kind or "step").lower()


def kind_of(span: Span) -> Kind | None:
    """Which stage a span is by its own attribute, its kind, or as a postprocessor of LlamaIndex; None for others."""
    own = span.attributes.get(STAGE_KIND)
    if own in KINDS:
        return cast("Kind", own)
    if span.kind == "RETRIEVER":
        return "lane"
    if span.kind == "RERANKER" or span.name.rpartition(".")[2] in POSTPROCESSING:
        return "reranked"
    return None


def calls_of(nodes: Iterable[Node], hits: Hits, telling: frozenset[str] = frozenset()) -> list[Call]:
    """The calls of the trees in the order in which they ended.

    A retriever within a retriever is the same call where it tells the same documents, or none; the outer one counts.
    Where it holds several that tell their own, these are the lanes, and what it makes of them is fused. ``telling``
    names the spans that tell documents somewhere: one of these without any found nothing.
    """
    found = []
    for node in nodes:
        kind, inner = kind_of(node.span), calls_of(node.children, hits, telling)
        found += inner if kind is None else _merged(node.span, kind, inner, hits, telling)
    return found


def _merged(span: Span, kind: Kind, inner: list[Call], hits: Hits, telling: frozenset[str]) -> list[Call]:
    """A call and those within it, without the one of them that it repeats."""
    call = Call(kind, name_of(span), _hits(span, hits, telling), span)
    told = [one for one in inner if one.hits is not None]
    same = [one for one in told if call.hits is None or one.items == call.items]
    if not told:
        return [Call(_changed(span, kind, input_items(span), call.items), call.name, call.hits, span)]
    if len(told) == 1 and same:
        return [Call(kind, call.name, told[0].hits if call.hits is None else call.hits, span)]
    if same and same[-1] is told[-1]:
        return told
    if kind == "lane":
        kind = "fused" if sum(one.kind == "lane" for one in told) > 1 else "reranked"
    return [*told, Call(_changed(span, kind, told[-1].items, call.items), call.name, call.hits, span)]


def _hits(span: Span, hits: Hits, telling: frozenset[str]) -> tuple[Hit, ...] | None:
    entries = documents_of(span)
    if entries is None and span.error is None and span.name in telling:
        entries = []
    return None if entries is None else hits.of(entries)


def _changed(span: Span, kind: Kind, before: Sequence[Any] | None, after: Sequence[Any] | None) -> Kind:
    """A reranking that only leaves some out has selected; one that orders for the prompt makes the context."""
    if kind != "reranked" or span.kind == "RERANKER" or STAGE_KIND in span.attributes:
        return kind
    if "reorder" in span.name.lower():
        return "context"
    if "rank" in span.name.lower() or before is None or after is None:
        return kind
    rest = iter(before)
    return "selected" if all(item in rest for item in after) else kind


def input_items(span: Span) -> list[Any] | None:
    """The ids of the nodes that a postprocessor of LlamaIndex was given; None where they are not told."""
    nodes = nodes_of(opened(span.attributes.get(INPUT)))
    return None if nodes is None else [name for name, _ in nodes]
