"""The walk: the one place where each need ended, or the span of stages within which it must have been lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.funnel.places import CHECKS, Place
from ragauge.funnel.reach import GONE, PASSED, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.funnel.reach import Reach, Verdicts

NEAR = 20
"""What stands among the first so many after a good order is lost by the cut, not by the order."""
FELL = 2
"""A list that is so many times as deep a place for a need as the one before made it fall."""
WEAK = 0.25
"""A lane with less of another one's quality is far behind it."""
AT = {place: number for number, place in enumerate(CHECKS)}


@dataclass(frozen=True, slots=True, eq=False)
class Fates:
    """For each need the first and the last place at which it may have been lost, by ``Place.position``.

    Both are the same where the place is known. An end that is no loss is a place like any other. ``cut`` has the k of
    its question, 0 where that is not known.
    """

    first: IntArray
    last: IntArray
    cut: IntArray

    def __len__(self) -> int:
        return len(self.first)

    @property
    def is_known(self) -> BoolArray:
        """Whether it is one place."""
        same: BoolArray = self.first == self.last
        return same

    @property
    def is_lost(self) -> BoolArray:
        """Whether the need was lost."""
        lost: BoolArray = self.last <= Place.ANSWER.position
        return lost


def walk(reach: Reach, *, near: int = NEAR) -> Fates:
    """The place of every need; each ends in exactly one.

    A stage where a need is seen shows that all stages before let it pass. After the last of these, the first stage
    where it is known to be gone has lost it, or one between the two of which nothing is recorded: then the place is the
    span of both. A need that stands in the last list, below the first k, is charged by ``_blame``. One that no chunk
    holds alone, and whose parts are not all within the cut, was split by chunking, wherever single parts came to.
    """
    verdicts = _verdicts(reach)
    seen = _last(verdicts == PASSED)
    stage = np.arange(len(CHECKS))
    gone = (verdicts == GONE) & (stage > seen[:, None])
    lost = gone.any(axis=1) & ~reach.withheld
    last = np.where(lost, gone.argmax(axis=1), 0)
    first = np.where(lost, seen + 1, 0)
    blamed = _blame(reach, near)
    at_cut = lost & (last == AT[Place.CUT]) & (blamed >= 0)
    first, last = np.where(at_cut, blamed, first), np.where(at_cut, blamed, last)
    too_deep = lost & (last == AT[Place.FUSION]) & _was_too_deep(reach, near)
    first, last = (np.where(too_deep, AT[Place.RETRIEVAL], end) for end in (first, last))
    broken = lost & _is_broken_fusion(reach, verdicts, last)
    first, last = np.where(broken, AT[Place.FUSION], first), np.where(broken, AT[Place.FUSION], last)
    split = lost & (reach.origin[:, AT[Place.CHUNKING]] == GONE) & (last <= AT[Place.CUT])
    first, last = (np.where(split & (last > AT[Place.CHUNKING]), AT[Place.CHUNKING], end) for end in (first, last))
    ends = _ends(reach, seen)
    first, last = np.where(lost, first, ends[0]), np.where(lost, last, ends[1])
    answered = (first == AT[Place.REFUSAL]) & (last > first) & (reach.refused[reach.question] == GONE)
    first, last = _with_companions(reach, np.where(answered, first + 1, first), last)
    return Fates(first, last, reach.k[reach.question])


def _with_companions(reach: Reach, first: IntArray, last: IntArray) -> tuple[IntArray, IntArray]:
    """Evidence that was in the prompt of a question that lacked other evidence: no answer could have been right."""
    lost = last <= Place.ASSEMBLY.position
    lacks = np.bincount(reach.question[lost], minlength=len(reach.questions)) > 0
    rank, _ = reach.best("context")
    after = (last >= Place.REFUSAL.position) & (last <= Place.ANSWER.position)
    alone = after & lacks[reach.question] & (rank > 0)
    return tuple(np.where(alone, Place.COMPANION.position, end) for end in (first, last))  # type: ignore[return-value]


