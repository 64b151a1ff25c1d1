"""One gold source or one hit, given as an object: what its keys say about where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

from ragauge.core.anchors import Anchor
from ragauge.core.brief import brief
from ragauge.core.ids import clean_id, is_truth_value
from ragauge.core.nouns import meanings
from ragauge.core.pages import LAST, Range, read_pages

CONTAINERS = frozenset(
    {"metadata", "meta", "node", "document", "doc", "payload", "entity", "chunk", "_source", "kwargs"}
)
"""Keys whose value, if it is an object, is read as if its keys stood beside them."""
NAMES = {"id": "chunk", "item": "chunk", "ids": "chunk", "gold": "chunk"}
"""Roles that mean, in an object, the id of what it describes."""
TEXTS = ("chunk", "document", "url", "section", "quote", "answer")
DEEPEST = 4
MORE = ("id", "id_", "node_id", "score", "start_char_idx", "end_char_idx")
SHAPES = tuple(
    (*shape, (*shape, *(name for name in MORE if name not in shape)))
    for shape in (("page_content", "metadata"), ("node", "score"), ("content", "meta"), ("text", "metadata"))
)
"""Two attributes by which objects of the common frameworks are known, and all that are taken then."""
ATTRIBUTES = tuple(dict.fromkeys(chain.from_iterable(names for *_, names in SHAPES)))
SCALARS = frozenset({str, int, float, bool, type(None)})
PLAIN = SCALARS | {tuple, list, dict}
"""Types of data, which need no second look."""
WANTED = frozenset({*TEXTS, "page", "page_from", "page_to", "start", "end", "words"})
Told = tuple[str, str, Any]
"""A role, the key that plays it, and the value."""
ANY: frozenset[str] = frozenset({"*"})
"""Stands for whatever attribute a class makes up when it is asked."""


def as_mapping(entry: Any) -> Any:
    """A document object of LangChain, LlamaIndex or Haystack as a mapping; anything else as it is.

    >>> class Document:
    ...     page_content, metadata = "Насос гудит.", {"source": "a.pdf"}
    >>> as_mapping(Document())
    {'page_content': 'Насос гудит.', 'metadata': {'source': 'a.pdf'}}
    """
    told = attributes_of(entry)
    if told is entry:
        return entry
    return {name: value if type(value) in PLAIN else as_mapping(value) for name, value in told.items()}


def attributes_of(entry: Any) -> Any:
    """What ``as_mapping`` gives, with the objects in it as they are: for those who need only an id."""
    kind: Any = type(entry)
    if kind in PLAIN or (asked := _asked(kind)) is None:
        return entry
    own = getattr(entry, "__dict__", {})
    if asked is ANY:
        own = {name: getattr(entry, name) for name in ATTRIBUTES if hasattr(entry, name)}
    for first, second, names in SHAPES:
        if (first in own or first in asked) and (second in own or second in asked):
            told = {}
            for name in names:
                if name in own:
                    told[name] = own[name]
                elif name in asked:
                    told[name] = getattr(entry, name, None)
            return told
    return entry


@lru_cache(maxsize=512)
def _asked(kind: type[Any]) -> frozenset[str] | None:
    """The attributes that objects have by their class; None for what is data, ``ANY`` where a class makes them up.

    Pydantic has a ``__getattr__`` too, which says slowly what is not there.
    """
    if issubclass(kind, str | int | float | tuple | list | Mapping):
        return None
    open_ended = getattr(kind, "model_config", {"extra": "allow"}).get("extra") == "allow"
    if hasattr(kind, "__getattr__") and open_ended:
        return ANY
    return frozenset(name for name in ATTRIBUTES if hasattr(kind, name))


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
    labels: list[Told] = []
    rest: list[Told] = []
    _tell(entry, DEEPEST, labels, rest)
    for role, key, value in labels + rest if labels else rest:
        if value is None or role in found or (isinstance(value, str) and not value.strip()):
            continue
        try:
            found[role] = READERS[role](value)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from error
    if "page" in found:
        found["page_from"], found["page_to"] = found.pop("page")
    elif "page_from" in found:
        found.setdefault("page_to", found["page_from"])
    if "start" in found and "quote" in found and "end" not in found:
        found["end"] = found["start"] + len(found["quote"])
    found.pop("page_to", None) if "page_from" not in found else None
    return Anchor(**found)


def chunk_of(entry: Mapping[Any, Any]) -> str | None:
    """The id that an object gives its chunk, if that stands in the object itself; None where one has to look further.

    >>> chunk_of({"text": "…", "id": "c1"}), chunk_of({"node": {"id_": "c1"}})
    ('c1', None)

    Raises: ValueError in words for what is no id.
    """
    for key, value in entry.items():
        if type(key) is str and type(value) in (str, int) and "chunk" in _wanted_roles(key) and value != "":
            return None if key == "id" and "lc" in entry else clean_id(value)
    return None


def _tell(entry: Mapping[Any, Any], depth: int, labels: list[Told], rest: list[Told]) -> None:
    """Add what an object says, and the objects in it that describe it further; labels of pages go before numbers."""
    inner = []
    for key, value in entry.items():
        name = key if type(key) is str else str(key)
        if type(value) not in SCALARS and isinstance(value, Mapping):
            if depth and name.casefold() in CONTAINERS:
                inner.append(value)
        elif name != "id" or "lc" not in entry:  # LangChain's name of the class that was written out
            for role in _wanted_roles(name):
                (labels if name == "page_label" else rest).append((role, name, value))
    for one in inner:
        _tell(one, depth - 1, labels, rest)


@lru_cache(maxsize=1 << 14)
def _wanted_roles(key: str) -> tuple[str, ...]:
    """The roles of a key that say something of a place."""
    roles = (NAMES.get(role, role) for role in key_roles(key))
    return tuple("quote" if role == "words" else role for role in roles if role in WANTED)


def key_roles(key: str) -> list[str]:
    """The roles that a key of an object may play.

    >>> key_roles("law_id"), key_roles("страница"), key_roles("colour")
    (['document'], ['page'], [])
    """
    return [one.role for one in meanings(key)]


def _offset(value: Any) -> int:
    if not isinstance(value, int) or is_truth_value(value):
        raise ValueError(f"{brief(value)} is no offset")
    return value


def _section(value: Any) -> str | None:
    if isinstance(value, list | tuple):
        return " > ".join(str(part) for part in value) or None
    return clean_id(value)


def page_range(value: Any) -> Range:
    """The first and the last page of a cell that names pages without a gap.

    >>> page_range("3–5"), page_range([2, 3])
    ((3, 5), (2, 3))

    Raises: ValueError in words for no pages, or pages with a gap between them.
    """
    if type(value) is int and 0 <= value <= LAST:
        return value, value  # 0 is the first page, for tools that count from 0
    return _pages_of_text(value) if isinstance(value, str) else _one_range(value)


@lru_cache(maxsize=1 << 12)
def _pages_of_text(text: str) -> Range:
    return _one_range(text)


def _one_range(value: Any) -> Range:
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


READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("chunk", "document", "url", "answer"), clean_id),
    **dict.fromkeys(("start", "end"), _offset),
    **dict.fromkeys(("page_from", "page_to"), lambda value: page_range(value)[0]),
    "page": page_range,
    "section": _section,
    "quote": _words,
}
"""How the value of each role is read."""
