"""Judged: the sparse join of a run with the gold, the one input of all ranking metrics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.arrays import BoolArray, CodeArray, FloatArray, IntArray

SCORED = 0
EXCLUSIONS = ("no_relevant", "gold_unknown", "missing", "gold_unlocated")
"""Why a question takes no part in ranking metrics; ``status`` is 0 (scored) or 1 + the place in this tuple."""


@dataclass(frozen=True, eq=False)
class Judged:
    """Everything a ranking metric needs, for all questions at once, and nothing of the size of the run.

    *Per question* (shape ``(n,)``): ``questions`` ids; ``status`` 0 = scored, else 1 + index into
    ``EXCLUSIONS``; ``in_run``; ``retrieved`` distinct hits; ``returned`` hits with their duplicates.

    *Per judged unit*, sorted by question and falling grade: ``unit_question`` (index), ``unit_grade``,
    ``unit_rank`` (1-based, 0 = not retrieved). A unit is one document (or page, or chunk) of the gold.
    ``tie_first`` and ``tie_size`` say which ranks the unit shares with others of the same score.

    *Per need*, sorted by question: ``need_question`` and ``need_copies`` (how many needs of the question name
    the same alternatives); ``link_need`` (sorted) and ``link_unit`` list which units meet which need.
    """

    questions: tuple[str, ...]
    status: CodeArray
    in_run: BoolArray
    retrieved: IntArray
    returned: IntArray
    unit_question: IntArray
    unit_grade: IntArray
    unit_rank: IntArray
    tie_first: IntArray
    tie_size: IntArray
    need_question: IntArray
    need_copies: IntArray
    link_need: IntArray
    link_unit: IntArray

    def __len__(self) -> int:
        return len(self.questions)

    @cached_property
    def hits(self) -> IntArray:
        """The judged units that were retrieved, as unit indices sorted by question and rank."""
        found = np.flatnonzero(self.unit_rank)
        return found[np.lexsort((self.unit_rank[found], self.unit_question[found]))]

    @cached_property
    def empty(self) -> BoolArray:
        """Questions that the run answers with an empty list."""
        empty: BoolArray = self.in_run & (self.retrieved == 0)
        return empty

    def relevant_count(self, *, rel: int) -> FloatArray:
        """R: how many units of each question have at least grade ``rel``."""
        return self.count(self.unit_question[self.unit_grade >= rel])

    def relevant_hits(self, *, rel: int, k: int | None = None) -> tuple[IntArray, IntArray]:
        """Question and rank of the hits with at least grade ``rel`` in the top ``k``, by question and rank."""
        hits = self.hits[self.unit_grade[self.hits] >= rel]
        rank = self.unit_rank[hits]
        if k is not None:
            hits, rank = hits[rank <= k], rank[rank <= k]
        return self.unit_question[hits], rank

    def needs(self, *, rel: int, k: int | None = None) -> tuple[BoolArray, BoolArray]:
        """For each need: whether a unit of at least grade ``rel`` can meet it, and whether the top ``k`` does."""
        able = self.unit_grade[self.link_unit] >= rel
        rank = self.unit_rank[self.link_unit]
        met = able & (rank > 0)
        if k is not None:
            met &= rank <= k
        can_be_met = np.zeros(len(self.need_question), dtype=bool)
        is_met = np.zeros(len(self.need_question), dtype=bool)
        can_be_met[self.link_need[able]] = True
        is_met[self.link_need[met]] = True
        return can_be_met, is_met

    def count(self, question: IntArray) -> FloatArray:
        """How often each question occurs in an index array."""
        return np.bincount(question, minlength=len(self)).astype(np.float64)

    def total(self, question: IntArray, weight: FloatArray) -> FloatArray:
        """The sum of ``weight`` per question, added in the order given."""
        return np.bincount(question, weights=weight, minlength=len(self)).astype(np.float64)

    def values(self, value: FloatArray, undefined: Mapping[str, BoolArray] | None = None) -> Values:
        """Values with the exclusions that all ranking metrics share, and those of this metric."""
        shared = {case: self.status == code for code, case in enumerate(EXCLUSIONS, start=1)}
        return Values(value, {**shared, **(undefined or {})})


def ratio(top: FloatArray, bottom: FloatArray) -> FloatArray:
    """``top / bottom``, and 0 where the bottom is 0 (nothing relevant, or nothing retrieved).

    >>> ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [0.5, 0.0]
    """
    return np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)


def running_count(question: IntArray) -> FloatArray:
    """1, 2, 3 … within each question of a sorted index array.

    >>> running_count(np.array([0, 0, 2, 2, 2])).tolist()
    [1.0, 2.0, 1.0, 2.0, 3.0]
    """
    counts = np.bincount(question)
    start = np.cumsum(counts) - counts
    return (np.arange(len(question)) - start[question] + 1).astype(np.float64)
