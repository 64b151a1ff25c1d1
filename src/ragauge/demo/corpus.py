"""Reading the embedded documents and golden questions."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

from ragauge.core.records import Document
from ragauge.golden.reading.rows import golden_from_rows

if TYPE_CHECKING:
    from ragauge.tables.golden import Golden

MARK = "+++\n"


def demo_documents() -> list[Document]:
    """The documents, by id.

    >>> len(demo_documents())
    72
    """
    folder = files("ragauge.demo") / "corpus"
    pages = sorted((page for page in folder.iterdir() if page.name.endswith(".md")), key=lambda page: page.name)
    return [_document(page.name.removesuffix(".md"), page.read_text(encoding="utf-8")) for page in pages]


def demo_golden() -> Golden:
    """The golden questions: needs as documents with quotes, types, languages, filters.

    >>> len(demo_golden())
    108
    """
    text = (files("ragauge.demo") / "golden.jsonl").read_text(encoding="utf-8")
    rows = [(number, json.loads(line)) for number, line in enumerate(text.splitlines(), start=1)]
    return golden_from_rows(rows, source="demo golden set")


def _document(name: str, text: str) -> Document:
    _, front, body = text.split(MARK, 2)
    metadata = {key: str(value) for key, value in tomllib.loads(front).items()}
    return Document(name, body.strip(), metadata)
