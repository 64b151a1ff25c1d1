"""What the columns of a table of chunks mean, also where a framework hides them in an object of metadata."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.json_text import parse_json
from ragauge.core.nouns import NOUNS, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable

Flat = dict[str, Any]

CONTAINERS = frozenset(
    {"metadata", "meta", "payload", "extra_info", "properties", "node", "document", "chunk", "entity", "loc"}
) | {"source"}
"""Columns whose value, if it is an object, is read as if its keys were columns."""
DEEPEST = 3
LONGEST_DICT = 1 << 16
HEADING = re.compile(r"(?:header|heading|h)_?([1-6])")
"""The columns that a splitter at Markdown or HTML headings makes, one for each level."""

FIRST = {
    "id": "chunk_id node_id id element_id point_id uid uuid ид номер",
    "text": "text content page_content chunk_text chunk body passage текст фрагмент чанк содержание",
    "document": "document document_id doc_id docid doc source file_path filepath path file file_name filename",
    "page": "page page_number page_range pages",
    "section": "section header_path section_path heading header",
    "start": "start start_index start_char_idx char_start split_idx_start",
    "end": "end end_index end_char_idx char_end split_idx_end",
}
"""The names that are looked at first, best first; then come all others of ``core.nouns``."""
LAST = {"document": "source_id parent parent_id parent_document ref_doc_id"}
"""Names of the document that frameworks also use for ids of their own."""
ROLES = ("id", "text", "document", "url", "page", "page_from", "page_to", "section", "start", "end")


def _ranked(role: str) -> dict[str, int]:
    last = LAST.get(role, "").split()
    more = [] if role in ("id", "text") else NOUNS.get(role, "").split()
    names = [*FIRST.get(role, "").split(), *(name for name in more if name not in last), *last]
    return {name: place for place, name in reversed(list(enumerate(names)))}


RANKS = {role: _ranked(role) for role in ROLES}


def flat_row(row: Mapping[str, Any]) -> Flat:
    """The row with the keys of its metadata beside its own, each under its dotted name; missing values left out.

    >>> flat_row({"page_content": "The lamp hums.", "metadata": {"source": "a.pdf", "loc": {"pageNumber": 3}}})
    {'page_content': 'The lamp hums.', 'metadata.source': 'a.pdf', 'metadata.loc.pageNumber': 3}
    >>> flat_row({"id": 1, "metadata": "{'source': 'a.pdf', 'page': 0}"})
    {'id': 1, 'metadata.source': 'a.pdf', 'metadata.page': 0}

    Raises: ValueError in words for metadata that starts like an object and is none.
    """
    if "lc" in row and isinstance(row.get("kwargs"), Mapping):  # how LangChain writes its own objects
        row = row["kwargs"]
    flat: Flat = {}
    _flatten(row, "", flat, DEEPEST)
    return flat


def role_columns(names: Iterable[str]) -> dict[str, list[str]]:
    """For each role the columns that play it, best first; those of the row itself before those of its metadata.

    >>> found = role_columns(["id", "metadata.source", "metadata.file_path", "metadata.page_label", "text"])
    >>> found["document"], found["page"], found["start"]
    (['metadata.source', 'metadata.file_path'], ['metadata.page_label'], [])
    """
    names = list(names)
    return {
        role: sorted((n for n in names if _rank(role, n) is not None), key=lambda n: _place(role, n)) for role in ROLES
    }


def heading_columns(names: Iterable[str]) -> list[str]:
    """The columns that hold one level of headings each, the highest first.

    >>> heading_columns(["metadata.Header 2", "metadata.Header 1", "text"])
    ['metadata.Header 1', 'metadata.Header 2']
    """
    levels = {name: HEADING.fullmatch(_own(name)) for name in names}
    return sorted((name for name, level in levels.items() if level), key=lambda name: _own(name)[-1])


def _flatten(row: Mapping[str, Any], prefix: str, flat: Flat, depth: int) -> None:
    for key, value in row.items():
        if value is None or value == "":
            continue
        name = f"{prefix}{key}"
        if str(key).casefold() in CONTAINERS and depth:
            inner = _as_object(value)
            if isinstance(inner, Mapping):
                _flatten(inner, f"{name}.", flat, depth - 1)
                continue
        flat[name] = value


def _as_object(value: Any) -> Any:
    """Metadata in one cell of a table: JSON, or as Python writes a dict; anything else as it is."""
    if not isinstance(value, str) or not value.startswith("{") or not value.endswith("}"):
        return value
    try:
        return parse_json(value)
    except ValueError:
        pass
    try:
        return ast.literal_eval(value[:LONGEST_DICT])
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise ValueError(f"neither JSON nor a Python dict: {brief(value)}") from None


@cache
def _own(name: str) -> str:
    return plain_name(name.rpartition(".")[2])


def _rank(role: str, name: str) -> int | None:
    return RANKS[role].get(_own(name))


def _place(role: str, name: str) -> tuple[bool, int, int]:
    rank = RANKS[role][_own(name)]
    weak = _own(name) in LAST.get(role, "").split()
    return weak, name.count("."), rank
