"""Calls of models: each once, with its tokens and its price, whatever repeats them around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragauge.io.otel.calls import kind_of
from ragauge.io.otel.names import COST, TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.io.otel.forest import Node
    from ragauge.io.otel.span import Span

Counts = dict[str, float]


@dataclass(slots=True)
class Usage:
    """The calls of models in a trace, in the order in which they began.

    ``models`` are the innermost spans, ``answering`` those of them that stand in no stage of retrieval. ``counts`` has
    the sums over ``models`` of what all of them tell; ``partial`` names what some of them tell and others do not,
    whose sum nobody knows. ``repeated`` counts the tokens that spans around them tell once more.
    """

    models: list[Span] = field(default_factory=list)
    answering: list[Span] = field(default_factory=list)
    embeddings: list[Span] = field(default_factory=list)
    counts: Counts = field(default_factory=dict)
    partial: tuple[str, ...] = ()
    repeated: int = 0


def usage_of(roots: Iterable[Node]) -> Usage:
    """The calls of models within trees.

    A call is an LLM span without another one within it. What only a span around calls tells is what they took.

    >>> from ragauge.io.otel.span import Span
    >>> from ragauge.io.otel.forest import forest_of
    >>> told = {"gen_ai.usage.input_tokens": 40, "gen_ai.usage.output_tokens": 25}
    >>> root = Span("t", "r", None, "agent", "AGENT", 0, 9, told)
    >>> usage = usage_of(forest_of([root, Span("t", "c", "r", "chat", "LLM", 1, 8, told)]).roots)
    >>> usage.counts, usage.repeated
    ({'prompt': 40, 'completion': 25}, 65)
    """
    found, told = Usage(), []
    for root in roots:
        told += _counted(root, found, in_stage=False)
    names = list(dict.fromkeys(name for one in told for name in one))
    found.partial = tuple(name for name in names if not all(name in one for one in told))
    found.counts = {name: sum(one[name] for one in told) for name in names if name not in found.partial}
    return found


def _counted(node: Node, usage: Usage, *, in_stage: bool) -> list[Counts]:
    """What each call within a node tells; the calls are noted."""
    span, inside = node.span, in_stage or kind_of(node.span) is not None
    inner = [one for child in node.children for one in _counted(child, usage, in_stage=inside)]
    own = counts_of(span)
    if span.kind == "EMBEDDING":
        usage.embeddings.append(span)
    if span.kind != "LLM":
        usage.repeated += tokens_in(own)
        return inner
    if not inner:
        usage.models.append(span)
        if not inside:
            usage.answering.append(span)
        return [own]
    if not any(inner):
        return [own]
    usage.repeated += tokens_in(own)
    return inner


def counts_of(span: Span) -> Counts:
    """The tokens by kind, and the cost, that a span tells.

    >>> from ragauge.io.otel.span import Span
    >>> counts_of(Span("t", "s", None, "chat", "LLM", 0, 1, {"llm.token_count.prompt": 7, "llm.cost.total": 0.5}))
    {'prompt': 7, 'cost': 0.5}
    """
    found: Counts = {}
    for kind, names in TOKENS.items():
        if _is_count(value := span.first(*names)):
            found[kind] = int(value)
    cost = span.attributes.get(COST)
    if isinstance(cost, int | float) and not isinstance(cost, bool) and cost >= 0:
        found["cost"] = cost
    return found


def _is_count(value: object) -> bool:
    """Whether a value is a number of tokens; a table of floats (Phoenix) has 12.0 for 12."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value >= 0 and float(value).is_integer()


def tokens_in(counts: Counts) -> int:
    """The tokens of the prompt and of the completion."""
    return int(counts.get("prompt", 0) + counts.get("completion", 0))
