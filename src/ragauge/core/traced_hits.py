"""The hits that a stage hands on, in any of their spellings, as (id, score) pairs in their order."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.entries import as_score, hit_of, hits_of, score_of
from ragauge.core.entry_anchors import attributes_of, chunk_of
from ragauge.core.records import Hit as HitRecord

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ragauge.core.entries import Anchors, Hit

NUMBERS = frozenset({int, float, np.float32, np.float64})


def ranked_hits(given: Any, anchors: Anchors, known: Collection[str] = ()) -> tuple[Hit, ...]:
    """The hits, best first; what they say about their places is noted in ``anchors``.

    A mapping id → score is ranked by score, equal scores by falling id; anything else stands in its order. Of chunks
    that are ``known`` only id and score are read: stages hand on the same documents again and again.

    >>> ranked_hits(["c2", "c1"], {}), ranked_hits([("c2", 1), ("c1", 0.5)], {})
    ((('c2', None), ('c1', None)), (('c2', 1.0), ('c1', 0.5)))
    >>> ranked_hits({"c2": 0.5, "c1": 0.9}, {})
    (('c1', 0.9), ('c2', 0.5))
    >>> places = {}
    >>> ranked_hits([{"id": "c1", "document": "a.md", "score": 2}], places), places["c1"].document
    ((('c1', 2.0),), 'a.md')

    Raises: ValueError in words for anything that is no ranking.
    """
    if given is None:
        raise ValueError("no hits: a stage that found nothing has an empty list")
    if (plain := _plain(given)) is not None:
        return plain
    if known and isinstance(given, list | tuple):
        return tuple(_again(hit, known) or hit_of(hit, anchors) for hit in given)
    hits, by_score = hits_of(given, anchors)
    if by_score:
        hits.sort(key=lambda hit: (hit[1] is not None, hit[1] or 0.0, hit[0] or ""), reverse=True)
    return tuple(hits)


def _again(hit: Any, known: Collection[str]) -> Hit | None:
    """Id and score of a known chunk; None for any other hit, and for those that do not say at once which they are."""
    pair = hit if isinstance(hit, tuple) and len(hit) == 2 else None
    told = attributes_of(hit if pair is None else pair[0])
    if not isinstance(told, dict):
        return None
    name = chunk_of(told)
    if name is None or name not in known:
        return None
    return name, score_of(told, name) if pair is None else as_score(pair[1], name)


def _are_finite(scores: Iterable[float]) -> bool:
    try:
        return all(map(isfinite, scores))
    except OverflowError:  # a whole number beyond all floats
        return False


def _plain(given: Any) -> tuple[Hit, ...] | None:
    """Lists of clean ids or (id, number) pairs, as nearly all are, looked at all at once; None for any other."""
    if not isinstance(given, list | tuple) or not given:
        return None
    kinds = set(map(type, given))
    if kinds == {str}:
        return tuple((item, None) for item in given) if _are_clean(given) else None
    if kinds == {HitRecord}:
        given = [(hit.item, hit.score) for hit in given]
    elif kinds - {tuple, list} or set(map(len, given)) != {2}:
        return None
    items, scores = zip(*given, strict=True)
    types = set(map(type, scores))
    if set(map(type, items)) != {str} or not types <= NUMBERS or not _are_finite(scores):
        return None
    if not _are_clean(items):
        return None
    if types == {float} and kinds == {tuple}:
        return tuple(given)
    return tuple(zip(items, map(float, scores), strict=True))


def _are_clean(items: Sequence[str]) -> bool:
    """Whether each is an id as it stands (see ``core.ids.clean_id``); non-ASCII ones only if they can be written."""
    together = "".join(items)
    spaced = together.split() != [together]
    if not all(items) or "\0" in together or (spaced and list(map(str.strip, items)) != list(items)):
        return False
    try:
        return together.isascii() or bool(together.encode())
    except UnicodeEncodeError:
        return False
