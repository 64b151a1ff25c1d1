"""The spans of one trace as trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.io.otel.span import Span


@dataclass(slots=True)
class Node:
    """A span, and those within it by the time they began."""

    span: Span
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        open_nodes = [self]
        while open_nodes:
            node = open_nodes.pop()
            yield node
            open_nodes += reversed(node.children)


@dataclass(frozen=True, slots=True)
class Forest:
    """The trees of a trace: ``roots`` have no parent in it; ``is_rooted`` when one of them has no parent at all."""

    roots: tuple[Node, ...]
    is_rooted: bool
    circular: int

    def walk(self) -> Iterator[Node]:
        """All nodes, parents first."""
        for root in self.roots:
            yield from root.walk()

    @property
    def depth(self) -> int:
        """How many spans stand within each other at most."""
        level, depth = list(self.roots), 0
        while level:
            level, depth = [child for node in level for child in node.children], depth + 1
        return depth


def forest_of(spans: Sequence[Span]) -> Forest:
    """The trees of the spans of one trace; spans whose parents are in a circle are in none, and counted.

    >>> from ragauge.io.otel.span import Span
    >>> spans = [Span("t", "b", "a", "child", None, 2, 3, {}), Span("t", "a", "?", "root", None, 1, 4, {})]
    >>> forest = forest_of(spans)
    >>> [node.span.name for node in forest.walk()], forest.is_rooted, forest.circular
    (['root', 'child'], False, 0)
    """
    nodes = {span.id: Node(span) for span in sorted(spans, key=_order)}
    roots: list[Node] = []
    for node in nodes.values():
        parent = nodes.get(node.span.parent or "")
        (roots if parent is None else parent.children).append(node)
    reached = [node for root in roots for node in root.walk()]
    return Forest(tuple(roots), any(root.span.parent is None for root in roots), len(nodes) - len(reached))


def _order(span: Span) -> tuple[int, int, str]:
    """By start; of those that begin together, the one that ends last holds the others."""
    return span.start, -(span.end if span.end is not None else span.start), span.id
