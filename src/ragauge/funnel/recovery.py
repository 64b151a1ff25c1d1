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

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
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

    ``lost`` needs were lost there, ``needs`` of them would come through: ``share`` of all followed needs, with its
    interval; ``survival`` is needs ÷ lost. ``goal`` is how far survival was measured: ``answered right`` where answers
    were judged, else the last end that is recorded. ``to_prompt`` is the same up to the prompt; None for what is lost
    after it, and where prompts are not recorded.
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

    Formula: complete(s) × Π over the later stages t of (1 − lost(t) ÷ entered(t)). complete(s) are the needs lost at s
    whose question lacks no evidence that was lost elsewhere: with other evidence missing its answer could not be right.
    (All that were lost count where answers are not judged, and for ``to_prompt``.) entered(t) are the needs that are
    known to have come to t; a stage that no need is known to have passed or been lost at has no factor. A need lost
    within a span is charged to the span, and to its last stage among the later ones of others. What stood within the
    first k before fusion or reranking pushed it out would be there again, so the cut is no factor for it.

    The interval has the percentiles of the same product in resamples of the questions, all factors together; None with
    fewer than two questions.

    It assumes that what is fixed behaves later as the rest does. ``replay.oracle_replay`` puts that to the test
    (``docs/diagnosing.md`` has figures). It is too high where a later stage depends on the rank, as a budget does that
    takes the first passages: what was cut at k would come last. It is an upper bound of what a stage brings back that
    no need has come by. Evidence that was in the prompt of a question that lacked other evidence is not counted,
    though its answer can be right then too.
    """
    inside = followed(diagnosis)
    spans = [(first, last) for first, last in spans_of(diagnosis, inside) if PLACES[last].is_loss]
    if not spans:
        return []
    goal = goal_of(diagnosis)
    counted = _by_question(diagnosis, spans, judged=goal is Place.RIGHT)
    totals = counted.table.sum(axis=0, keepdims=True)
    point = _product(totals, counted)[0]
    prompt = _product(totals, counted, to_prompt=True)[0]
    has_prompt = any(one.recorded.any() for one in diagnosis.reach.of_kind("context"))
    draws = _resampled(counted, seed)
    everything = float(inside.sum())
    found = []
    for number, (first, last) in enumerate(spans):
        interval = None
        if len(draws):
            low, high = np.quantile(draws[:, number], [(1 - level) / 2, (1 + level) / 2])
            interval = Interval(float(low), float(high), level, "bootstrap")
        lost, share = int(totals[0, number]), float(point[number])
        before = has_prompt and last <= Place.ASSEMBLY.position
        to_prompt = float(prompt[number]) * everything if before else None
        needs = share * everything
        found.append(Recovery(PLACES[first], PLACES[last], lost, needs / lost, needs, share, interval, goal, to_prompt))
    return sorted(found, key=lambda one: (-one.needs, -one.lost, one.last.position, one.first.position))


def goal_of(diagnosis: Diagnosis) -> Place:
    """The last end that the traces can tell of: as far as that, survival is measured."""
    reach = diagnosis.reach
    if reach.right.any():
        return Place.RIGHT
    if reach.cited.any():
        return Place.USED
    return Place.PROMPT if any(one.recorded.any() for one in reach.of_kind("context")) else Place.RANKED


@dataclass(frozen=True, slots=True)
class Counted:
    """Needs by question (rows): those lost in each span, and of each end (columns), then two parts of the lost ones.

    The parts are ``deep`` ones, for which the cut is a factor, and those that are ``complete``: deep ones first, then
    the others. ``passed`` has the last stage that the needs of each of the first columns have passed.
    """

    table: FloatArray
    spans: Sequence[tuple[int, int]]
    passed: IntArray


def _by_question(diagnosis: Diagnosis, spans: Sequence[tuple[int, int]], *, judged: bool) -> Counted:
    fates, question = diagnosis.fates, diagnosis.reach.question
    deep, complete = _is_deep(diagnosis), ~_lacks_other(diagnosis) | (not judged)
    of_span = [(fates.first == first) & (fates.last == last) for first, last in spans]
    ends = [fates.last == place.position for place in REACHED]
    masks = [*of_span, *ends]
    for kept in (deep, deep & complete, ~deep & complete):
        masks += [mine & kept for mine in of_span]
    count = len(diagnosis.reach.questions)
    table: FloatArray = np.stack([np.bincount(question[one], minlength=count) for one in masks], axis=1).astype(float)
    passed = [last - 1 for _, last in spans] + [place.position for place in REACHED.values()]
    return Counted(table[table.any(axis=1)], spans, np.array(passed))


def _is_deep(diagnosis: Diagnosis) -> BoolArray:
    """Needs that were not pushed out of the first k by an order: what fixing brings back has to pass the cut."""
    reach, last = diagnosis.reach, diagnosis.fates.last
    (lane, _), (fused, has_fused) = reach.best("lane"), reach.best("fused")
    by_fusion, by_rerank = last == Place.FUSION.position, last == Place.RERANK.position
    before = np.where(by_rerank & has_fused, fused, lane)
    k = reach.k[reach.question]
    deep: BoolArray = ~(by_fusion | by_rerank) | ((before > k) & (k > 0))
    return deep


def _lacks_other(diagnosis: Diagnosis) -> BoolArray:
    """Needs lost before the prompt whose question has lost others at another place before the prompt."""
    fates, question = diagnosis.fates, diagnosis.reach.question
    lost = fates.last <= Place.ASSEMBLY.position
    place = fates.first * len(PLACES) + fates.last
    count = len(diagnosis.reach.questions)
    least = np.full(count, len(PLACES) ** 2)
    most = np.full(count, -1)
    np.minimum.at(least, question[lost], place[lost])
    np.maximum.at(most, question[lost], place[lost])
    lacks: BoolArray = lost & (least < most)[question]
    return lacks


def _product(totals: FloatArray, counted: Counted, *, to_prompt: bool = False) -> FloatArray:
    """(resamples, spans): the share of all needs that comes back; up to the prompt only where that is asked."""
    spans, stages = counted.spans, len(LOSSES)
    ended = totals[:, : len(counted.passed)]
    everything = totals[:, : len(spans)]
    deep, complete_deep, complete = np.split(totals[:, len(counted.passed) :], 3, axis=1)
    lost = np.zeros((len(totals), stages))
    for number, (_, last) in enumerate(spans):
        lost[:, last] += totals[:, number]
    came = np.stack([ended[:, counted.passed >= stage].sum(axis=1) for stage in range(stages)], axis=1) + lost
    survival = np.divide(came - lost, came, out=np.ones_like(came), where=came > 0)
    if to_prompt:
        survival[:, Place.ASSEMBLY.position + 1 :] = 1.0
        complete_deep, complete = deep, everything - deep
    ends = [last for _, last in spans]
    back = complete_deep * _later(survival)[:, ends]
    survival[:, Place.CUT.position] = 1.0
    back += complete * _later(survival)[:, ends]
    shares: FloatArray = back / ended.sum(axis=1, keepdims=True)
    return shares


def _later(survival: FloatArray) -> FloatArray:
    """The product of all later columns, for every column."""
    products = np.cumprod(survival[:, ::-1], axis=1)[:, ::-1]
    later: FloatArray = np.concatenate([products[:, 1:], np.ones((len(survival), 1))], axis=1)
    return later


def _resampled(counted: Counted, seed: int) -> FloatArray:
    rows = len(counted.table)
    if rows < 2:
        return np.empty((0, len(counted.spans)))
    resamples = int(np.clip(DRAWS // rows, FEWEST, RESAMPLES))
    parts = [_product(counts @ counted.table, counted) for counts in resample_counts(rows, resamples, seed)]
    return np.concatenate(parts)
