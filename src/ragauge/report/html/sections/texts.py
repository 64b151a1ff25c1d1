"""The texts of items: each stands in the page once, however many questions have found it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.report.html.sections.passages import LONGEST, passage

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL = 2_400_000
"""So many characters of all texts together are shown, a like share of each."""
SHORTEST = 300
"""So many of each text, however many texts there are."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts that are known, and the places of those that are shown, in the order in which they are asked for.

    >>> texts = Texts({"a": "The lamp hums.", "b": "Two years."})
    >>> texts.place("b"), texts.place("a"), texts.place("b"), texts.place("c")
    (0, 1, 0, None)
    >>> texts.shown()
    [{'text': 'Two years.'}, {'text': 'The lamp hums.'}]
    """

    known: Mapping[str, str]
    _places: dict[str, int] = field(default_factory=dict)

    def place(self, item: str) -> int | None:
        """Where the text of an item stands among those that are shown; None where it is not known."""
        return self._places.setdefault(item, len(self._places)) if item in self.known else None

    def shown(self) -> list[dict[str, Any]]:
        """All texts that were asked for; they are the shorter, the more they are."""
        most = min(LONGEST, max(SHORTEST, ALL // max(1, len(self._places))))
        return [passage(self.known[item], longest=most).to_dict() for item in self._places]
