"""Chunks that are indexed with the title and headings they stand under."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragauge.pipeline.chunking.checks import check_method, check_text
from ragauge.pipeline.chunking.spans import chunks_within

if TYPE_CHECKING:
    from ragauge.core.ports import Chunker
    from ragauge.core.records import Chunk, Document


@dataclass(frozen=True, slots=True)
class TitledChunker:
    r"""Puts the title of the document and the section path before what is indexed; text and span stay as they are.

    - ``inner``: the chunker that makes the chunks;
    - ``title``: the field of the document's metadata that holds its title; where it is not there, there is none;
    - ``separator``: what stands between the title and the headings.

    A title that is the first heading as well is written once. A blank line parts the prefix from the text. Promised:
    what ``inner`` promises; ``embedded`` is set only where there is a prefix.

    >>> from ragauge.core.records import Document
    >>> from ragauge.pipeline.chunking.markdown import MarkdownChunker
    >>> text = Document("lamps.md", "## Cover\nTwo years.", {"title": "Lamps"})
    >>> [chunk] = TitledChunker(MarkdownChunker())(text)
    >>> chunk.text, chunk.embedded
    ('## Cover\nTwo years.', 'Lamps > Cover\n\n## Cover\nTwo years.')

    Raises: InputError for a parameter that cannot be, or chunks of ``inner`` that do not stand where they say.
    """

    inner: Chunker
    title: str = "title"
    separator: str = " > "

    def __post_init__(self) -> None:
        check_method("inner", self.inner, "a chunker")
        check_text("title", self.title)
        check_text("separator", self.separator)

    def __call__(self, document: Document, /) -> list[Chunk]:
        """The chunks in order; none of an empty document."""
        title = str(document.metadata.get(self.title, "")).strip()
        return [self._with_prefix(made, title) for made in chunks_within(self.inner, document, 0, len(document.text))]

    def _with_prefix(self, made: Chunk, title: str) -> Chunk:
        path = made.section if made.section[:1] == (title,) else (title, *made.section)
        prefix = self.separator.join(part for part in path if part)
        return replace(made, embedded=f"{prefix}\n\n{made.indexed}") if prefix else made
