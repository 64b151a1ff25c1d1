"""Judged questions × metrics → scores: policies applied, means with intervals, slice by slice."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.judged import EXCLUSIONS, SCORED
from ragauge.core.score import Score, Values
from ragauge.core.ties import over_ties
from ragauge.core.unjudged import all_relevant, condensed
from ragauge.stats.intervals import mean_interval
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.judged import Judged
    from ragauge.core.options import Options
    from ragauge.core.spec import Measure

Slice = tuple[dict[str, str] | None, "BoolArray"]


@dataclass(frozen=True, slots=True)
class Scoring:
    """What every score of one evaluation shares.

    ``judged`` is as joined, ``lists`` without the missing questions where they are left out, and ``read`` also
    without the unjudged hits where those are dropped; ``clusters`` are codes of questions that belong together;
    ``failures`` are the questions whose search failed, by their error.
    """

    judged: Judged
    lists: Judged
    read: Judged
    options: Options
    clusters: IntArray | None = None
    failures: Mapping[str, BoolArray] = field(default_factory=dict)


def with_policies(
    judged: Judged,
    options: Options,
    clusters: IntArray | None = None,
    failures: Mapping[str, BoolArray] | None = None,
) -> Scoring:
    """Apply the policies that do not depend on a metric."""
    status = judged.status.copy()
    if options.skip_missing:
        status[~judged.in_run & (status == SCORED)] = 1 + EXCLUSIONS.index("missing")
    lists = replace(judged, status=status)
    return Scoring(
        judged, lists, condensed(lists) if options.unjudged == "drop" else lists, options, clusters, failures or {}
    )


def score_all(
    measures: Sequence[Measure], scoring: Scoring, slices: Sequence[Slice]
) -> tuple[list[Score], dict[str, Values], int]:
    """The scores of every metric over every slice, the values, and how many questions had their ties sampled."""
    scores, values, sampled = [], {}, 0
    for one in measures:
        value, bounds, drawn = _values(one, scoring)
        values[one.name] = value
        sampled = max(sampled, drawn)
        scores += [_score(one, value, bounds, scoring, where, mask) for where, mask in slices]
    return scores, values, sampled


def _values(one: Measure, scoring: Scoring) -> tuple[Values, Mapping[str, Values], int]:
    """The values, those under the other assumptions that were asked for, and how many were sampled."""
    options = scoring.options
    read = scoring.read if _asks_for_relevance(one) else scoring.lists

    def compute(data: Judged) -> Values:
        values = one.compute(data, compat=options.compat)
        if scoring.failures:  # what has no value by nature has none because of a failure either
            values = Values(values.value, {**values.undefined, **scoring.failures})
        if options.no_relevant == "zero" or not _asks_for_relevance(one):
            return values
        nothing = _nothing_relevant(one, data)
        return Values(values.value, {**values.undefined, "no_relevant": nothing | values.mask("no_relevant")})

    if options.ties == "average":
        result = over_ties(read, compute, seed=options.seed)
        tied = bool((read.tie_size > 1).any())
        return result.mean, {"ties_worst": result.low, "ties_best": result.high} if tied else {}, result.sampled
    values = compute(read)
    if options.unjudged == "bounds":
        return values, {"unjudged_not_relevant": values, "unjudged_relevant": compute(all_relevant(read))}, 0
    return values, {}, 0


def _score(
    one: Measure,
    values: Values,
    bounds: Mapping[str, Values],
    scoring: Scoring,
    where: dict[str, str] | None,
    mask: BoolArray,
) -> Score:
    options, defined = scoring.options, values.defined & mask
    chosen = values.value[defined]
    interval = mean_interval(
        chosen,
        binary=one.spec.binary and options.ties == "id",
        bounds=one.spec.range,
        clusters=None if scoring.clusters is None else scoring.clusters[defined],
        level=options.level,
    )
    undefined = _counts(values.undefined, mask)
    with_gold = np.isin(scoring.judged.status, [SCORED]) & mask
    return Score(
        metric=one.name,
        value=exact_mean(chosen) if len(chosen) else None,
        interval=interval,
        n=len(chosen),
        items=int(mask.sum()),
        excluded={name: n for name, n in undefined.items() if name not in scoring.failures},
        failed={name: n for name, n in undefined.items() if name in scoring.failures},
        missing=int((~scoring.judged.in_run & with_gold).sum()),
        flagged=_counts(_zero_by_policy(one, scoring), defined),
        bounds={name: exact_mean(v.value[defined]) for name, v in bounds.items()} if bounds and len(chosen) else None,
        slice=where,
    )


def _counts(masks: Mapping[str, BoolArray], where: BoolArray) -> dict[str, int]:
    counts = {name: int((mask & where).sum()) for name, mask in masks.items()}
    return {name: count for name, count in counts.items() if count}


def _zero_by_policy(one: Measure, scoring: Scoring) -> dict[str, BoolArray]:
    """Questions whose 0 says something else than "looked and did not find"."""
    if not _asks_for_relevance(one):
        return {}
    judged, read = scoring.judged, scoring.read
    return {
        "missing": ~judged.in_run,
        "empty_result": judged.empty,
        "nothing_judged": (judged.retrieved > 0) & (read.retrieved == 0),
        "no_relevant": _nothing_relevant(one, read),
    }


def _asks_for_relevance(one: Measure) -> bool:
    """Whether the metric looks for relevant hits, and not at the list itself."""
    return "nothing_is_zero" in one.spec.holds


def _nothing_relevant(one: Measure, judged: Judged) -> BoolArray:
    """Scored questions without a unit that this metric takes as relevant."""
    rel = int(one.given.get("rel", 1))
    nothing: BoolArray = (judged.status == SCORED) & (judged.relevant_count(rel=rel) == 0)
    return nothing
