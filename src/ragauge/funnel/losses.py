"""How many needs ended where: the rows of the funnel, each need in exactly one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.funnel.places import Place
from ragauge.stats.intervals import mean_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.score import Interval
    from ragauge.funnel.diagnosing import Diagnosis

PLACES = tuple(Place)
OUTSIDE = (Place.UNSEEN, Place.FAILED, Place.MISSING, Place.WITHHELD)
"""Ends that say nothing about the stages: their needs are counted apart from those that were followed."""


@dataclass(frozen=True, slots=True)
class Row:
    """The needs that ended at one place, or within one span of places of which nothing more is known.

    ``share`` is that of the needs that were followed, with its interval (questions are the clusters); None where no
    need was followed, and for ends outside. ``entered`` are the needs that came as far as ``last``.
    """

    first: Place
    last: Place
    needs: int
    questions: int
    entered: int
    share: float | None = None
    interval: Interval | None = None

    @property
    def is_span(self) -> bool:
        """Whether it is not known which stage of several it was."""
        return self.first is not self.last

    @property
    def name(self) -> str:
        """The place in words; a span by both of its ends."""
        return f"not known which: {self.first.value} … {self.last.value}" if self.is_span else self.last.value

    def to_dict(self) -> dict[str, object]:
        """As plain data."""
        return {
            "first": self.first.name.lower(),
            "last": self.last.name.lower(),
            "name": self.name,
            "loss": self.last.is_loss,
            "needs": self.needs,
            "questions": self.questions,
            "entered": self.entered,
            "share": self.share,
            "interval": None if self.interval is None else [self.interval.low, self.interval.high],
        }


def followed(diagnosis: Diagnosis) -> BoolArray:
    """Which needs were followed: those whose end says something about the stages."""
    outside = [place.position for place in OUTSIDE]
    inside: BoolArray = ~np.isin(diagnosis.fates.last, outside)
    return inside


def rows_of(diagnosis: Diagnosis, chosen: BoolArray | None = None, *, level: float = 0.95) -> list[Row]:
    """The rows in the order of the pipeline: losses first, then the ends that are none.

    ``chosen`` are the needs that count (a slice), all without. The needs of all rows add up to theirs.
    """
    of = np.ones(len(diagnosis.needs), dtype=bool) if chosen is None else chosen
    inside = followed(diagnosis) & of
    question = diagnosis.reach.question
    found = []
    for first, last in spans_of(diagnosis, of):
        mine = of & (diagnosis.fates.first == first) & (diagnosis.fates.last == last)
        row = Row(
            PLACES[first],
            PLACES[last],
            int(mine.sum()),
            len(np.unique(question[mine])),
            int((inside & (diagnosis.fates.last >= last)).sum()),
        )
        found.append(_shared(row, mine[inside], question[inside], level) if PLACES[last] not in OUTSIDE else row)
    return found


def spans_of(diagnosis: Diagnosis, chosen: BoolArray) -> Sequence[tuple[int, int]]:
    """The (first, last) positions at which needs ended, in the order of the pipeline."""
    pairs = np.stack([diagnosis.fates.last[chosen], diagnosis.fates.first[chosen]], axis=1)
    return [(int(first), int(last)) for last, first in np.unique(pairs, axis=0)]


def _shared(row: Row, mine: BoolArray, clusters: IntArray, level: float) -> Row:
    if not len(mine):
        return row
    values = mine.astype(np.float64)
    interval = mean_interval(values, binary=True, bounds=(0.0, 1.0), clusters=clusters, level=level)
    share = float(values.mean())
    return Row(row.first, row.last, row.needs, row.questions, row.entered, share, interval)


def is_whole(diagnosis: Diagnosis, rows: Sequence[Row]) -> bool:
    """Whether every need is in exactly one row."""
    return sum(row.needs for row in rows) == len(diagnosis.needs)
