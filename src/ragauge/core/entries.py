"""One gold document or one hit, in any of its spellings; gold and runs share the names and their order.

An *entry* is an id; an object that describes a source, like ``{"document": "d1", "page": 3, "grade": 2}``; or a pair
of an id and a number. The keys of an object are understood by ``core.nouns``; the id of a chunk is more exact than
that of its document, and a null is as good as an absent key (tables cannot tell them apart). Inside a list every object
is an entry. On its own, an object is an entry if a key that names or describes a source holds text, or an id stands
beside a key of the number wanted; any other object is id → number, so that a document may be called "source" or "item".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from numbers import Real
from typing import Any, Literal

import numpy as np

from ragauge.core.anchors import Anchor
from ragauge.core.brief import brief
from ragauge.core.entry_anchors import anchor_of, as_mapping, key_roles
from ragauge.core.grades import as_grade
from ragauge.core.ids import clean_id, clean_keys, is_truth_value
from ragauge.core.records import Hit as HitRecord

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
Anchors = dict[str, Anchor]
DESCRIBING = frozenset({"id", "item", "chunk", "document", "url", "section", "quote", "words"})
"""Roles of keys that describe a source or a hit with text."""
PLACES = frozenset({"page", "page_from", "page_to", "start", "end"})


def is_entry(given: Mapping[Any, Any], number_keys: tuple[str, ...]) -> bool:
    """Whether an object on its own is one entry, and not id → number.

    >>> is_entry({"document": "d1"}, GRADE_KEYS), is_entry({"id": 17, "grade": 2}, GRADE_KEYS)
    (True, True)
    >>> is_entry({"document": 1, "letter": 2}, GRADE_KEYS), is_entry({"page": 3, "quote": "Да"}, GRADE_KEYS)
    (False, True)
    """
    roles = [set(key_roles(key)) if isinstance(key, str) else set() for key in given]
    if any(one & PLACES for one in roles) and all(one & (PLACES | DESCRIBING | {"grade", "score"}) for one in roles):
        return True  # {"page": 3}: no document is called page
    keys = [key for key in given if isinstance(key, str) and DESCRIBING.intersection(key_roles(key))]
    described = any(isinstance(given[key], str | Mapping) for key in keys)
    return described or (bool(keys) and any(key in given for key in number_keys))


def alternative_of(entry: Any, anchors: Anchors | None = None) -> tuple[str, int]:
    """Name and grade of one gold source; without a grade it is 1.

    With ``anchors`` a source that is more than an id is named by its ``Anchor.key()``, and noted there.

    >>> alternative_of("d1"), alternative_of({"document": "d1", "relevance": 0}), alternative_of(("d1", 2))
    (('d1', 1), ('d1', 0), ('d1', 2))
    >>> found = {}
    >>> alternative_of({"file": "устав.pdf", "page": 3}, found), found["устав.pdf, p. 3"].page_to
    (('устав.pdf, p. 3', 1), 3)

    Raises: ValueError in words for an entry without an id, with two grades, or of another shape.
    """
    if isinstance(entry, Anchor):
        _refuse_nothing_to_find(entry)
        return _noted(entry.key(), entry, anchors), 1
    if isinstance(entry, Mapping):
        name = _named(entry, anchors, "gold source")
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


def hit_of(hit: Any, anchors: Anchors | None = None) -> Hit:
    """Id and score of one hit, None where it has none; with ``anchors``, what it says about its place is noted there.

    >>> hit_of("d1"), hit_of(["d1", 0.5]), hit_of({"doc_id": 7, "similarity": 2}), hit_of(HitRecord("d1", 0.5))
    (('d1', None), ('d1', 0.5), ('7', 2.0), ('d1', 0.5))

    Raises: ValueError in words for a hit of another shape.
    """
    hit = as_mapping(hit)
    if isinstance(hit, Mapping):
        name = _named(hit, anchors, "hit")
        return name, score_of(hit, name)
    if isinstance(hit, HitRecord):
        hit = (hit.item, hit.score)
    if not isinstance(hit, tuple | list):
        return clean_id(hit), None
    if len(hit) != 2:
        raise ValueError(f"a hit is an id or (id, score), got {brief(hit)}")
    # (document, score), as vector stores give it, or (id, score)
    first = as_mapping(hit[0])
    name = _named(first, anchors, "hit") if isinstance(first, Mapping) else clean_id(first)
    return name, as_score(hit[1], name)


def hits_of(given: Any, anchors: Anchors | None = None) -> tuple[list[Hit], bool]:
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
            return [hit_of(given, anchors)], False
        return [(name, as_score(score, name)) for name, score in clean_keys(given)], bool(given)
    if isinstance(given, set | frozenset):
        raise ValueError("a set has no order; give the hits as a list, best first")  # noqa: TRY004  (as below)
    return [hit_of(hit, anchors) for hit in items_of(given, "the hits are {}; a list is needed")], False


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


def score_of(hit: Mapping[Any, Any], name: str | None) -> float | None:
    """The score that a hit given as an object tells.

    >>> score_of({"id": "c1", "similarity": 2}, "c1"), score_of({"id": "c1"}, "c1")
    (2.0, None)

    Raises: ValueError in words for two of them, or one that is no finite number.
    """
    return as_score(_entry_number(hit, SCORE_KEYS), name)


def as_score(value: Any, item: str | None) -> float | None:
    """The score of a hit as a float, from any number type; None stays None.

    >>> as_score(1, "d1"), as_score(None, "d1")
    (1.0, None)

    Raises: ValueError in words for anything but a finite number.
    """
    if value is None or (type(value) is float and math.isfinite(value)):
        return value
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


def _named(entry: Mapping[Any, Any], anchors: Anchors | None, what: Literal["gold source", "hit"]) -> str | None:
    """The name of an entry: its most exact id, or where all of it is wanted, its anchor's key."""
    try:
        anchor = anchor_of(entry)
        if what == "gold source":
            _refuse_nothing_to_find(anchor)
        elif not _has_span(anchor):
            anchor = replace(anchor, start=None, end=None)  # -1 is how splitters say that they do not know
    except ValueError as error:
        raise ValueError(f"{error} in {brief(dict(entry))}") from error
    named = anchor.chunk or anchor.document or anchor.url
    if anchors is None and named is not None:
        return named
    name = (anchor.hit_name() if what == "hit" else anchor.key()) or None
    if name is None:
        if any(DESCRIBING.intersection(key_roles(str(key))) for key in entry):
            return None
        place = "in" if what == "gold source" else "in the hit"
        noun = "document id" if what == "gold source" else "id"
        raise ValueError(f"no {noun} {place} {brief(dict(entry))}; it may be called {', '.join(ID_KEYS)}")
    return _noted(name, anchor, anchors)


