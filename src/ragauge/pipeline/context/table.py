"""The passages of a context while it is assembled: what is taken, what it replaces, and what does not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.pipeline.context.joining import Part, joined
from ragauge.pipeline.context.ordering import Order, ordered
from ragauge.pipeline.context.records import Context, Cut, Passage, Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.pipeline.context.counters import TokenCounter

SEPARATOR = "\n\n"


class Table:
    """The passages taken so far, and what was cut."""

    def __init__(
        self,
        budget: int | None,
        counter: TokenCounter,
        order: Order,
        *,
        dedupe: bool,
        join: bool,
        documents: Mapping[str, str] | None,
    ) -> None:
        self._budget, self._counter, self._order = budget, counter, order
        self._dedupe, self._join, self._documents = dedupe, join, documents
        self._parts: list[Part] = []
        self._cuts: list[Cut] = []
        self._texts: dict[str, str] = {}
        self._full = False

    def offer(self, part: Part, *, closed: bool) -> None:
        """Take a chunk in, or cut it; ``closed``: after one that did not fit, none does."""
        cut = self._repetition(part) if self._dedupe else None
        if cut is not None:
            self._cuts.append(cut)
            return
        parts, swallowed = self._with(part)
        if self._full or not self._fits(parts):
            self._cuts.append(Cut(part.chunks[0], Reason.BUDGET, self._counter(part.text)))
            self._full = closed
            return
        self._parts = parts
        self._cuts += swallowed
        self._texts.setdefault(_plain(part), part.chunks[0])

    def context(self) -> Context:
        """The passages in the order of the prompt."""
        passages = tuple(
            Passage(part.text, part.chunks, part.document, part.start, part.end, part.rank, self._counter(part.text))
            for part in self._in_order(self._parts)
        )
        text = SEPARATOR.join(passage.text for passage in passages)
        return Context(text, passages, self._settled(), self._counter(text), self._counter.name, self._budget)

    def _settled(self) -> tuple[Cut, ...]:
        """The cuts; what stands instead of a chunk is in the context, even if it came later."""
        by_chunk = {cut.chunk: cut for cut in self._cuts}
        settled = []
        for cut in self._cuts:
            instead = cut.instead
            while instead in by_chunk:
                instead = by_chunk[instead].instead
            settled.append(replace(cut, instead=instead))
        return tuple(settled)

    def _repetition(self, part: Part) -> Cut | None:
        same = self._texts.get(_plain(part))
        if same is not None:
            return Cut(part.chunks[0], Reason.SAME_TEXT, self._counter(part.text), same)
        for held in self._parts:
            if held.contains(part):
                return Cut(part.chunks[0], Reason.CONTAINED, self._counter(part.text), held.chunks[0])
        return None

    def _with(self, part: Part) -> tuple[list[Part], list[Cut]]:
        """The passages with one more, and the cuts of those that it contains."""
        kept, cuts = [], []
        whole = part
        for held in self._parts:
            if self._dedupe and part.contains(held):
                whole = replace(whole, rank=min(whole.rank, held.rank))
                cuts += [Cut(name, Reason.CONTAINED, self._counter(held.text), part.chunks[0]) for name in held.chunks]
                continue
            both = joined(whole, held, self._documents) if self._join else None
            if both is None:
                kept.append(held)
            else:
                whole = both
        return sorted([*kept, whole], key=lambda one: one.rank), cuts

    def _fits(self, parts: Sequence[Part]) -> bool:
        if self._budget is None:
            return True
        return self._counter(SEPARATOR.join(part.text for part in self._in_order(parts))) <= self._budget

    def _in_order(self, parts: Sequence[Part]) -> list[Part]:
        return ordered(parts, self._order)


def _plain(part: Part) -> str:
    return " ".join(part.text.split())
