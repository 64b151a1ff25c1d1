"""How gold and hits are matched where they do not name the same things in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from ragauge.core.errors import InputError
from ragauge.core.ids import is_truth_value

CHOICES = {"ids": ("auto", "exact"), "at": ("auto", "document", "page", "section"), "repeats": ("drop", "keep")}
EVERYWHERE = ""
"""The document for which a page offset holds that names none."""


@dataclass(frozen=True, slots=True)
class Matching:
    """What counts as the same.

    - ``ids``: ``auto`` tries spellings in stages (Unicode form, slashes, case, folder, extension, part of a document)
      and stops when nothing matches at all; ``exact`` compares letter by letter;
    - ``cover``: a hit meets a quote or a span that it ``touches``, ``contains``, or holds at least this share of;
    - ``page_offset``: the page of a hit is the gold page plus this, by document; ``""`` stands for all others;
    - ``page_tolerance``: so many pages more or less are the same page;
    - ``at``: the level at which gold places are compared, ``document``, ``page`` or ``section``; ``auto`` is the finest
      that both sides tell;
    - ``repeats``: a hit on what a hit above it met already is left out (``drop``: k counts different units), or holds
      its place and matches nothing (``keep``: k counts hits).
    """

    ids: Literal["auto", "exact"] = "auto"
    cover: str | float = "contains"
    page_offset: Mapping[str, int] = field(default_factory=dict)
    page_tolerance: int = 0
    at: Literal["auto", "document", "page", "section"] = "auto"
    repeats: Literal["drop", "keep"] = "drop"

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if (given := getattr(self, name)) not in choices:
                raise InputError(f"{name} must be one of {', '.join(choices)}, got {given!r}")
        if isinstance(self.page_offset, int) and not is_truth_value(self.page_offset):
            object.__setattr__(self, "page_offset", {EVERYWHERE: self.page_offset})
        if not isinstance(self.page_offset, Mapping):
            raise InputError(f"page_offset is a number, or {{document: number}}, got {self.page_offset!r}")
        if type(self.page_tolerance) is not int or self.page_tolerance < 0:
            raise InputError(f"page_tolerance must be a whole number from 0, got {self.page_tolerance!r}")
        object.__setattr__(self, "cover", _rule(self.cover))

    def changed(self) -> dict[str, Any]:
        """What differs from the defaults.

        >>> Matching(page_offset=4, cover="0.5").changed()
        {'cover': 0.5, 'page_offset': {'': 4}}
        """
        default = Matching()
        return {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if getattr(self, one.name) != getattr(default, one.name)
        }


def _rule(given: Any) -> str | float:
    if given in ("touches", "contains"):
        return str(given)
    try:
        share = float(given)
    except (TypeError, ValueError):
        share = -1.0
    if not 0 < share <= 1:
        raise InputError(f"cover is 'touches', 'contains' or a share in (0, 1], got {given!r}")
    return share
