"""What the index holds: the ids in it, and which of them have another text than the chunks of today."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.files import existing_file, read_bytes, shown

if TYPE_CHECKING:
    from ragauge.golden.chunks.table import Chunks
    from ragauge.tables.traced import Traced


@dataclass(frozen=True, slots=True)
class IndexListing:
    """The ids of an index; ``stale`` are those whose text there is not that of the chunk of the same id."""

    ids: frozenset[str]
    stale: frozenset[str] = frozenset()


def index_listing(source: Any, chunks: Chunks | None) -> IndexListing:
    """The listing of an index: a text file with an id a line, or a table of chunks as it was indexed.

    Raises: InputError for a file that is neither.
    """
    if isinstance(source, str | Path) and str(source).lower().endswith((".txt", ".ids")):
        lines = read_bytes(existing_file(source)).decode("utf-8-sig", "replace").splitlines()
        ids = frozenset(line.strip() for line in lines if line.strip())
        if not ids:
            raise InputError([Problem("no ids in it", shown(source))])
        return IndexListing(ids)
    listed = chunk_table(source)
    ids = frozenset(listed.frame["item"])
    if chunks is None:
        return IndexListing(ids)
    texts = [table.frame.select("item", "quote").drop_nulls() for table in (listed, chunks)]
    both = texts[0].join(texts[1], on="item", how="inner", suffix="_now")
    stale = both.filter(_plain("quote") != _plain("quote_now"))["item"]
    return IndexListing(ids, frozenset(stale))


def listing_of(traced: Traced, chunks: Chunks | None) -> tuple[IndexListing | None, tuple[str, ...]]:
    """The listing of the index that traces were made with, as they tell it, and what is to be known of it.

    ``ragauge run`` writes the fingerprint of the table of chunks that it searched. Where it is that of ``chunks`` in
    every trace that says one, all of these were in the index; None where no trace says any, or another one.
    """
    told = traced.versions["chunks"].drop_nulls().unique()
    if chunks is None or told.is_empty():
        return None, ()
    if told.to_list() == [chunks.fingerprint()]:
        return IndexListing(frozenset(chunks.frame["item"])), ()
    other = f"the traces say that other chunks were searched than those of {chunks.source}"
    return None, (f"{other}: what is said of chunking and index may be wrong",)


def _plain(name: str) -> pl.Expr:
    return pl.col(name).str.normalize("NFC").str.replace_all(r"\s+", " ").str.strip_chars()
