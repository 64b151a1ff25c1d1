"""Other questions put to a lane in place of the ones that were asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragauge.pipeline.rewriting.terms import as_words
from ragauge.sweeping.steps import by_question
from ragauge.sweeping.store import texts_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.studying.subject import Subject

WORDS = 200
"""So many words stand for the weights of an expanded question: each weight is kept to half of 1/200."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The lists of hits by question, and the seconds that each search took."""

    lists: Mapping[str, Sequence[Hit]]
    seconds: Mapping[str, float]


def searched(subject: Subject, texts: Mapping[str, str], lane: str) -> Found:
    """Search a lane for these texts by the ids of the questions; what was searched before is taken from the store."""
    steps = replace(subject.steps, questions=dict(texts), asked=texts_key(texts))
    _, table, facts = steps.hits(replace(subject.setup, lanes=(lane,), reranker=None))
    return Found(by_question(table), dict(zip(texts, facts["query_seconds"], strict=True)))


def weighted_text(weights: Mapping[str, float]) -> str:
    """Weighted words as a text that any lane can be asked: every word as often as its weight says.

    >>> len(weighted_text({"lamp": 0.75, "cord": 0.25}).split())
    200
    """
    return " ".join(as_words(weights, total=WORDS))
