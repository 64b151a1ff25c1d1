"""The blocks of a Markdown text: headings, fenced code, tables, lists, paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["heading", "rows", "list", "prose"]

_LINE = re.compile(r"[^\n\r]*+(?:\r\n|[\n\r]|\Z)")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t](.*))?")
_HTML = re.compile(r"[ \t]*<h([1-6])(?:\s[^>]*)?>(.*?)</h\1\s*>[ \t]*", re.IGNORECASE)
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})([^`]*)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S")
_DELIMITER = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+")
_OPENED = re.compile(r"[ \t]*<(table|ul|ol|dl|pre)\b", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Block:
    """A block and where it stands; ``level`` and ``title`` are those of a heading, ``level`` 0 of anything else."""

    kind: Kind
    start: int
    end: int
    level: int = 0
    title: str = ""


def blocks(text: str) -> Iterator[Block]:
    r"""The blocks in order, which together hold every line that is not blank.

    >>> text = "# Lamps\nTwo years.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n- one\n- two\n"
    >>> [(block.kind, block.title or text[block.start:block.end]) for block in blocks(text)][1:3]
    [('prose', 'Two years.\n'), ('rows', '| a | b |\n|---|---|\n| 1 | 2 |\n')]
    """
    return _Reader(text).read()


class _Reader:
    """Line after line; each block is read to its end from its first line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [match.span() for match in _LINE.finditer(text) if match.end() > match.start()]
        self._unclosed: set[str] = set()

    def read(self) -> Iterator[Block]:
        place = 0
        while place < len(self._lines):
            if not self._line(place).strip():
                place += 1
                continue
            kind, last, level, title = self._block(place)
            yield Block(kind, self._lines[place][0], self._lines[last - 1][1], level, title)
            place = last

    def _line(self, place: int) -> str:
        if place >= len(self._lines):
            return ""
        start, end = self._lines[place]
        return self._text[start:end].rstrip("\r\n")

    def _block(self, place: int) -> tuple[Kind, int, int, str]:
        """The kind of the block that begins at a line, the line after it, its level and title."""
        line = self._line(place)
        if heading := _heading(line):
            return "heading", place + 1, *heading
        if _FENCE.fullmatch(line):
            return "rows", self._fence(place), 0, ""
        if self._is_table(place):
            return "rows", self._table(place), 0, ""
        if (opened := _OPENED.match(line)) and (last := self._closed(place, opened[1].lower())):
            return "rows", last, 0, ""
        if _ITEM.match(line):
            return "list", self._list(place), 0, ""
        return self._prose(place)

    def _fence(self, place: int) -> int:
        opening = _FENCE.fullmatch(self._line(place))
        mark = opening[1] if opening else ""
        close = re.compile(rf"[ \t]*{re.escape(mark[:1])}{{{len(mark)},}}[ \t]*")
        for last in range(place + 1, len(self._lines)):
            if close.fullmatch(self._line(last)):
                return last + 1
        return len(self._lines)

    def _is_table(self, place: int) -> bool:
        line, under = self._line(place), self._line(place + 1)
        return "|" in line and "|" in under and _DELIMITER.fullmatch(under) is not None

    def _table(self, place: int) -> int:
        last = place + 2
        while last < len(self._lines) and "|" in self._line(last) and not _heading(self._line(last)):
            last += 1
        return last

    def _closed(self, place: int, tag: str) -> int | None:
        """The line after the one that closes an HTML element; the first closing tag counts."""
        if tag in self._unclosed:
            return None
        for last in range(place, len(self._lines)):
            if f"</{tag}" in self._line(last).lower():
                return last + 1
        self._unclosed.add(tag)
        return None

    def _list(self, place: int) -> int:
        last = place + 1
        while last < len(self._lines):
            line = self._line(last)
            if not line.strip():
                after = self._line(last + 1)
                if not (_ITEM.match(after) or (after.strip() and after.startswith(("  ", "\t")))):
                    return last
                last += 1
            elif _FENCE.fullmatch(line):
                if not line[0].isspace():
                    return last
                last = self._fence(last)
            elif not line[0].isspace() and (_heading(line) or self._is_table(last)):
                return last
            else:
                last += 1
        return last

    def _prose(self, place: int) -> tuple[Kind, int, int, str]:
        last = place + 1
        while last < len(self._lines):
            line = self._line(last)
            if underline := _UNDERLINE.fullmatch(line):
                title = " ".join(self._line(row).strip() for row in range(place, last))
                return "heading", last + 1, 1 if underline[1][0] == "=" else 2, title
            if not line.strip() or self._begins(last):
                break
            last += 1
        return "prose", last, 0, ""

    def _begins(self, place: int) -> bool:
        line = self._line(place)
        begun = _heading(line) or _FENCE.fullmatch(line) or _ITEM.match(line) or _OPENED.match(line)
        return bool(begun) or self._is_table(place)


def _heading(line: str) -> tuple[int, str] | None:
    if found := _ATX.fullmatch(line):
        title = (found[2] or "").strip()
        opened = title.rstrip("#")  # "# Title ##" is closed, "# C#" is not
        return len(found[1]), opened.rstrip() if opened[-1:].strip() == "" else title
    if found := _HTML.fullmatch(line):
        return int(found[1]), " ".join(_TAG.sub("", found[2]).split())
    return None


def list_items(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    r"""The items of a list, each with what is indented below it.

    >>> list(list_items("- a\n  - b\n- c", 0, 13))
    [(0, 10), (10, 13)]
    """
    indent, first = None, start
    for match in _LINE.finditer(text, start, end):
        line = match[0]
        own = len(line) - len(line.lstrip(" \t"))
        if _ITEM.match(line) and (indent is None or own <= indent):
            if match.start() > first:
                yield first, match.start()
            indent, first = own, match.start()
    if end > first:
        yield first, end
