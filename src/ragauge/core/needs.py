"""Gold of one question, in any of its spellings, into needs and alternatives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

import numpy as np

from ragauge.core.brief import brief
from ragauge.core.entries import GRADE_KEYS, Anchors, alternative_of, is_entry, is_graded_pair, items_of
from ragauge.core.grades import as_grade
from ragauge.core.ids import clean_id, clean_keys

Need = dict[str, int]


def read_needs(gold: Any, *, match: str = "all", anchors: Anchors | None = None) -> tuple[list[Need], Need]:
    """The needs of a question, and the units that are judged but meet none (grade ≤ 0).

    Gold is a list of entries (see ``core.entries``), a list of such lists (every inner one is a need, any entry of
    it meets it), one entry as an object, or id → grade. A tuple of text and number is an entry: id and grade. What a
    source is that is more than an id is noted in ``anchors``.

    >>> read_needs([["a", "b"], [{"document": "c", "grade": 2}]])
    ([{'a': 1, 'b': 1}, {'c': 2}], {})
    >>> read_needs([("a", 2), ("x", 0)])
    ([{'a': 2}], {'x': 0})

    Raises: ValueError in words for gold of another shape, or two grades for one id.
    """
    if gold is None:
        return [], {}
    if isinstance(gold, Mapping):
        pairs = [alternative_of(gold, anchors)] if is_entry(gold, GRADE_KEYS) else _graded(gold)
        return _from_pairs(pairs, match)
    entries = _listed(gold)
    nested = [isinstance(entry, list | tuple | set | frozenset | np.ndarray) for entry in entries]
    needs = [inner and not is_graded_pair(entry) for inner, entry in zip(nested, entries, strict=True)]
    if not any(needs):
        return _from_pairs([alternative_of(entry, anchors) for entry in entries], match)
    if not all(needs):
        raise ValueError("mixes lists and single ids; write every need as a list")
    return _from_groups([_alternatives(need, anchors) for need in entries])


def _alternatives(need: Any, anchors: Anchors | None) -> list[tuple[str, int]]:
    listed = _listed(need)
    numbers = [isinstance(entry, Integral) for entry in listed]
    if any(numbers) and not all(numbers):
        raise ValueError(f"mixes text and numbers: {brief(need)}; a grade is written as an object with a grade")
    return [alternative_of(entry, anchors) for entry in listed]


def _graded(gold: Mapping[Any, Any]) -> list[tuple[str, int]]:
    pairs = []
    for name, grade in clean_keys(gold):
        if name is None:
            raise ValueError("a gold id is missing (null or empty)")
        try:
            pairs.append((name, as_grade(grade)))
        except ValueError as error:
            raise ValueError(f"{name!r}: {error}") from error
    return pairs


def _listed(gold: Any) -> list[Any]:
    if isinstance(gold, set | frozenset):
        return sorted(gold, key=_place)
    return items_of(gold, "gold is a list of ids, not {}")


def _place(entry: Any) -> str:
    """Where an entry of a set stands: a set has no order, and the result must not depend on the one it is kept in."""
    if is_graded_pair(entry):
        return str(entry[0])
    if isinstance(entry, tuple | frozenset):
        return "\0".join(sorted(map(_place, entry)))
    return clean_id(entry) or ""


def _from_pairs(pairs: Iterable[tuple[str, int]], match: str) -> tuple[list[Need], Need]:
    graded = _one_grade_each(pairs)
    relevant = {item: grade for item, grade in graded.items() if grade > 0}
    others = {item: grade for item, grade in graded.items() if grade <= 0}
    if match == "any":
        return ([relevant] if relevant else []), others
    return [{item: grade} for item, grade in relevant.items()], others


def _from_groups(groups: list[list[tuple[str, int]]]) -> tuple[list[Need], Need]:
    graded = _one_grade_each(pair for group in groups for pair in group)
    needs = [{item: grade for item, grade in group if grade > 0} for group in groups]
    return [need for need in needs if need], {item: grade for item, grade in graded.items() if grade <= 0}


def _one_grade_each(pairs: Iterable[tuple[str, int]]) -> Need:
    graded: Need = {}
    for item, grade in pairs:
        if graded.setdefault(item, grade) != grade:
            raise ValueError(f"two grades for {item!r}: {graded[item]} and {grade}")
    return graded
