"""Questions whose first search was unsure of its best hit, told without a look at the gold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.tables.golden import Golden

LOW, OTHER = "low", "not low"
PART = 3


def margin(hits: Sequence[Hit]) -> float | None:
    """How far the best hit is ahead of the second: (s₁ − s₂) ÷ s₁; None where that says nothing.

    A single hit is ahead of all texts that were not found, which score 0. No hit, or none with a score above 0, has no
    margin.

    >>> from ragauge.core.records import Hit
    >>> margin([Hit("a", 8.0), Hit("b", 6.0)]), margin([Hit("a", 8.0)]), margin([])
    (0.25, 1.0, None)
    """
    if not hits or hits[0].score <= 0:
        return None
    second = hits[1].score if len(hits) > 1 else 0.0
    return (hits[0].score - max(second, 0.0)) / hits[0].score


def confidence_of(questions: Sequence[str], lists: Mapping[str, Sequence[Hit]]) -> dict[str, str]:
    """For every question whether its margin is in the lowest third: ``low`` or ``not low``.

    A question without a margin is low. Questions that tie with the last one of the third are low too.

    >>> from ragauge.core.records import Hit
    >>> lists = {"a": [Hit("x", 1.0)], "b": [Hit("x", 4.0), Hit("y", 3.0)], "c": [Hit("x", 4.0), Hit("y", 1.0)]}
    >>> confidence_of("abc", lists)
    {'a': 'not low', 'b': 'low', 'c': 'not low'}
    """
    margins = {question: margin(lists.get(question, ())) for question in questions}
    known = sorted(-1.0 if value is None else value for value in margins.values())
    third = len(known) // PART
    border = known[third - 1] if third else -1.0
    return {question: LOW if value is None or value <= border else OTHER for question, value in margins.items()}


def with_confidence(golden: Golden, told: Mapping[str, str]) -> tuple[Golden, str]:
    """The golden set with the confidence as a column, and what that is called."""
    name = "confidence"
    while name in golden.slices.columns:
        name += " (raw)"
    column = pl.Series(name, [told[question] for question in golden.questions["question"]], dtype=pl.String)
    slices = golden.slices.with_columns(column) if golden.slices.width else column.to_frame()
    return replace(golden, slices=slices), name
