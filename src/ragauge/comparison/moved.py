"""The questions whose values moved most, with both rankings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.comparison.marks import mark_of_both
from ragauge.comparison.pairs import moves
from ragauge.comparison.records import Moved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.comparison.pairs import Pairs
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.spec import Measure


def most_moved(pairs: Pairs, measures: Sequence[Measure], limit: int) -> tuple[Moved, ...]:
    """The ``limit`` questions that moved most, each once, by the metric that moved most; losses before wins.

    A metric counts by its own range, and the first of equal ones is told; those without a direction come last.
    """
    found: dict[int, tuple[tuple[float, int], Measure]] = {}
    for order, one in enumerate(measures):
        before, now, both = pairs.values(one.name)
        low, high = one.spec.range
        scale = (high - low) if high is not None else float(np.abs(now - before).max(initial=0.0)) or 1.0
        share = np.abs(moves(before, now)) / scale * (0.5 if one.spec.direction == "none" else 1.0)
        for place in np.flatnonzero(both & (share > 0)).tolist():
            rank = (-float(share[place]), order)
            if place not in found or rank < found[place][0]:
                found[place] = (rank, one)
    rows = [(rank, one, place) for place, (rank, one) in found.items()]
    rows.sort(key=lambda row: (row[0][0], _moved(pairs, *row[1:]).better is not False, row[2]))
    return tuple(_moved(pairs, one, place) for _, one, place in rows[:limit])


def _moved(pairs: Pairs, one: Measure, place: int) -> Moved:
    before, now = int(pairs.at_base[place]), int(pairs.at_candidate[place])
    was, is_now = float(pairs.base.values[one.name].value[before]), float(pairs.candidate.values[one.name].value[now])
    texts = pairs.candidate.columns.get("question")
    return Moved(
        question=pairs.candidate.questions[now],
        text=texts[now] if texts else None,
        metric=one.name,
        base=was,
        candidate=is_now,
        better=None if one.spec.direction == "none" else (is_now > was) == (one.spec.direction == "higher"),
        base_hits=_evidence(pairs.base, "hits", before),
        candidate_hits=_evidence(pairs.candidate, "hits", now),
        base_relevant=_evidence(pairs.base, "relevant", before),
        candidate_relevant=_evidence(pairs.candidate, "relevant", now),
        judge=mark_of_both(pairs.base, pairs.candidate, one.name),
    )


def _evidence(card: Scorecard, name: str, place: int) -> tuple[Any, ...] | None:
    kept = card.evidence.get(name)
    return None if kept is None else tuple(kept[place])
