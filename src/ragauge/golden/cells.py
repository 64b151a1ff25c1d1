"""One gold cell into needs and alternatives: ``a;b``, a list, a list of lists, objects, or id → grade."""

from __future__ import annotations

import json
from typing import Any

from ragauge.core.grades import as_grade
from ragauge.core.ids import clean_id
from ragauge.core.lists import Need, needs_of

ITEM_KEYS = ("document", "doc_id", "id", "item", "source", "file", "chunk_id")


def evidence_of(cell: Any, *, match: str) -> tuple[list[Need], Need]:
    """The needs that a cell names, and the units it calls judged but not relevant.

    >>> evidence_of("a.pdf; b.pdf", match="all")
    ([{'a.pdf': 1}, {'b.pdf': 1}], {})
    >>> evidence_of([["a", "b"], ["c"]], match="all")
    ([{'a': 1, 'b': 1}, {'c': 1}], {})
    >>> evidence_of(None, match="all")
    ([], {})

    Raises: ValueError in words for a cell that cannot be read.
    """
    if isinstance(cell, str):
        cell = _parse_text(cell)
    if cell is None:
        return [], {}
    if isinstance(cell, dict):
        if any(isinstance(cell.get(key), str) for key in ITEM_KEYS):
            return needs_of(dict([_alternative(cell)]), match=match)
        return needs_of({item: as_grade(grade) for item, grade in cell.items()}, match=match)
    if isinstance(cell, list):
        return _from_list(cell, match)
    raise ValueError(f"cannot read gold of type {type(cell).__name__}: {cell!r}")


def _parse_text(text: str) -> Any:
    text = text.strip()
    if text[:1] in "[{" and text:
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"starts like JSON but is not: {error.msg}") from error
    return [part for part in (piece.strip() for piece in text.split(";")) if part]


def _from_list(cell: list[Any], match: str) -> tuple[list[Need], Need]:
    if any(isinstance(entry, list) for entry in cell):
        if not all(isinstance(entry, list) for entry in cell):
            raise ValueError("mixes lists and single ids; write every need as a list")
        return [dict(_alternative(entry) for entry in need) for need in cell if need], {}
    pairs = [_alternative(entry) for entry in cell]
    graded: Need = {}
    for item, grade in pairs:
        if graded.setdefault(item, grade) != grade:
            raise ValueError(f"two grades for {item!r}: {graded[item]} and {grade}")
    return needs_of(graded, match=match)


def _alternative(entry: Any) -> tuple[str, int]:
    if isinstance(entry, dict):
        name = clean_id(next((entry[key] for key in ITEM_KEYS if key in entry), None))
        if name is None:
            raise ValueError(f"no document id in {entry!r}; it may be called {', '.join(ITEM_KEYS)}")
        return name, as_grade(entry.get("grade", 1))
    name = clean_id(entry)
    if name is None:
        raise ValueError("a gold id is missing (null or empty)")
    return name, 1
