"""One gold document or one hit, in any of its spellings; gold and runs share the names and their order.

An *entry* is an id; an object with an id and perhaps a number, like ``{"document": "d1", "grade": 2}``; or a pair
of the two. The id of an object is the first of ``ID_KEYS`` with a value, a null being as good as an absent key
(tables cannot tell them apart). Inside a list every object is an entry. On its own, an object is an entry if one
of ``ID_KEYS`` holds text, or stands beside a key of the number wanted; any other object is id → number, so that a
document may be called "source" or "item".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from ragauge.core.brief import brief
from ragauge.core.grades import as_grade
from ragauge.core.ids import clean_id, clean_keys, is_truth_value

ID_KEYS = (
    "id",
    "_id",
    "doc_id",
    "docid",
    "document_id",
    "document",
    "doc",
    "item",
    "corpus_id",
    "chunk_id",
    "source",
    "file",
    "источник",
)
GRADE_KEYS = ("grade", "relevance", "rel", "label", "score")
SCORE_KEYS = ("score", "similarity")

Hit = tuple[str | None, float | None]


def is_entry(given: Mapping[Any, Any], number_keys: tuple[str, ...]) -> bool:
    """Whether an object on its own is one entry, and not id → number.

    >>> is_entry({"document": "d1"}, GRADE_KEYS), is_entry({"id": 17, "grade": 2}, GRADE_KEYS)
    (True, True)
    >>> is_entry({"document": 1, "letter": 2}, GRADE_KEYS)
    False
    """
    keys = [key for key in ID_KEYS if key in given]
    return any(isinstance(given[key], str) for key in keys) or (bool(keys) and any(key in given for key in number_keys))


def alternative_of(entry: Any) -> tuple[str, int]:
    """Id and grade of one gold document; without a grade it is 1.

    >>> alternative_of("d1"), alternative_of({"document": "d1", "relevance": 0}), alternative_of(("d1", 2))
    (('d1', 1), ('d1', 0), ('d1', 2))

    Raises: ValueError in words for an entry without an id, with two grades, or of another shape.
    """
    if isinstance(entry, Mapping):
        name = _entry_id(entry, "document id")
        grade = _entry_number(entry, GRADE_KEYS)
        if name is None:
            raise ValueError(f"no document id in {brief(dict(entry))}; it may be called {', '.join(ID_KEYS)}")
        return name, 1 if grade is None else as_grade(grade)
    item, grade = entry if is_graded_pair(entry) else (entry, 1)
    name = clean_id(item)
    if name is None:
        raise ValueError("a gold id is missing (null or empty)")
    return name, as_grade(grade)


def is_graded_pair(entry: Any) -> bool:
    """Whether a Python tuple is (id, grade), and not a need of two ids.

    >>> is_graded_pair(("d1", 2)), is_graded_pair(("d1", "d2")), is_graded_pair(["d1", 2])
    (True, False, False)
    """
    if not isinstance(entry, tuple) or len(entry) != 2:
        return False
    return isinstance(entry[0], str) and isinstance(entry[1], Real) and not is_truth_value(entry[1])


def hit_of(hit: Any) -> Hit:
    """Id and score of one hit, None where it has none.

    >>> hit_of("d1"), hit_of(["d1", 0.5]), hit_of({"doc_id": 7, "similarity": 2})
    (('d1', None), ('d1', 0.5), ('7', 2.0))

    Raises: ValueError in words for a hit of another shape.
    """
    if isinstance(hit, Mapping):
        name = _entry_id(hit, "id")
        return name, as_score(_entry_number(hit, SCORE_KEYS), name)
    if not isinstance(hit, tuple | list):
        return clean_id(hit), None
    if len(hit) != 2:
        raise ValueError(f"a hit is an id or (id, score), got {brief(hit)}")
    name = clean_id(hit[0])
    return name, as_score(hit[1], name)


def hits_of(given: Any) -> tuple[list[Hit], bool]:
    """The hits of one question, and whether they are id → score, which the score ranks and not the order.

    >>> hits_of(["d2", "d1"])
    ([('d2', None), ('d1', None)], False)
    >>> hits_of({"d2": 0.5, "d1": 0.9})
    ([('d2', 0.5), ('d1', 0.9)], True)

    Raises: ValueError in words for anything that is no ranking.
    """
    if given is None:
        return [], False
    if isinstance(given, Mapping):
        if is_entry(given, SCORE_KEYS):
            return [hit_of(given)], False
        return [(name, as_score(score, name)) for name, score in clean_keys(given)], bool(given)
    if isinstance(given, set | frozenset):
        raise ValueError("a set has no order; give the hits as a list, best first")  # noqa: TRY004  (as below)
    return [hit_of(hit) for hit in items_of(given, "the hits are {}; a list is needed")], False


def items_of(given: Any, refusal: str) -> list[Any]:
    """What a list, a tuple, an array or any other iterable holds; ``refusal`` is said of what is none.

    >>> items_of(("a", "b"), "{} is no list")
    ['a', 'b']

    Raises: ValueError for text, bytes, numbers and whatever else is no iterable of entries.
    """
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if isinstance(given, str | bytes | bytearray | memoryview | Mapping) or not isinstance(given, Iterable):
        raise ValueError(refusal.format(brief(given)))  # noqa: TRY004  (a wrong value in a file, not in a program)
    return list(given)


def as_score(value: Any, item: str | None) -> float | None:
    """The score of a hit as a float, from any number type; None stays None.

    >>> as_score(1, "d1"), as_score(None, "d1")
    (1.0, None)

    Raises: ValueError in words for anything but a finite number.
    """
    return as_number(value, lambda shown: f"the score {shown} of {item!r}")


def as_number(value: Any, subject: Callable[[str], str] = str) -> float | None:
    """A score or a rank as a float, None where there is none; ``subject`` says what it is of, for messages.

    >>> as_number(True)
    Traceback (most recent call last):
    ValueError: True is not a number

    Raises: ValueError in words for anything but a finite number.
    """
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()  # a scalar of numpy or of a tensor library
    if value is None:
        return None
    if not isinstance(value, Real | Decimal) or is_truth_value(value):
        raise ValueError(f"{subject(brief(value))} is not a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{subject(brief(value))} is not a finite number")
    return number


def _entry_id(entry: Mapping[Any, Any], what: str) -> str | None:
    keys = [key for key in ID_KEYS if key in entry]
    if not keys:
        place = "in" if what == "document id" else "in the hit"
        raise ValueError(f"no {what} {place} {brief(dict(entry))}; it may be called {', '.join(ID_KEYS)}")
    return next((name for key in keys if (name := clean_id(entry[key])) is not None), None)


def _entry_number(entry: Mapping[Any, Any], names: tuple[str, ...]) -> Any:
    found = [name for name in names if entry.get(name) is not None]
    if len(found) > 1:
        raise ValueError(f"{' and '.join(map(repr, found))} in {brief(dict(entry))}; keep one of them")
    return entry[found[0]] if found else None
