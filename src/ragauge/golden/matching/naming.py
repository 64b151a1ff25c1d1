"""What the hits of a run are called once they are compared with gold places."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragauge.core.anchors import Anchor
from ragauge.golden.matching.pages import offset_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.matching import Matching
    from ragauge.golden.matching.covers import Covers
    from ragauge.golden.matching.level import Level
    from ragauge.golden.matching.universe import Universe


@dataclass(frozen=True, slots=True)
class HitNames:
    """The names of hits (see ``units.Naming``).

    ``unit_of`` says what a gold source is called after the projection, ``keys`` which of these a question has, with
    their grades.
    ``parts`` are sources that several items hold only together, by each item that holds some of one. ``levels``
    has what the places of a question are compared by.
    """

    universe: Universe
    covers: Covers
    level: Level | None
    matching: Matching
    unit_of: Mapping[str, str]
    keys: Mapping[str, Mapping[str, int]]
    parts: Mapping[str, Sequence[str]]
    levels: Mapping[str, frozenset[str]]

    def met(self, question: str, item: str, held: set[str]) -> list[str]:
        """The gold units of a question that an item meets; one in parts is met where the last part stands."""
        found = [self.unit_of.get(key, key) for key in self.covers.by_item.get(item, ())]
        split = (key for key in self.parts.get(item, ()) if any(one.is_held(held) for one in self.covers.parts[key]))
        found += [self.unit_of.get(key, key) for key in split]
        if self.level is not None and item in self.level.units:
            found.append(self.level.units[item])
        wanted = self.keys.get(question, {})
        return sorted({unit for unit in found if unit in wanted}, key=lambda unit: (-wanted[unit], unit))

    def own(self, question: str, item: str) -> str:
        """The name of a hit that meets nothing: its unit at the finest level of its question, in gold pages."""
        name = self._unit(question, item)
        return f"{name} (of the run)" if name in self.keys.get(question, ()) else name

    def _unit(self, question: str, item: str) -> str:
        levels = self.levels.get(question, frozenset())
        plain = self.level.units.get(item, item) if self.level is not None else item
        if "quote" in levels:
            return plain
        anchor, document = self.universe.anchor(item), self._document(item)
        if "page" in levels and anchor.page_from is not None:
            shift = offset_of(document, self.matching)
            last = anchor.page_from if anchor.page_to is None else anchor.page_to
            return Anchor(document=document, page_from=anchor.page_from - shift, page_to=last - shift).key()
        if "section" in levels and anchor.section is not None:
            return Anchor(document=document, section=anchor.section).key()
        return document if levels == {"document"} else plain

    def _document(self, item: str) -> str:
        name = self.universe.document_of(item)
        return name if self.covers.documents is None else self.covers.documents.given_to.get(name, name)


def coarser(anchor: Anchor, at: str) -> Anchor:
    """An anchor without what is finer than a level: ``document``, ``page`` or ``section``; or as it is (``auto``).

    >>> coarser(Anchor(document="a.md", page_from=3, page_to=3, quote="hums"), "page").key()
    'a.md, p. 3'
    """
    if at == "auto":
        return anchor
    finer: dict[str, None] = dict.fromkeys(("start", "end", "quote"))
    if at != "page":
        finer |= dict.fromkeys(("page_from", "page_to"))
    if at != "section":
        finer |= dict.fromkeys(("section",))
    chunk = {} if anchor.document is None and anchor.url is None else {"chunk": None}
    return replace(anchor, **finer, **chunk)
