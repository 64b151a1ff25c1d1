"""Chunks along the structure of a Markdown text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.pipeline.chunking.blocks import Block, Kind, blocks, list_items
from ragauge.pipeline.chunking.checks import check_sizes
from ragauge.pipeline.chunking.pieces import PROSE, ROWS, Splitter, merged, pieces
from ragauge.pipeline.chunking.rulers import make_ruler
from ragauge.pipeline.chunking.spans import Span, cut_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.records import Chunk, Document
    from ragauge.pipeline.chunking.checks import Unit
    from ragauge.pipeline.chunking.rulers import Ruler

Path = tuple[str, ...]
_SPLITTERS: dict[Kind, tuple[Splitter, ...]] = {
    "prose": PROSE, "heading": PROSE, "rows": ROWS, "list": (list_items, *PROSE),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MarkdownChunker:
    r"""Cuts between sections and blocks; tables, lists and fenced code stay whole where they fit.

    Headings are ``#`` lines, underlined lines, and ``<h1>`` to ``<h6>`` on one line; the chunk has the path of
    headings that it stands under. A heading goes with what follows it, headings above it without text of their own
    too. Blocks of one section are merged up to the size. What does not fit is cut: tables and code between lines,
    lists between items, paragraphs between sentences, and what is still too large between words. HTML ``<table>``,
    ``<ul>``, ``<ol>``, ``<dl>`` and ``<pre>`` that begin a line are kept whole as well.

    - ``size``: the most a chunk holds, in ``unit``;
    - ``overlap``: the most of its end that the next chunk of the same section begins with, in ``unit``;
    - ``unit``: ``words``, ``chars`` (code points) or a function that counts the tokens of a text.

    Promised: every character that is no white space is in a chunk; no chunk holds text of two sections, but for
    headings; none is larger than ``size``, unless a single code point is.

    >>> from ragauge.core.records import Document
    >>> text = Document("lamps.md", "# Lamps\n\n## Cover\nTwo years.\n\n## Care\n- Dust\n- Do not wash")
    >>> for chunk in MarkdownChunker()(text): print(chunk.section, repr(chunk.text))
    ('Lamps', 'Cover') '# Lamps\n\n## Cover\nTwo years.'
    ('Lamps', 'Care') '## Care\n- Dust\n- Do not wash'

    Raises: InputError for a parameter that cannot be.
    """

    size: int = 200
    overlap: int = 0
    unit: Unit = "words"

    def __post_init__(self) -> None:
        check_sizes(self.size, self.overlap, self.unit)

    def __call__(self, document: Document, /) -> list[Chunk]:
        """The chunks in order; none of an empty document."""
        text = document.text
        ruler = make_ruler(text, self.unit)
        return [
            made
            for section, found in _sections(text)
            for made in cut_out(document, self._spans(ruler, text, found), section)
        ]

    def _spans(self, ruler: Ruler, text: str, found: list[Block]) -> Iterator[Span]:
        return merged(ruler, text, self._parts(ruler, text, found), self.size, self.overlap)

    def _parts(self, ruler: Ruler, text: str, found: list[Block]) -> list[Span]:
        """The pieces of the blocks of a section, its headings as one with the first piece where both fit."""
        heads = [block for block in found if block.kind == "heading"]
        body = [
            piece
            for block in found[len(heads) :]
            for piece in pieces(ruler, text, (block.start, block.end), _SPLITTERS[block.kind], self.size)
        ]
        if not heads:
            return body
        if body and ruler.length(heads[0].start, body[0][1]) <= self.size:
            return [(heads[0].start, body[0][1]), *body[1:]]
        return [*pieces(ruler, text, (heads[0].start, heads[-1].end), PROSE, self.size), *body]


def _sections(text: str) -> Iterator[tuple[Path, list[Block]]]:
    """The blocks under each path of headings, its headings first, with those above that have no text of their own."""
    levels: list[tuple[int, str]] = []
    held: list[Block] = []
    for block in blocks(text):
        if block.kind == "heading":
            if held and (held[-1].kind != "heading" or held[-1].level >= block.level):
                yield _path(levels), held
                held = []
            levels = [*(above for above in levels if above[0] < block.level), (block.level, block.title)]
        held.append(block)
    if held:
        yield _path(levels), held


def _path(levels: list[tuple[int, str]]) -> Path:
    return tuple(title for _, title in levels if title)
