"""What is handed on when small chunks are searched: the large ones that they name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.rulers import make_ruler
from ragauge.sweeping.cutting import CHUNK_SCHEMA

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACE = re.compile(r".*#([0-9]+)-([0-9]+)", re.DOTALL)


def handed_on(
    hits: pl.DataFrame, chunks: pl.DataFrame, documents: Mapping[str, str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Hits and chunks with every small chunk replaced by its parent, at the place of the best of its children.

    A chunk without a parent stays. The section and page of a parent are those of its first child.

    Raises: InputError for a parent that does not say where it stands (``document#start-end``).
    """
    small = chunks.filter(pl.col("parent").is_not_null())
    if small.is_empty():
        return hits, chunks
    large = small.unique("parent", keep="first", maintain_order=True)
    rows = [_row(row, documents) for row in large.iter_rows(named=True)]
    others = chunks.filter(pl.col("parent").is_null())
    table = pl.concat([pl.DataFrame(rows, schema=CHUNK_SCHEMA, orient="row"), others])
    parent = small.select(pl.col("id").alias("item"), "parent")
    lifted = hits.join(parent, on="item", how="left", maintain_order="left").with_columns(
        pl.coalesce("parent", "item").alias("item")
    )
    once = lifted.drop("parent").unique(["question", "item"], keep="first", maintain_order=True)
    return once, table.unique("id", keep="first", maintain_order=True)


def _row(child: Mapping[str, object], documents: Mapping[str, str]) -> tuple[object, ...]:
    name, document = str(child["parent"]), str(child["document"])
    place = PLACE.fullmatch(name)
    if place is None or name != f"{document}#{place[1]}-{place[2]}":
        raise InputError(f"the parent {name!r} of chunk {child['id']!r} must be called {document}#start-end")
    start, end = int(place[1]), int(place[2])
    tokens = make_ruler(documents[document], "words").length(start, end)
    return name, document, start, end, child["section"], child["page"], tokens, None, None
