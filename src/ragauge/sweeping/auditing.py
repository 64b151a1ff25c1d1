"""What can be seen of chunks without a question: boundaries that cut something, and texts that are there twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.metrics.chunking.boundaries import cuts_of, uncut
from ragauge.pipeline.chunking.blocks import blocks
from ragauge.pipeline.chunking.sentence_ends import sentence_spans
from ragauge.pipeline.chunking.spans import trimmed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import polars as pl

    Span = tuple[int, int]


def whole_units(text: str) -> list[Span]:
    """What a cut should not go through: sentences, and the tables, lists and blocks of code of a Markdown text.

    >>> text = "One. Two.\\n\\n- a\\n- b\\n"
    >>> [text[start:end] for start, end in whole_units(text)]
    ['- a\\n- b', 'One.', 'Two.']
    """
    kept: list[Span] = []
    prose: list[Span] = []
    for block in blocks(text):
        whole = block.kind in ("rows", "list")
        (kept if whole else prose).append(trimmed(text, block.start, block.end))
    return kept + [span for part in prose for span in sentence_spans(text, *part)]


def uncut_share(chunks: pl.DataFrame, documents: Mapping[str, str]) -> float | None:
    """Share of the boundaries within documents that cut nothing; None where no document is cut."""
    spans: dict[str, list[Span]] = {}
    for document, start, end in chunks.select("document", "start", "end").iter_rows():
        spans.setdefault(document, []).append((start, end))
    cuts = fine = 0
    for document, held in spans.items():
        places = cuts_of(held)
        if places:
            cuts += len(places)
            fine += uncut(places, whole_units(documents[document]))
    return fine / cuts if cuts else None


def duplicate_share(texts: Collection[str]) -> float:
    """Share of texts that repeat an earlier one letter by letter.

    >>> duplicate_share(["a", "b", "a", "a"])
    0.5
    """
    return 1 - len(set(texts)) / len(texts) if texts else 0.0
