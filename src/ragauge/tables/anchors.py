"""A table of anchors: what the items of a golden set, a run or a list of chunks stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.anchors import ANCHOR_FIELDS, Anchor

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBERS = {"page_from", "page_to", "start", "end"}
ANCHORS = {"item": pl.String, **{name: pl.Int64 if name in _NUMBERS else pl.String for name in ANCHOR_FIELDS}}
"""The columns of a table of anchors: the item as judgments and runs name it, and the fields of its ``Anchor``."""


def anchor_table(anchors: Mapping[str, Anchor]) -> pl.DataFrame:
    """The table of a mapping from item to anchor.

    >>> anchor_table({"a, p. 3": Anchor(document="a", page_from=3, page_to=3)}).select("item", "page_from").row(0)
    ('a, p. 3', 3)
    """
    rows = [(item, *(getattr(anchor, name) for name in ANCHOR_FIELDS)) for item, anchor in anchors.items()]
    return pl.DataFrame(rows, schema=ANCHORS, orient="row")


def anchors_of(table: pl.DataFrame) -> dict[str, Anchor]:
    """The mapping from item to anchor behind a table."""
    return {item: Anchor(*values) for item, *values in table.select(list(ANCHORS)).iter_rows()}
