"""One gold source or one hit, given as an object: what its keys say about where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ragauge.core.anchors import Anchor
from ragauge.core.brief import brief
from ragauge.core.ids import clean_id, is_truth_value
from ragauge.core.nouns import meanings
from ragauge.core.pages import read_pages

CONTAINERS = frozenset(
    {"metadata", "meta", "node", "document", "doc", "payload", "entity", "chunk", "_source", "kwargs"}
)
"""Keys whose value, if it is an object, is read as if its keys stood beside them."""
NAMES = {"id": "chunk", "item": "chunk", "ids": "chunk", "gold": "chunk"}
"""Roles that mean, in an object, the id of what it describes."""
TEXTS = ("chunk", "document", "url", "section", "quote", "answer")
DEEPEST = 4
SHAPES = (("page_content", "metadata"), ("node", "score"), ("content", "meta"), ("text", "metadata"))
MORE = ("id", "id_", "node_id", "score", "start_char_idx", "end_char_idx")
"""Attributes by which objects of the common frameworks are known, and those that are taken besides."""


def as_mapping(entry: Any) -> Any:
    """A document object of LangChain, LlamaIndex or Haystack as a mapping; anything else as it is.

    >>> class Document:
    ...     page_content, metadata = "Насос гудит.", {"source": "a.pdf"}
    >>> as_mapping(Document())
    {'page_content': 'Насос гудит.', 'metadata': {'source': 'a.pdf'}}
    """
    if isinstance(entry, str | int | float | tuple | list | Mapping) or entry is None:
        return entry
    for shape in SHAPES:
        if all(hasattr(entry, name) for name in shape):
            names = (*shape, *(name for name in MORE if hasattr(entry, name)))
            return {name: as_mapping(getattr(entry, name)) for name in names}
    return entry


def anchor_of(entry: Mapping[Any, Any]) -> Anchor:
    """What an object says about its place: ids, pages, section, span, words.

    A key is understood by its name (``core.nouns``), of two keys of one meaning the first with a value counts.
    Pages that follow each other are one range.

    >>> anchor_of({"law_id": "44-ФЗ", "article": "31"}).key()
    '44-ФЗ, § 31'
    >>> anchor_of({"page_content": "…", "metadata": {"source": "a.pdf", "page": 3}}).page_from
    3

    Raises: ValueError in words for a value that cannot be what its key says.
    """
    found: dict[str, Any] = {}
    for role, key, value in sorted(_roles(entry, DEEPEST), key=lambda one: one[1] != "page_label"):
        if value is None or (isinstance(value, str) and not value.strip()) or role in found:
            continue
        try:
            found[role] = _read(role, value)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from error
    if "page" in found:
        found["page_from"], found["page_to"] = found.pop("page")
    elif "page_from" in found:
        found.setdefault("page_to", found["page_from"])
    if "start" in found and "quote" in found and "end" not in found:
        found["end"] = found["start"] + len(found["quote"])
    found.pop("page_to", None) if "page_from" not in found else None
    return Anchor(**{role: value for role, value in found.items() if value is not None})


def _roles(entry: Mapping[Any, Any], depth: int) -> list[tuple[str, str, Any]]:
    """(role, key, value) of an object and of the objects in it that describe it further."""
    found: list[tuple[str, str, Any]] = []
    inner: list[Mapping[Any, Any]] = []
    for key, value in entry.items():
        if isinstance(value, Mapping):
            if str(key).casefold() in CONTAINERS and depth:
                inner.append(value)
            continue
        if key == "id" and "lc" in entry:  # LangChain's name of the class that was written out
            continue
        found += [(NAMES.get(role, role), str(key), value) for role in key_roles(str(key))]
    wanted = {*TEXTS, "page", "page_from", "page_to", "start", "end", "words"}
    found = [("quote" if role == "words" else role, key, value) for role, key, value in found if role in wanted]
    for one in inner:
        found += _roles(one, depth - 1)
    return found


def key_roles(key: str) -> list[str]:
    """The roles that a key of an object may play.

    >>> key_roles("law_id"), key_roles("страница"), key_roles("colour")
    (['document'], ['page'], [])
    """
    return [one.role for one in meanings(key)]


def _read(role: str, value: Any) -> Any:
    if role == "page":
        return page_range(value)
    if role in ("page_from", "page_to"):
        return page_range(value)[0]
    if role in ("start", "end"):
        if not isinstance(value, int) or is_truth_value(value):
            raise ValueError(f"{brief(value)} is no offset")
        return value
    if role == "section" and isinstance(value, list | tuple):
        return " > ".join(str(part) for part in value) or None
    return clean_id(value) if role in TEXTS and role != "quote" else _words(value)


def page_range(value: Any) -> tuple[int, int]:
    """The first and the last page of a cell that names pages without a gap.

    >>> page_range("3–5"), page_range([2, 3])
    ((3, 5), (2, 3))

    Raises: ValueError in words for no pages, or pages with a gap between them.
    """
    if isinstance(value, int) and value == 0 and not is_truth_value(value):
        return 0, 0  # the first page, for tools that count from 0
    ranges = read_pages(value)
    if not ranges:
        raise ValueError(f"no page in {brief(value)}")
    for (_, last), (first, _) in pairwise(ranges):
        if first > last + 1:
            raise ValueError(f"pages with a gap, {brief(value)}; write one entry for each range")
    return ranges[0][0], ranges[-1][1]


def _words(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{brief(value)} is no text")  # noqa: TRY004  (a wrong value in a file)
    return value
