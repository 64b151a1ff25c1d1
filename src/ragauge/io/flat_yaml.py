"""The part of YAML that is a list of fields: ``name: value``, with values that are scalars or lists of scalars."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from ragauge.core.brief import brief
from ragauge.core.scalars import bare_value
from ragauge.io.plain_values import plain_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.io.plain_values import Field, Plain

_QUOTED = r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""
_BARE = r"""[^\s"'#\[\]{},&*!|>%@`?:-](?:[^:#]|:(?=\S)|(?<=\S)#){0,200}?"""
_FIELD = re.compile(rf"(?P<name>{_QUOTED}|{_BARE})[ \t]*:(?:[ \t]+(?P<value>.*))?")
_TEXT = re.compile(rf"(?P<written>{_QUOTED})(?:[ \t]+\#.*)?[ \t]*")
_REMARK = re.compile(r"[ \t]#")
_ESCAPE = re.compile(
    r"\\(?:x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<sign>.))", re.DOTALL
)
SIGNS = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b", " ": " ",
    "/": "/", "\\": "\\", '"': '"', "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
SPACE = " \t"
_ITEM = re.compile(rf"\s*(?P<written>{_QUOTED}|[^,\"'\[\]{{}}\s][^,\[\]{{}}]*?)\s*(?:,|$)")
_LIST = re.compile(r"\[(?P<items>.*)\](?:\s+\#.*)?")
NULLS = frozenset({"", "~", "null", "Null", "NULL"})
MARKS = "[]{}&*!|>%@`"
"""Signs with which a plain scalar does not begin: lists, mappings, anchors, tags, texts of several lines."""


def read_flat_yaml(text: str) -> tuple[dict[str, Field], tuple[str, ...]]:
    """The fields, and in words what was passed over: mappings, texts of several lines, anchors, names that stand twice.

    >>> read_flat_yaml("title: 'It''s: here'  # as printed\\nyears:\\n- 2024\\n- 2025\\nnote: |\\n  two\\n  lines\\n")
    ({'title': "It's: here", 'years': (2024, 2025)}, ("'note' is no single value or list of values",))
    >>> read_flat_yaml("A quiet lamp.\\n")
    ({}, ("line 1 is no field: 'A quiet lamp.'",))
    """
    lines = text.split("\n")
    found: dict[str, Field | None] = {}
    doubts: dict[str, None] = {}
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if _is_idle(line):
            continue
        match = _FIELD.fullmatch(line)
        if match is None:
            return {}, (f"line {place} is no field: {brief(line.strip())}",)
        end = next((at for at in range(place, len(lines)) if not _is_below(lines[at])), len(lines))
        below, place = [one for one in lines[place:end] if not _is_idle(one)], end
        name = match["name"]
        try:
            name = _unquoted(name)
            value = _value((match["value"] or "").strip(SPACE), below)
        except ValueError as error:
            doubts[f"{brief(name)} {error}"] = None
            value = None
        if name in found:
            doubts[f"{brief(name)} stands twice"] = value = None
        found[name] = value
    return {name: value for name, value in found.items() if value is not None}, tuple(doubts)


def _is_idle(line: str) -> bool:
    """Whether a line is blank or a remark."""
    return not line.strip(SPACE) or line.lstrip(SPACE).startswith("#")


def _is_below(line: str) -> bool:
    """Whether a line goes on with the field above it."""
    return _is_idle(line) or line[0] in " \t" or line == "-" or line.startswith("- ")


def _value(written: str, below: Sequence[str]) -> Field | None:
    if written.startswith("#"):
        written = ""
    if not below:
        return _single(written)
    dashed = [line.strip(SPACE) for line in below]
    indents = {len(line) - len(line.lstrip(SPACE)) for line in below}
    if written or len(indents) > 1 or not all(line == "-" or line.startswith("- ") for line in dashed):
        raise ValueError("is no single value or list of values")
    return plain_value([_scalar(line[1:].strip(SPACE)) for line in dashed])


def _single(written: str) -> Field | None:
    if not written.startswith("["):
        return plain_value(_scalar(written))
    found = _LIST.fullmatch(written)
    if found is None:
        raise ValueError("is no list that can be read")
    items = found["items"].strip(SPACE).removesuffix(",")
    listed, place = [], 0
    while place < len(items):
        item = _ITEM.match(items, place)
        if item is None:
            raise ValueError("is no list of single values")
        listed.append(_scalar(item["written"]))
        place = item.end()
    return plain_value(listed)


def _scalar(written: str) -> Plain | None:
    """A value: in quotes a text, else as ``bare_value`` has it; None is no value."""
    if written.startswith(("'", '"')):
        found = _TEXT.fullmatch(written)
        if found is None:
            raise ValueError("has quotes that do not close, or more behind them")
        return _unquoted(found["written"])
    plain = _REMARK.split(written, maxsplit=1)[0].rstrip(SPACE)
    if plain in NULLS:
        return None
    if plain[0] in MARKS or plain.startswith(("- ", "? ")) or ": " in plain or plain.endswith(":"):
        raise ValueError("is no single value or list of values")
    return bare_value(plain)


def _unquoted(written: str) -> str:
    if written[0] == "'":
        return written[1:-1].replace("''", "'")
    if written[0] != '"':
        return written
    return _ESCAPE.sub(_escaped, written[1:-1])


def _escaped(found: re.Match[str]) -> str:
    code = found["x"] or found["u"] or found["U"]
    text = SIGNS.get(found["sign"]) if code is None else _char(int(code, 16))
    if text is None:
        raise ValueError("has an escape that is not known")
    return text


def _char(code: int) -> str | None:
    """The character of a code; None for one that is no character, or half of one."""
    return chr(code) if code <= sys.maxunicode and not 0xD800 <= code <= 0xDFFF else None
