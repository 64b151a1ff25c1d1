"""Chunks that are pages."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragauge.pipeline.chunking.checks import check_method
from ragauge.pipeline.chunking.spans import Span, chunks_within, cut_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.ports import Chunker
    from ragauge.core.records import Chunk, Document

MARK = re.compile(r"<!--[ \t]*+page[ \t]*+[:=]?[ \t]*+([0-9]{1,7})[ \t]*+-->", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageChunker:
    r"""One chunk a page, or the chunks that another chunker makes of each page; all know their page.

    Pages begin at marks ``<!-- page 12 -->``; what stands before the first mark has no page. Where there is no mark,
    form feeds part the pages, counted from 1; without either, all is page 1.

    - ``inner``: a chunker for the text of a page; None keeps pages whole.

    Promised: what ``inner`` promises, of all but the marks; no chunk goes over the end of a page.

    >>> from ragauge.core.records import Document
    >>> [(chunk.text, chunk.page) for chunk in PageChunker()(Document("a.pdf", "First.\fSecond."))]
    [('First.', 1), ('Second.', 2)]
    >>> marked = Document("a.pdf", "Cover <!-- page 7 --> Seven.")
    >>> [(chunk.text, chunk.page) for chunk in PageChunker()(marked)]
    [('Cover', None), ('Seven.', 7)]

    Raises: InputError where ``inner`` is no chunker, or gives chunks that do not stand where they say.
    """

    inner: Chunker | None = None

    def __post_init__(self) -> None:
        if self.inner is not None:
            check_method("inner", self.inner, "a chunker")

    def __call__(self, document: Document, /) -> list[Chunk]:
        """The chunks in order; none of an empty page."""
        return [
            replace(made, page=page) for span, page in _pages(document.text) for made in self._of_page(document, span)
        ]

    def _of_page(self, document: Document, span: Span) -> list[Chunk]:
        return cut_out(document, [span]) if self.inner is None else chunks_within(self.inner, document, *span)


def _pages(text: str) -> Iterator[tuple[Span, int | None]]:
    marks = list(MARK.finditer(text))
    if marks:
        yield (0, marks[0].start()), None
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            yield (mark.end(), following.start() if following else len(text)), int(mark[1])
        return
    start = 0
    for page, part in enumerate(text.split("\f"), start=1):
        yield (start, start + len(part)), page
        start += len(part) + 1