def _verdicts(reach: Reach) -> Verdicts:
    """(needs, stages): whether each need is known to have passed each stage."""
    found = np.full((len(reach), len(CHECKS)), UNKNOWN, dtype=np.int8)
    found[:, : reach.origin.shape[1]] = reach.origin
    for place, kind in ((Place.RETRIEVAL, "lane"), (Place.FUSION, "fused"), (Place.RERANK, "reranked")):
        rank, recorded = reach.best(kind)
        found[:, AT[place]] = np.where(rank > 0, PASSED, np.where(recorded, GONE, UNKNOWN))
    if len(reach.of_kind("lane")) == 1:  # one lane has nothing to be fused with
        retrieved = (found[:, AT[Place.RETRIEVAL]] == PASSED) & (found[:, AT[Place.FUSION]] == UNKNOWN)
        found[retrieved, AT[Place.FUSION]] = PASSED
    if any(one.foreign for one in reach.of_kind("lane")):
        found[found[:, AT[Place.RETRIEVAL]] == GONE, AT[Place.RETRIEVAL]] = UNKNOWN
    found[:, AT[Place.CUT]] = at_the_cut(reach)
    rank, recorded = reach.best("context")
    found[:, AT[Place.ASSEMBLY]] = np.where(rank > 0, PASSED, np.where(recorded, GONE, UNKNOWN))
    refused = reach.refused[reach.question]
    found[:, AT[Place.REFUSAL]] = np.where(refused == PASSED, GONE, UNKNOWN)
    found[:, AT[Place.USE]] = np.where(reach.right[reach.question] == PASSED, UNKNOWN, reach.cited)
    return found


def at_the_cut(reach: Reach) -> Verdicts:
    """Whether a need was among the hits that were handed on: by their list, else by k and the last ranking."""
    rank, recorded = reach.best("selected")
    found = np.where(rank > 0, PASSED, np.where(recorded, GONE, UNKNOWN))
    k = reach.k[reach.question]
    last, there = _last_ranking(reach)
    by_k = np.where((last > 0) & (last <= k), PASSED, np.where(last > k, GONE, UNKNOWN))
    use_k = ~recorded & there & (k > 0)
    verdicts: Verdicts = np.where(use_k, by_k, found).astype(np.int8)
    return verdicts


def _last_ranking(reach: Reach) -> tuple[IntArray, BoolArray]:
    """The rank of each need in the last list before the cut that its question has."""
    rank = np.zeros(len(reach), dtype=np.int64)
    there = np.zeros(len(reach), dtype=bool)
    for kind in ("lane", "fused", "reranked"):
        found, recorded = reach.best(kind)
        rank, there = np.where(recorded, found, rank), there | recorded
    return rank, there


def _blame(reach: Reach, near: int) -> IntArray:
    """Which stage put a need below the cut, −1 where there is no list to tell it by.

    A stage that orders anew pushed a need out if it stood within reach before and not after, or fell to twice its rank
    and out of reach. Within reach are the first k; but of a stage that on the whole ranks the needs better than what it
    was given, the first ``near`` where k is smaller: what a good order leaves there, a larger k would have kept. So
    reranking is looked at, then fusion, against the best rank in a lane. What fusion pushed out, and what stands
    out of reach throughout, is *not retrieved* if a lane missed it. All else is *cut at k*.
    """
    k = reach.k[reach.question]
    (lane, _), (fused, has_fused), (ranked, has_ranked) = (reach.best(kind) for kind in ("lane", "fused", "reranked"))
    last, there = _last_ranking(reach)
    before = np.where(has_fused, fused, lane)
    by_rerank = has_ranked & _pushed_out(before, ranked, _reach_of(k, near, good=_is_better(ranked, [before])))
    single = [one.rank for one in reach.of_kind("lane")]
    within = _reach_of(k, near, good=_is_better(fused, single))
    by_fusion = has_fused & (lane > 0) & (lane <= within) & (fused > within)
    far = last > np.maximum(k, near)
    foreign = any(one.foreign for one in reach.of_kind("lane"))
    unfused = has_fused & foreign & (far | (fused > lane))
    lacking = has_fused & _missed(reach, within)
    cases = [~there | (last == 0), by_rerank, (by_fusion | far) & lacking, by_fusion | unfused]
    found: IntArray = np.select(cases, [-1, AT[Place.RERANK], AT[Place.RETRIEVAL], AT[Place.FUSION]], AT[Place.CUT])
    return found


