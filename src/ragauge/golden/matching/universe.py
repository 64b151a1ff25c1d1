"""What gold can be matched with: the items of a run or of a table of chunks, and what each stands for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ragauge.core.anchors import Anchor
from ragauge.golden.ids.match import merged
from ragauge.golden.ids.stages import exact_ids, match_ids
from ragauge.tables.anchors import anchors_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import polars as pl

    from ragauge.golden.ids.match import IdMatch

NOWHERE = Anchor()


@dataclass(frozen=True, eq=False)
class Universe:
    """Items with their anchors; one that has none is an id of which nothing else is known.

    ``in_run`` are those that were retrieved. ``complete``: the others are all else that could have been.
    """

    items: tuple[str, ...]
    anchors: Mapping[str, Anchor] = field(default_factory=dict)
    complete: bool = False
    in_run: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, items: Iterable[str], told: pl.DataFrame, chunks: pl.DataFrame | None, chunk_of: Mapping[str, str]
    ) -> Universe:
        """The items of a run with what the run tells of them, completed by a table of chunks.

        ``chunk_of`` has the id in the table of chunks for items that are spelt differently in the run.
        """
        anchors = anchors_of(told)
        items = tuple(items)
        if chunks is None:
            return cls(items, anchors, in_run=frozenset(items))
        known = anchors_of(chunks)
        in_run: dict[str, list[str]] = {}
        for item in items:
            in_run.setdefault(chunk_of.get(item, item), []).append(item)
        placed: dict[str, Anchor] = {}
        for name, chunk in known.items():  # in the order of the table, which is that of the text
            for item in in_run.pop(name, [name]):
                placed[item] = _completed(anchors.get(item, NOWHERE), chunk)
        rest = {item: anchors.get(item, NOWHERE) for same in in_run.values() for item in same}
        return cls((*placed, *rest), placed | rest, complete=True, in_run=frozenset(items))

    def anchor(self, item: str) -> Anchor:
        """What an item stands for."""
        return self.anchors.get(item, NOWHERE)

    @cached_property
    def values(self) -> dict[str, dict[str, str]]:
        """For ``item``, ``document``, ``url`` and ``section``: what each item that has one has there."""
        found: dict[str, dict[str, str]] = {"item": {item: item for item in self.items}}
        for name in ("document", "url", "section"):
            told = ((item, getattr(anchor, name)) for item, anchor in self.anchors.items())
            found[name] = {item: value for item, value in told if value is not None}
        return found

    def matched(self, wanted: Iterable[str], names: Mapping[str, str], *, exact: bool) -> IdMatch:
        """Gold ids matched with what the items are called, in the run and in the table of chunks each for itself.

        Both may spell the names of documents in their own way, and neither spelling speaks against the other.
        """
        wanted = list(wanted)
        of_run = dict.fromkeys(name for item, name in names.items() if item in self.in_run)
        if exact:
            return exact_ids(wanted, dict.fromkeys(names.values()))
        match = match_ids(wanted, of_run)
        if not self.complete:
            return match
        others = dict.fromkeys(name for item, name in names.items() if item not in self.in_run)
        return merged(match, match_ids(wanted, others, complete=True))

    def has(self, *names: str) -> bool:
        """Whether some item tells one of these fields of its anchor."""
        return any(getattr(anchor, name) is not None for anchor in self.anchors.values() for name in names)

    def document_of(self, item: str) -> str:
        """The document of an item; an item of which none is known is taken for one."""
        anchor = self.anchor(item)
        return anchor.document or anchor.url or item


def _completed(told: Anchor, known: Anchor) -> Anchor:
    """An anchor with what another one knows besides."""
    more = {
        name: getattr(known, name)
        for name in ("document", "url", "page_from", "page_to", "section", "start", "end", "quote")
        if getattr(told, name) is None
    }
    return replace(told, **more)
