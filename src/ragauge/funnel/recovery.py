"""What fixing a stage would bring back: what was lost there, times the measured survival of all later stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Interval
from ragauge.funnel.losses import PLACES, followed, spans_of
from ragauge.funnel.places import LOSSES, Place
from ragauge.stats.resampling import resample_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import FloatArray, IntArray
    from ragauge.funnel.diagnosing import Diagnosis

RESAMPLES = 2000
FEWEST = 200
DRAWS = 20_000_000
"""Questions drawn in all resamples together: large sets are resampled less often, and need it less."""
REACHED = {
    Place.RANKED: Place.CUT,
    Place.PROMPT: Place.ASSEMBLY,
    Place.COMPANION: Place.ASSEMBLY,
    Place.USED: Place.USE,
    Place.RIGHT: Place.ANSWER,
}
"""The last stage that evidence with each of these ends is known to have passed."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """What fixing one place, or one span of places, would bring back.

    ``lost`` needs were lost there; ``survival`` of the later stages as measured (1 where none is); ``needs`` = lost ×
    survival would come through, ``share`` of all followed needs, with its interval. ``goal`` is how far survival was
    measured: ``answered right`` where answers were, else the last end that was recorded. ``to_prompt`` is the same up
    to the prompt; None for what is lost in or after it, and where prompts are not recorded.
    """

    first: Place
    last: Place
    lost: int
    survival: float
    needs: float
    share: float
    interval: Interval | None
    goal: Place
    to_prompt: float | None = None

    def to_dict(self) -> dict[str, object]:
        """As plain data."""
        return {
            "first": self.first.name.lower(),
            "last": self.last.name.lower(),
            "lost": self.lost,
            "survival": self.survival,
            "needs": self.needs,
            "share": self.share,
            "interval": None if self.interval is None else [self.interval.low, self.interval.high],
            "goal": self.goal.name.lower(),
            "to_prompt": self.to_prompt,
        }


def recoveries(diagnosis: Diagnosis, *, level: float = 0.95, seed: int = 0) -> list[Recovery]:
    """What fixing each place would bring back, the most first.

    Formula: lost(s) × Π over the later stages t of (1 − lost(t) ÷ entered(t)). entered(t) are the needs that are known
    to have come to t; a stage that no need is known to have passed or been lost at has no factor. A need lost within a
    span is charged to the span, and to its last stage among the later ones of others. What fusion or reranking pushed
    out would stand within the cut if they had not, so the cut is no factor for these.

    The interval has the percentiles of the same product in resamples of the questions, all factors together. It assumes
    that what is fixed behaves later as the rest does; None with fewer than two questions.
    """
    inside = followed(diagnosis)
    spans = [(first, last) for first, last in spans_of(diagnosis, inside) if PLACES[last].is_loss]
    if not spans:
        return []
    table, passed = _by_question(diagnosis, spans)
    totals = table.sum(axis=0, keepdims=True)
    point = _product(totals, spans, passed)[0]
    prompt = _product(totals, spans, passed, until=Place.ASSEMBLY.position)[0]
    has_prompt = any(one.recorded.any() for one in diagnosis.reach.of_kind("context"))
    draws = _resampled(table, spans, passed, seed)
    goal = goal_of(diagnosis)
    everything = float(totals.sum())
    found = []
    for number, (first, last) in enumerate(spans):
        lost = int(totals[0, number])
        interval = None
        if len(draws):
            low, high = np.quantile(draws[:, number], [(1 - level) / 2, (1 + level) / 2])
            interval = Interval(float(low), float(high), level, "bootstrap")
        share = float(point[number])
        needs = share * everything
        before = has_prompt and last <= Place.ASSEMBLY.position
        to_prompt = float(prompt[number]) * everything if before else None
        found.append(Recovery(PLACES[first], PLACES[last], lost, needs / lost, needs, share, interval, goal, to_prompt))
    return sorted(found, key=lambda one: (-one.needs, one.last.position, one.first.position))


def goal_of(diagnosis: Diagnosis) -> Place:
    """The last end that any need is known to have come to: as far as that, survival is measured."""
    last = diagnosis.fates.last
    ends = [place for place in REACHED if (last == place.position).any()]
    return max(ends, key=lambda place: REACHED[place].position, default=Place.RANKED)


def _by_question(diagnosis: Diagnosis, spans: Sequence[tuple[int, int]]) -> tuple[FloatArray, IntArray]:
    """(questions, spans + ends): how many needs of each question ended where; and which stage each end has passed."""
    ends = [(place.position, place.position) for place in REACHED]
    question = diagnosis.reach.question
    columns = [
        np.bincount(
            question[(diagnosis.fates.first == first) & (diagnosis.fates.last == last)],
            minlength=len(diagnosis.reach.questions),
        )
        for first, last in [*spans, *ends]
    ]
    table: FloatArray = np.stack(columns, axis=1).astype(np.float64)
    reached = [last - 1 for _, last in spans] + [place.position for place in REACHED.values()]
    return table[table.any(axis=1)], np.array(reached)


def _product(
    totals: FloatArray, spans: Sequence[tuple[int, int]], passed: IntArray, *, until: int = Place.ANSWER.position
) -> FloatArray:
    """(resamples, spans): the share of all needs that comes back through the stages up to ``until``."""
    stages = len(LOSSES)
    lost = np.zeros((len(totals), stages))
    for number, (_, last) in enumerate(spans):
        lost[:, last] += totals[:, number]
    came = np.stack([totals[:, passed >= stage].sum(axis=1) for stage in range(stages)], axis=1) + lost
    survival = np.divide(came - lost, came, out=np.ones_like(came), where=came > 0)
    survival[:, until + 1 :] = 1.0
    later = _later(survival)
    kept = survival.copy()
    kept[:, Place.CUT.position] = 1.0
    within = _later(kept)
    ordered = {Place.FUSION.position, Place.RERANK.position}
    factors = [within[:, last] if last in ordered else later[:, last] for _, last in spans]
    back = totals[:, : len(spans)] * np.stack(factors, axis=1)
    shares: FloatArray = back / totals.sum(axis=1, keepdims=True)
    return shares


def _later(survival: FloatArray) -> FloatArray:
    """The product of all later columns, for every column."""
    products = np.cumprod(survival[:, ::-1], axis=1)[:, ::-1]
    later: FloatArray = np.concatenate([products[:, 1:], np.ones((len(survival), 1))], axis=1)
    return later


def _resampled(table: FloatArray, spans: Sequence[tuple[int, int]], passed: IntArray, seed: int) -> FloatArray:
    if len(table) < 2:
        return np.empty((0, len(spans)))
    resamples = int(np.clip(DRAWS // len(table), FEWEST, RESAMPLES))
    parts = [_product(counts @ table, spans, passed) for counts in resample_counts(len(table), resamples, seed)]
    return np.concatenate(parts)
