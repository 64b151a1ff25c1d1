"""One row of a table of chunks into the place of a chunk."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.core.anchors import Anchor
from ragauge.core.brief import brief
from ragauge.core.entry_anchors import page_range
from ragauge.core.errors import Problem
from ragauge.core.ids import clean_id, is_truth_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ragauge.golden.chunks.columns import Flat

PATH = " > "
SHOWN_ROLES = ("id", "text", "document", "url", "page", "page_from", "page_to", "section", "start", "end")


@dataclass(slots=True)
class ChunkReader:
    """Reads rows one by one; what is wrong goes to ``problems``, what is worth a note is counted."""

    columns: Mapping[str, Sequence[str]]
    headings: Sequence[str]
    source: str
    problems: list[Problem]
    shift: int = 0
    count: Counter[str] = field(default_factory=Counter)

    def read(self, line: int, row: Flat) -> Anchor | None:
        """The place of a chunk, None where something in the row is wrong."""
        before = len(self.problems)
        found = {role: self._value(role, line, row, reader) for role, reader in READERS.items() if self.columns[role]}
        text = found.get("text")
        pages = self._pages(line, row)
        start, end = self._span(found.get("start"), found.get("end"), text)
        section = found.get("section")
        if section is None and self.headings:
            section = PATH.join(str(row[name]).strip() for name in self.headings if name in row) or None
        url, document = found.get("url"), found.get("document")
        if url is None and document is not None and document.startswith(("http://", "https://")):
            url = document
        if len(self.problems) > before:
            return None
        return Anchor(found.get("id"), document, url, *pages, section, start, end, text)

    def notes(self, columns: Mapping[str, Sequence[str]], chunks: int, *, shifted: bool) -> Iterator[str]:
        """How the table was read, in sentences."""
        used = (f"{role} = {' or '.join(columns[role])}" for role in SHOWN_ROLES if columns[role])
        yield f"{chunks} chunks; read as {', '.join(used)}"
        if self.count["page 0"] and not shifted:
            start = f"page 0 stands in {self.count['page 0']} chunks: the first page seems to be counted as 0"
            yield f"{start}, so pages may be one too low; --page-offset -1 (or first_page=0 of chunk_table) says so"
        if shifted:
            yield f"every page was raised by {self.shift}, as the table was said to count from {1 - self.shift}"
        for key, words in NOTES.items():
            if self.count[key]:
                yield words.format(self.count[key])

    def _value(self, role: str, line: int, row: Flat, reader: Callable[[Any], Any]) -> Any:
        for name in self.columns[role]:
            if name in row:
                try:
                    value = reader(row[name])
                except ValueError as error:
                    self.problems.append(Problem(str(error), self.source, line, name))
                    return None
                if value is not None:
                    return value
        return None

    def _pages(self, line: int, row: Flat) -> tuple[int | None, int | None]:
        pages = self._value("page", line, row, self._page)
        if pages is None:
            first, last = (self._value(role, line, row, self._page) for role in ("page_from", "page_to"))
            if first is None:
                return None, None
            pages = (first[0], (last or first)[1])
        if pages[1] < pages[0]:
            self.problems.append(Problem(f"pages from {pages[0]} to {pages[1]}", self.source, line))
        self.count["page 0"] += pages[0] == 0
        return pages[0] + self.shift, pages[1] + self.shift

    def _page(self, value: Any) -> tuple[int, int] | None:
        if isinstance(value, int | float) and not is_truth_value(value) and value == int(value):
            return int(value), int(value)
        text = str(value).strip() if isinstance(value, str) else ""
        if text.isdecimal():
            return int(text), int(text)
        if text.isalpha():  # a printed page, like iv
            self.count["page labels"] += 1
            return None
        return page_range(value)

    def _span(self, start: int | None, end: int | None, text: str | None) -> tuple[int | None, int | None]:
        """Start and end, both or none of them."""
        if start is None:
            return None, None
        if start < 0:
            self.count["negative"] += 1
            return None, None
        if end is None and text is not None:
            end = start + len(text)
        if end is None or end <= start or (text is not None and end - start != len(text)):
            self.count["odd spans"] += 1
            return None, None
        return start, end


NOTES = {
    "negative": "{} chunks have an offset below 0, which is no place: it is taken as unknown",
    "odd spans": "{} chunks have offsets that do not fit the length of their text: they are taken as unknown",
    "page labels": "{} pages are no numbers (iv, A): they are taken as unknown",
    "unnamed": "{} chunks have no id and are named after their document and start, or their row",
    "repeated": "{} rows repeat a chunk and count once",
}


def _text(value: Any) -> str | None:
    if not isinstance(value, str):
        raise ValueError(f"{brief(value)} is no text")  # noqa: TRY004  (a wrong value in a file)
    return value


def _offset(value: Any) -> int | None:
    if isinstance(value, str) and value.strip().removeprefix("-").isdecimal():
        return int(value)
    if isinstance(value, int | float) and not is_truth_value(value) and value == int(value):
        return int(value)
    raise ValueError(f"{brief(value)} is no offset in characters")


def _section(value: Any) -> str | None:
    """A path of headings; also as a list, or with slashes around it as LlamaIndex writes it."""
    if isinstance(value, list | tuple):
        return PATH.join(str(part).strip() for part in value) or None
    text = str(value).strip()
    if len(text) > 1 and text.startswith("/") and text.endswith("/"):
        return PATH.join(part for part in text.split("/") if part)
    return text.strip("/") or None


READERS: dict[str, Callable[[Any], Any]] = {
    "id": clean_id,
    "text": _text,
    "document": clean_id,
    "url": clean_id,
    "section": _section,
    "start": _offset,
    "end": _offset,
}
