"""From hits to the text of a prompt, within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.pipeline.context.counters import WORDS
from ragauge.pipeline.context.joining import Part
from ragauge.pipeline.context.table import Table
from ragauge.pipeline.fusion.lists import unique

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Chunk, Hit
    from ragauge.pipeline.context.counters import TokenCounter
    from ragauge.pipeline.context.ordering import Order
    from ragauge.pipeline.context.records import Context


def assemble(
    hits: Sequence[Hit],
    chunks: Mapping[str, Chunk],
    *,
    budget: int | None = None,
    counter: TokenCounter = WORDS,
    order: Order = "rank",
    dedupe: bool = True,
    neighbours: bool = False,
    documents: Mapping[str, str] | None = None,
    fill: bool = True,
) -> Context:
    """Take the chunks of the hits, best first, for as long as they fit into a budget of tokens.

    A chunk enters whole or not at all. One that does not fit is cut, and a later, shorter one may still enter; with
    ``fill=False`` none does, and what enters is then a beginning of the list. The budget holds for the text as it
    is given, by the counter: with the separators between passages.

    ``dedupe`` leaves out chunks whose text an earlier passage has, white space aside, or whose span lies within one;
    a chunk that contains earlier ones takes their place, where it fits. ``neighbours`` joins chunks of one document
    that touch or overlap into one passage, at the place of the better one (over mere white space where the texts of
    ``documents`` are given). Passages stand by rank, or with the best at both ends.

    >>> from ragauge.core.records import Chunk, Hit
    >>> chunks = {name: Chunk(name, "d", at, at + 4, text) for name, at, text in (("a", 0, "lamp"), ("b", 9, "cord"))}
    >>> context = assemble([Hit("b", 2.0), Hit("a", 1.0)], chunks, budget=1)
    >>> context.text, context.tokens, [(cut.chunk, cut.reason.value) for cut in context.cuts]
    ('cord', 1, [('a', 'over the budget')])

    Raises: InputError for hits without a chunk, or a budget below 0.
    """
    if budget is not None and budget < 0:
        raise InputError(f"a budget is a number of tokens from 0, not {budget}")
    found = [hit.item for hit in unique(hits)]
    unknown = [item for item in found if item not in chunks]
    if unknown:
        raise InputError([Problem(f"no chunk for hit {item!r}") for item in unknown])
    table = Table(budget, counter, order, dedupe=dedupe, join=neighbours, documents=documents)
    for rank, item in enumerate(found, start=1):
        table.offer(Part.of(chunks[item], rank), closed=not fill)
    return table.context()
