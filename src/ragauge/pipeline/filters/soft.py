"""Soft filters: documents that keep a predicate rise, the others stay."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.filters.hard import with_metadata
from ragauge.pipeline.fusion.lists import best_first, unique
from ragauge.pipeline.fusion.normalise import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.pipeline.filters.predicate import Predicate


def soft_boost(
    hits: Sequence[Hit],
    metadata: Mapping[str, Mapping[str, object]],
    predicates: Sequence[Predicate],
    *,
    boost: float = 0.5,
) -> list[Hit]:
    """The hits sorted anew, those that keep the predicates higher.

    Formula: minmax(score) + boost × predicates kept ÷ predicates.

    A boost of 0 leaves the order (of equal scores: falling id); above 1, every document that keeps all predicates
    stands before every one that keeps none. No hit is lost; a type mismatch is not keeping.

    >>> from ragauge.core.records import Hit
    >>> from ragauge.pipeline.filters.parsing import parse
    >>> hits, fields = [Hit("d1", 9.0), Hit("d2", 8.0), Hit("d3", 1.0)], {"d1": {}, "d2": {"n": 1}, "d3": {"n": 1}}
    >>> [(hit.item, hit.score) for hit in soft_boost(hits, fields, [parse("n = 1")], boost=0.25)]
    [('d2', 1.125), ('d1', 1.0), ('d3', 0.25)]

    Raises: InputError for a predicate of authorization, which is never softened; no predicate; a boost that is
        negative or no number; a hit whose metadata is not known.
    """
    return boost_sweep(hits, metadata, predicates, [boost])[boost]


def boost_sweep(
    hits: Sequence[Hit],
    metadata: Mapping[str, Mapping[str, object]],
    predicates: Sequence[Predicate],
    boosts: Sequence[float] = (0.0, 0.1, 0.2, 0.5, 1.0, 2.0),
) -> dict[float, list[Hit]]:
    """The hits under each boost, from no boost to one that sorts by the predicates first; see ``soft_boost``."""
    secret = [str(predicate) for predicate in predicates if predicate.authorization]
    if secret:
        raise InputError(f"a predicate of authorization is never softened: {', '.join(secret)}")
    for boost in boosts:
        if not predicates or not (math.isfinite(boost) and boost >= 0):
            raise InputError(
                f"a boost is a number from 0 for at least one predicate, not {boost} for {len(predicates)}"
            )
    scores = normalise(hits, "minmax").scores
    kept = {
        hit.item: sum(one.holds(fields) for one in predicates) for hit, fields in with_metadata(unique(hits), metadata)
    }
    return {
        boost: best_first({item: scores[item] + boost * kept[item] / len(predicates) for item in kept})
        for boost in sorted(set(boosts))
    }
