"""Ids of parts: chunks and pages that carry the name of their document in front.

A mark is taken off only where it cannot belong to the document's own name. Behind a file extension a number is
enough (``doc.pdf_12``); behind a bare name it takes a word for a part (``doc_chunk_3``), or ``#`` or ``::``. So
``doc-3``, ``section-1.2`` and ``Doc (2)`` stay documents of their own, and so does all that ends like a file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ragauge.golden.ids.folding import EXTENSIONS, has_extension

if TYPE_CHECKING:
    from collections.abc import Iterable

DEEPEST = 4
"""A document, its page, its chunk and its sentence: a name is not taken apart any further."""

_EXTENSION = "|".join(sorted(EXTENSIONS, key=len, reverse=True))
_WORD = "chunks?|pages?|passage|paragraph|para|seite|p[aá]gina|чанк|фрагмент|страница|стр|абзац|ページ|页|頁"
_SHORT = f"{_WORD}|section|segment|split|node|part|row|lines?|slide|sheet|block|pp?|pg|s|с"
_COUNT = r"\d+(?:\s?(?:/|of|из|von|-|–|\.\.)\s?\d+)?"
_BY_WORD = rf"(?:{_SHORT})\.?[\s_=:\-]*{_COUNT}"
_NAMED = rf"(?:{_BY_WORD}|{_COUNT})"
_FILE = rf".+\.(?:{_EXTENSION})"
_GAP = r"[\s_\-/:|,@?]+"
_PARTS = [
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"({_FILE}(?:{_GAP}{_NAMED})*){_GAP}{_NAMED}",  # doc.pdf_12, doc.pdf:p3, doc.pdf/3, doc.pdf, p. 3
        rf"(.+?)[\s_\-./:|]+(?:{_WORD})[\s_\-./:=#]*{_COUNT}",  # doc_chunk_3, doc-chunk-3, doc/page/3
        rf"(.+?)\s*(?:\[\s*{_BY_WORD}\s*\]|\(\s*{_BY_WORD}\s*\))",  # Doc.pdf [chunk 1/9], Doc (page 3)
        rf"({_FILE}|https?://.+?|[^#]+/[^#]+)#\w[^#]*",  # doc.pdf#page=3, doc.md#refunds, https://example.org/a#top
        rf"(.+?)(?:#|::){_NAMED}",  # doc#12, doc#chunk-3, doc::12
        rf"({_FILE})(?:::.+?|\s*\[\s*\d+\s*\])",  # doc.md::Refunds, doc.pdf [3]
    )
]
_MAYBE = re.compile(rf"#|::|\.(?:{_EXTENSION})(?:_|[^\w.\0])|(?:{_WORD})[\s_\-./:=#]*\d")


def document_of(name: str) -> str | None:
    """The id without its last mark of a part, or None where it has none.

    >>> document_of("Отчёт.pdf#page=3"), document_of("doc_chunk_3"), document_of("Doc.pdf [chunk 1/9]")
    ('Отчёт.pdf', 'doc', 'Doc.pdf')
    >>> document_of("doc-3"), document_of("section-1.2"), document_of("C#-guide.pdf"), document_of("Doc (2)")
    (None, None, None, None)
    """
    if _MAYBE.search(name.casefold()) is None or has_extension(name):
        return None
    for part in _PARTS:
        found = part.fullmatch(name)
        if found:
            return found[1].strip() or None
    return None


def parts_among(names: Iterable[str]) -> dict[str, list[str]]:
    """The names that are ids of parts, each with what ``documents_of`` says of it; quick where there are few.

    >>> parts_among(["a.pdf#page=3", "a.pdf", "doc-17"])
    {'a.pdf#page=3': ['a.pdf']}
    """
    likely = [name for name in names if "#" in name or not name[-1:].isalpha() or "::" in name]
    alike = list(map(_alike, likely))
    different = dict.fromkeys(alike)
    if _MAYBE.search("\0".join(different).casefold()) is None:
        return {}
    documents = {name: found for name in different if (found := documents_of(name))}
    return {name: documents[key] for name, key in zip(likely, alike, strict=True) if key in documents}


def _alike(name: str) -> str:
    """The name with another number at its end: which number it is says nothing about whose part it is.

    No mark ends within the digits that a name ends with, and no extension has any.
    """
    head = name.rstrip("0123456789")
    return name if len(head) == len(name) else f"{head}0"


def documents_of(name: str) -> list[str]:
    """The ids that this one is a part of: the nearest first, the document last.

    >>> documents_of("doc.pdf#page=3_chunk_2")
    ['doc.pdf#page=3', 'doc.pdf']
    >>> documents_of("doc.pdf")
    []
    """
    found: list[str] = []
    while len(found) < DEEPEST and (document := document_of(found[-1] if found else name)):
        found.append(document)
    return found
