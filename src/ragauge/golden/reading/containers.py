"""Golden sets inside an object: under a key of it, or in the parts that frameworks keep apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragauge.core.nouns import is_weak, meanings

if TYPE_CHECKING:
    from ragauge.io.table import Row

HOLDERS = ("data", "questions", "examples", "goldens", "rows", "items", "samples", "test_cases", "dataset", "вопросы")


def golden_rows_of(content: Mapping[Any, Any]) -> list[Row] | None:
    """The rows of a golden set that an object holds, or None if it is question → gold itself.

    >>> golden_rows_of({"version": 1, "examples": [{"question": "Что?", "expected_docs": ["a"]}]})
    [(1, {'question': 'Что?', 'expected_docs': ['a']})]
    >>> golden_rows_of({"queries": {"q1": "Why?"}, "corpus": {}, "relevant_docs": {"q1": ["d1"]}})
    [(1, {'id': 'q1', 'question': 'Why?', 'relevant_docs': ['d1']})]
    >>> golden_rows_of({"q1": ["d1"]}) is None
    True
    """
    queries, relevant = content.get("queries"), content.get("relevant_docs")
    if isinstance(queries, Mapping) and isinstance(relevant, Mapping):
        rows = [{"id": key, "question": text, "relevant_docs": relevant.get(key)} for key, text in queries.items()]
        return list(enumerate(rows, start=1))
    for name in HOLDERS:
        inner = content.get(name)
        if not isinstance(inner, list | tuple) or not all(isinstance(one, Mapping) for one in inner):
            continue
        if len(content) == 1 and not inner:
            return []
        if any(_is_question(key) for one in inner for key in one):
            return [(place, dict(one)) for place, one in enumerate(inner, start=1)]
    return None


def _is_question(key: Any) -> bool:
    return any(one.role == "question" for one in meanings(str(key))) or is_weak(str(key), "question")
