"""One gold cell into needs and alternatives: ``a;b``, a list, a list of lists, objects, or id → grade."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ragauge.core.json_text import json_complaint, parse_json
from ragauge.core.needs import Need, read_needs


def evidence_of(cell: Any, *, match: str) -> tuple[list[Need], Need]:
    """The needs that a cell names, and the units it calls judged but not relevant.

    >>> evidence_of("a.pdf; b.pdf", match="all")
    ([{'a.pdf': 1}, {'b.pdf': 1}], {})
    >>> evidence_of([["a", "b"], ["c"]], match="all")
    ([{'a': 1, 'b': 1}, {'c': 1}], {})
    >>> evidence_of(17, match="all"), evidence_of(None, match="all")
    (([{'17': 1}], {}), ([], {}))

    Raises: ValueError in words for a cell that cannot be read.
    """
    if isinstance(cell, str):
        cell = _parse_text(cell)
    if cell is not None and (isinstance(cell, bytes) or not isinstance(cell, Iterable)):
        cell = [cell]  # a column of whole numbers: one id a row
    return read_needs(cell, match=match)


def _parse_text(text: str) -> Any:
    text = text.strip()
    if text.startswith(("[", "{")):
        try:
            return parse_json(text)
        except ValueError as error:
            raise ValueError(f"starts like JSON but is not: {json_complaint(error)}") from error
    return [part for part in (piece.strip() for piece in text.split(";")) if part]