def _has_span(anchor: Anchor) -> bool:
    """Whether start and end are a span, or neither is there."""
    if anchor.start is None or anchor.end is None:
        return anchor.start is anchor.end
    return 0 <= anchor.start < anchor.end


def _noted(name: str, anchor: Anchor, anchors: Anchors | None) -> str:
    """The name of an anchor, which is noted where it is more than an id."""
    if not name:
        raise ValueError("an entry that names no source and no place")
    if anchors is None:
        return name
    if anchor.answer is not None and hasattr(anchors, "note_answer"):
        anchors.note_answer(name, anchor.answer)
        anchor = replace(anchor, answer=None)
    if not anchor.is_id:
        refuse_contradiction(name, anchors.setdefault(name, anchor), anchor)
    return name


def _refuse_nothing_to_find(anchor: Anchor) -> None:
    """Raise ValueError for a gold place that nothing could ever be at."""
    if anchor.quote is not None and not any(map(str.isalnum, anchor.quote)):
        raise ValueError(f"the quote {brief(anchor.quote)} has no word in it")
    if (anchor.start is None) != (anchor.end is None):
        raise ValueError("a span needs a start and an end")
    if anchor.start is not None and not 0 <= anchor.start < (anchor.end or 0):
        raise ValueError(f"the span from {anchor.start} to {anchor.end} is empty or negative")


def refuse_contradiction(name: str, known: Anchor, told: Anchor) -> None:
    """Raise ValueError when the same id stands for different places: it names two things, and nobody can say which."""
    if told is known:
        return
    for field in ("document", "url", "page_from", "page_to", "section", "start", "end"):
        one, two = getattr(known, field), getattr(told, field)
        if one is not None and two is not None and one != two:
            message = f"{name!r} has the {field.replace('_', ' ')} {brief(two)} here and {brief(one)} above"
            raise ValueError(f"{message}; give each chunk an id of its own, or none")


def _entry_number(entry: Mapping[Any, Any], names: tuple[str, ...]) -> Any:
    found = [name for name in names if entry.get(name) is not None]
    if len(found) > 1:
        raise ValueError(f"{' and '.join(map(repr, found))} in {brief(dict(entry))}; keep one of them")
    return entry[found[0]] if found else None