def _was_too_deep(reach: Reach, near: int) -> BoolArray:
    """Needs that a lane missed and another one had out of reach: a fused list that ends before them lost nothing."""
    within = _reach_of(reach.k[reach.question], near, good=True)
    lane, _ = reach.best("lane")
    return (lane > within) & _missed(reach, within)


def _missed(reach: Reach, within: IntArray) -> BoolArray:
    """Needs that some lane does not have; of a lane that is far behind another one, those that it has out of reach."""
    lanes = [one for one in reach.of_kind("lane") if not one.foreign]
    best = max((_quality(one.rank) for one in lanes), default=0.0)
    missed = np.zeros(len(reach), dtype=bool)
    for one in lanes:
        behind = _quality(one.rank) < WEAK * best
        missed |= one.recorded[reach.question] & ((one.rank == 0) | (behind & (one.rank > within)))
    return missed


def _quality(rank: IntArray) -> float:
    """The sum of the reciprocal ranks of all needs."""
    return float(np.divide(1.0, rank, out=np.zeros(len(rank)), where=rank > 0).sum())


def _reach_of(k: IntArray, near: int, *, good: bool) -> IntArray:
    within: IntArray = np.maximum(k, near) if good else np.maximum(k, 1)
    return within


def _pushed_out(before: IntArray, after: IntArray, within: IntArray) -> BoolArray:
    out: BoolArray = (before > 0) & (after > within) & ((before <= within) | (after >= FELL * before))
    return out


def _is_better(after: IntArray, before: Sequence[IntArray]) -> bool:
    """Whether a list ranks the needs at least as well on the whole as each of those before it: by reciprocal ranks."""
    return all(_quality(after) >= _quality(one) for one in before)


def _is_broken_fusion(reach: Reach, verdicts: Verdicts, last: IntArray) -> BoolArray:
    """Needs of which it is not known whether a lane had them, because its ids mean nothing to any other stage."""
    foreign = any(one.foreign for one in reach.of_kind("lane"))
    unknown = verdicts[:, AT[Place.RETRIEVAL]] == UNKNOWN
    broken: BoolArray = unknown & (last >= AT[Place.RETRIEVAL]) & (last <= AT[Place.CUT]) & foreign
    return broken


def _last(passed: BoolArray) -> IntArray:
    """The last column that is true, −1 where none is."""
    width = passed.shape[1]
    found: IntArray = np.where(passed.any(axis=1), width - 1 - passed[:, ::-1].argmax(axis=1), -1)
    return found


def _ends(reach: Reach, seen: IntArray) -> tuple[IntArray, IntArray]:
    """The first and last place of needs that no stage is known to have lost."""
    right = reach.right[reach.question]
    kept = np.select(
        [seen >= AT[Place.USE], seen >= AT[Place.ASSEMBLY], seen >= AT[Place.RETRIEVAL]],
        [Place.USED.position, Place.PROMPT.position, Place.RANKED.position],
        Place.UNSEEN.position,
    )
    wrong_from = np.where(seen >= AT[Place.USE], Place.ANSWER.position, seen + 1)
    cases = [
        reach.withheld,
        ~reach.traced[reach.question],
        reach.failed[reach.question],
        right == PASSED,
        right == GONE,
    ]
    shared = [place.position for place in (Place.WITHHELD, Place.MISSING, Place.FAILED, Place.RIGHT)]
    return (
        np.select(cases, [*(np.full_like(seen, one) for one in shared), wrong_from], kept),
        np.select(cases, [*shared, Place.ANSWER.position], kept),
    )
