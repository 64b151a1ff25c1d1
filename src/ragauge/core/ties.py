"""Ties: every order of equal scores as a question of its own, so that any metric can be averaged over them."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.score import Values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ragauge.core.arrays import IntArray
    from ragauge.core.judged import Judged

MOST = 2_000
"""Up to this many orders of one question are all looked at; beyond it, as many drawn at random."""


@dataclass(frozen=True, slots=True)
class OverTies:
    """The expected values over all orders of ties, and the smallest and largest."""

    mean: Values
    low: Values
    high: Values
    sampled: int


def over_ties(judged: Judged, compute: Callable[[Judged], Values], *, seed: int = 0) -> OverTies:
    """Evaluate a metric over the orders that equal scores could have stood in.

    Every order is equally likely. Questions with up to ``MOST`` orders of their judged hits are enumerated;
    for the others as many orders are drawn for the mean, and the orders by grade serve as extremes; ``sampled``
    counts these questions.

    >>> from ragauge.catalog import find_metric
    >>> from ragauge.core.lists import judge_lists
    >>> judged = judge_lists({"q": ["kiln", "loom", "mast"]}, {"q": ["mast"]})
    >>> tied = replace(judged, tie_first=np.array([1]), tie_size=np.array([3]))
    >>> result = over_ties(tied, find_metric("mrr").compute)
    >>> result.mean, result.low, result.high
    (Values(0.611111), Values(0.333333), Values(1))
    """
    base = compute(judged)
    mean, low, high = (base.value.copy() for _ in range(3))
    rng = np.random.default_rng(seed)
    sampled = 0
    tied = np.unique(judged.unit_question[(judged.unit_rank > 0) & (judged.tie_size > 1)])
    for question in tied.tolist():
        own = _range(judged.unit_question, question)
        units = own.start + np.flatnonzero(judged.unit_rank[own] > 0)
        orders, extremes = _orders(judged, units, rng)
        sampled += len(extremes) > 0
        value = compute(_spread(judged, question, units, np.concatenate((orders, extremes)))).value
        mean[question] = value[: len(orders)].mean()
        low[question], high[question] = value.min(), value.max()
    undefined = base.undefined
    return OverTies(Values(mean, undefined), Values(low, undefined), Values(high, undefined), sampled)


def _range(sorted_array: IntArray, value: int) -> slice:
    start, stop = np.searchsorted(sorted_array, [value, value + 1]).tolist()
    return slice(start, stop)


def _orders(judged: Judged, units: IntArray, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Ranks of the units in each order, shape (orders, units); and the extreme orders, where they were drawn."""
    first, size = judged.tie_first[units], judged.tie_size[units]
    groups = [np.flatnonzero(first == start) for start in np.unique(first)]
    order = np.concatenate(groups)
    count = math.prod(math.perm(int(size[group[0]]), len(group)) for group in groups)
    picks: Iterable[Iterable[Sequence[int]]]
    if count <= MOST:
        picks = itertools.product(*(_slots(size, first, group) for group in groups))
        return _placed(picks, order), np.zeros((0, len(units)), dtype=np.int64)
    picks = ([_drawn(size, first, group, rng) for group in groups] for _ in range(MOST))
    grade = judged.unit_grade[units]
    extremes = ([_extreme(size, first, grade, group, best=best) for group in groups] for best in (True, False))
    return _placed(picks, order), _placed(extremes, order)


def _placed(picks: Iterable[Iterable[Sequence[int]]], order: IntArray) -> IntArray:
    ranks = np.array([[rank for slots in pick for rank in slots] for pick in picks], dtype=np.int64)
    placed = np.empty_like(ranks)
    placed[:, order] = ranks
    return placed


def _drawn(size: IntArray, first: IntArray, group: IntArray, rng: np.random.Generator) -> list[int]:
    start = int(first[group[0]])
    picked: list[int] = rng.choice(int(size[group[0]]), size=len(group), replace=False).tolist()
    return [start + place for place in picked]


def _extreme(size: IntArray, first: IntArray, grade: IntArray, group: IntArray, *, best: bool) -> list[int]:
    """The units of a group by falling grade in its first places, or by rising grade in its last."""
    start, length = int(first[group[0]]), int(size[group[0]])
    place = np.empty(len(group), dtype=np.int64)
    place[np.argsort(-grade[group] if best else grade[group], kind="stable")] = np.arange(len(group))
    ranks: list[int] = (place + start + (0 if best else length - len(group))).tolist()
    return ranks


def _slots(size: IntArray, first: IntArray, group: IntArray) -> Iterator[tuple[int, ...]]:
    start = int(first[group[0]])
    return itertools.permutations(range(start, start + int(size[group[0]])), len(group))


def _spread(judged: Judged, question: int, units: IntArray, orders: IntArray) -> Judged:
    """One question as many: the same gold, each with another order of the tied hits."""
    own = np.arange(len(judged.unit_question))[_range(judged.unit_question, question)]
    rank = np.tile(judged.unit_rank[own], (len(orders), 1))
    rank[:, np.searchsorted(own, units)] = orders
    within = _range(judged.need_question, question)
    needs = np.arange(within.start, within.stop)
    links = slice(*np.searchsorted(judged.link_need, [within.start, within.stop]).tolist())
    copies = np.arange(len(orders))
    flat_rank = rank.ravel()
    return replace(
        judged,
        questions=tuple(str(copy) for copy in copies),
        status=np.repeat(judged.status[question], len(orders)),
        in_run=np.repeat(judged.in_run[question], len(orders)),
        retrieved=np.repeat(judged.retrieved[question], len(orders)),
        returned=np.repeat(judged.returned[question], len(orders)),
        unit_question=np.repeat(copies, len(own)),
        unit_grade=np.tile(judged.unit_grade[own], len(orders)),
        unit_rank=flat_rank,
        tie_first=flat_rank,
        tie_size=np.ones_like(flat_rank),
        need_question=np.repeat(copies, len(needs)),
        need_copies=np.tile(judged.need_copies[needs], len(orders)),
        link_need=_shifted(np.searchsorted(needs, judged.link_need[links]), len(needs), len(orders)),
        link_unit=_shifted(np.searchsorted(own, judged.link_unit[links]), len(own), len(orders)),
    )


def _shifted(index: IntArray, step: int, copies: int) -> IntArray:
    return (index + step * np.arange(copies)[:, None]).ravel()
