"""The candidates of a first stage in the order of a reranker."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.pipeline.fusion.lists import best_first, unique

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.ports import Reranker
    from ragauge.core.records import Hit


def rerank(
    question: str, hits: Sequence[Hit], texts: Mapping[str, str], reranker: Reranker, depth: int | None = None
) -> list[Hit]:
    """The first ``depth`` hits (None: all), sorted by the scores of a reranker; equal scores stand by falling id.

    The result is a permutation of these candidates: what the first stage returned beyond them is not in it, and
    nothing is cut before it is sorted. Every text is sent once, in the order of the hits, and its score given to
    all ids that have it, so a score always belongs to its text. ``texts`` holds the text of every candidate.

    >>> from ragauge.core.records import Hit
    >>> class Longest:
    ...     def scores(self, question, texts):
    ...         return [float(len(text)) for text in texts]
    >>> hits = [Hit("a", 0.9), Hit("b", 0.8), Hit("c", 0.7)]
    >>> rerank("?", hits, {"a": "one", "b": "one two", "c": "one"}, Longest())
    [Hit(item='b', score=7.0), Hit(item='c', score=3.0), Hit(item='a', score=3.0)]

    Raises: InputError for a depth below 1, candidates without a text, and a reranker that gave another number of
        scores than texts, or one that is NaN or infinite.
    """
    if depth is not None and depth < 1:
        raise InputError(f"depth must be at least 1, not {depth}")
    candidates = [hit.item for hit in unique(hits)[:depth]]
    unknown = [item for item in candidates if item not in texts]
    if unknown:
        raise InputError([Problem(f"no text for candidate {item!r}") for item in unknown])
    sent = list(dict.fromkeys(texts[item] for item in candidates))
    if not sent:
        return []
    of_text = dict(zip(sent, _checked(reranker.scores(question, sent), len(sent)), strict=True))
    return best_first({item: of_text[texts[item]] for item in candidates})


def _checked(scores: Sequence[float], count: int) -> list[float]:
    values = [float(score) for score in scores]
    if len(values) != count:
        raise InputError(f"the reranker gave {len(values)} scores for {count} texts")
    for place, value in enumerate(values):
        if not math.isfinite(value):
            raise InputError(f"the reranker gave {value} for text {place + 1} of {count}")
    return values
