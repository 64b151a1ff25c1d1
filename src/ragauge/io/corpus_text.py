"""The text of a document from its bytes: plain text as it stands, HTML without its tags."""

from __future__ import annotations

import codecs
import re
from html.parser import HTMLParser
from itertools import islice
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.io import decoding
from ragauge.io.decoding import decode
from ragauge.io.legacy_encodings import NOT_ASCII
from ragauge.tables.corpus import one_line_end

if TYPE_CHECKING:
    from collections.abc import Sequence

HTML = frozenset({".html", ".htm", ".xhtml"})
PLAIN_ENDINGS = """
    .md .markdown .mdx .qmd .rmd .txt .text .log .rst .adoc .asciidoc .org .textile .wiki .tex .bib .csv .tsv .json
    .jsonl .ndjson .xml .yaml .yml .toml .ini .cfg .conf .properties .srt .vtt .sql .py .js .ts .java .c .h .cpp .cs
    .go .rs .rb .php .sh
"""
PLAIN = frozenset(PLAIN_ENDINGS.split())
"""Endings of files that are read as they stand, as is a file without an ending."""

CHARSET = re.compile(
    rb"""<(?:meta\b[^>]{0,200}?charset|\?xml\b[^>]{0,90}?encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE
)
HEAD = 2048
SAMPLE = 1500
MARKS = tuple(mark for mark, _ in decoding.MARKS)
DROPPED = frozenset({"script", "style", "template"})
BLOCK_TAGS = """
    address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main nav ol option p pre section select summary table
    tbody tfoot thead title tr ul
"""
BLOCKS = frozenset(BLOCK_TAGS.split())
CELLS = frozenset({"td", "th"})


def is_text(suffix: str) -> bool:
    """Whether a file with this ending (lower case, with the dot) is read as text.

    >>> is_text(".md"), is_text(".html"), is_text(""), is_text(".pdf")
    (True, True, True, False)
    """
    return not suffix or suffix in PLAIN or suffix in HTML


def document_text(data: bytes, suffix: str = "", *, encoding: str | None = None) -> tuple[str, str | None]:
    """The text of a document, and its encoding where that had to be guessed.

    The text is decoded (see ``io.decoding``), has one kind of line end, and HTML as ``html_text`` gives it. A page may
    say itself which encoding it is in; ``encoding`` overrules it.

    >>> document_text("Лампа гудит.\\r\\n".encode())
    ('Лампа гудит.\\n', None)
    >>> document_text('<meta charset="windows-1251"><p>Лампа'.encode("cp1251"), ".html")
    ('Лампа', None)

    Raises: ValueError in words for bytes that are no text.
    """
    if 0 < 4 * data.count(0) < len(data) and (damaged := _with_lost_letters(data)) is not None:
        return damaged, None
    known = encoding or (_declared(data) if suffix in HTML else None)
    guessed = None if known else _guess(data)
    try:
        found = decode(data, "", encoding=known or guessed)
    except InputError as error:
        raise ValueError(error.problems[0].message) from error
    text = one_line_end(found.text)
    if found.how == "detected":
        guessed = found.encoding
    return (html_text(text) if suffix in HTML else text), guessed


def _with_lost_letters(data: bytes) -> str | None:
    """Text in which a parser left NULs in the place of letters: it is damaged, and must be seen to be so."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return one_line_end(text) if all(char.isprintable() or char in "\0\n\r\t\f" for char in text) else None


def _declared(data: bytes) -> str | None:
    """The encoding that an HTML page names, if it is one, and no byte order mark says another."""
    declared = CHARSET.search(data[:HEAD])
    if declared is None or data.startswith(MARKS):
        return None
    name = declared[1].decode("ascii", "replace")
    try:
        codecs.lookup(name)
    except LookupError:
        return None
    return name


def _guess(data: bytes) -> str | None:
    """The encoding of a long text that is not UTF-8, by the first of its lines that are not ASCII: all would take long.

    None where all of the text has to be looked at.
    """
    if len(data) <= 2 * SAMPLE or data.startswith(MARKS) or b"\0" in data:
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return None
    lines = b"\n".join(found[0] for found in islice(NOT_ASCII.finditer(data), SAMPLE))[:SAMPLE]
    try:
        found = decode(lines[: lines.rfind(b" ")], "")
        data.decode(found.encoding)
    except (InputError, UnicodeDecodeError):
        return None
    return found.encoding if found.how == "detected" else None


def html_text(page: str) -> str:
    """What a reader of an HTML page sees, line by line: without tags, scripts and styles.

    Blocks (paragraphs, headings, rows of a table …) stand on lines of their own, cells are parted by a space, white
    space counts as one space except in ``pre``.

    >>> html_text("<h1>Lamp&nbsp;7</h1><script>x()</script><p>It <b>hum</b>s.<br>Off?</p><pre>a\\n  b</pre>")
    'Lamp 7\\nIt hums.\\nOff?\\na\\n  b'
    """
    reader = _PageReader()
    reader.feed(page)
    reader.close()
    return reader.text()


class _PageReader(HTMLParser):
    """Gathers the text of a page; ``\\n`` marks the edge of a block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._words: list[str] = []
        self._dropped = 0
        self._kept_space = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag in DROPPED:
            self._dropped += 1
        elif tag in BLOCKS:
            self._end_line()
            self._kept_space += tag == "pre"
        elif tag in CELLS:
            self._words.append(" ")

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self._end_line()

    def handle_endtag(self, tag: str) -> None:
        if tag in DROPPED:
            self._dropped = max(0, self._dropped - 1)
        elif tag in BLOCKS:
            self._end_line()
            self._kept_space = max(0, self._kept_space - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            self._words.append(data)

    def text(self) -> str:
        self._end_line()
        return "\n".join(self._lines)

    def _end_line(self) -> None:
        words = "".join(self._words)
        self._words.clear()
        line = words.strip("\n").rstrip() if self._kept_space else " ".join(words.split())
        if line.strip():
            self._lines.append(line)
