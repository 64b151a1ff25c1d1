"""The columns of a table of hits that say where a hit stands: its document, its pages, its text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.entries import refuse_contradiction
from ragauge.core.entry_anchors import anchor_of
from ragauge.core.errors import InputError, Problem
from ragauge.io.frame_columns import SHOWN
from ragauge.tables.anchors import ANCHORS, anchor_table
from ragauge.tables.columns import map_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragauge.core.anchors import Anchor

NAMES = ("chunk", "item", "document", "url")
PLACES = ("page", "page_from", "page_to", "section", "start", "end", "quote", "words")


@dataclass(frozen=True, slots=True)
class HitColumns:
    """``item`` is the column with the ids of the hits; ``places`` has those that say more, by role."""

    item: str | None
    places: dict[str, str]

    @classmethod
    def among(cls, names: Sequence[str], source: str, taken: Sequence[str | None] = ()) -> HitColumns:
        """The columns of these names that nothing else has taken.

        >>> HitColumns.among(["question", "chunk_id", "file", "page"], "run.csv")
        HitColumns(item='chunk_id', places={'document': 'file', 'page': 'page'})
        """
        free = [name for name in names if name not in taken]
        of = dict(map_columns(free, (*NAMES, *PLACES), source).of)
        item = next((of.pop(role) for role in ("chunk", "item") if role in of), None)
        of.pop("item", None)
        if "quote" in of:
            of.pop("words", None)
        places = {"text" if role == "words" else role: column for role, column in of.items()}
        if item is None and not {"page", "page_from", "section", "start"} & places.keys():
            item = places.pop("document", None) or places.pop("url", None)
        return cls(item, places)


def with_places(
    frame: pl.DataFrame, columns: HitColumns, items: pl.Series | None, source: str, line: Callable[[int], int]
) -> tuple[pl.Series, pl.DataFrame]:
    """The items of all hits, and the table of what they stand for; items without an id are named by their place.

    Raises: InputError naming every row whose page or offset cannot be read.
    """
    if not columns.places:
        return items if items is not None else pl.Series([], dtype=pl.String), pl.DataFrame(schema=ANCHORS)
    told = frame.select(pl.col(column).alias(role) for role, column in columns.places.items())
    if items is not None:
        told = told.with_columns(items.alias("chunk"))
    anchors: dict[str, Anchor] = {}
    known: dict[tuple[object, ...], str | None] = {}
    names: list[str | None] = []
    problems: list[Problem] = []
    for row, values in enumerate(told.iter_rows()):
        if values not in known:
            try:
                known[values] = _note(dict(zip(told.columns, values, strict=True)), anchors)
            except ValueError as error:
                problems.append(Problem(str(error), source, line(row)))
                known[values] = None
        names.append(known[values])
    if problems:
        raise InputError(problems[:SHOWN], total=len(problems))
    return pl.Series("item", names, dtype=pl.String) if items is None else items, anchor_table(anchors)


def _note(values: dict[str, object], anchors: dict[str, Anchor]) -> str | None:
    anchor = anchor_of(values)
    if anchor.start is None or anchor.end is None or not 0 <= anchor.start < anchor.end:
        anchor = replace(anchor, start=None, end=None)
    name = anchor.hit_name() or None
    if name is not None and not anchor.is_id:
        refuse_contradiction(name, anchors.setdefault(name, anchor), anchor)
    return name
