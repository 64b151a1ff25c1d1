"""Answer metrics over slices: values with what has none apart, and means with their intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.core.score import Score, Values
from ragauge.stats.intervals import mean_interval
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.answered import Answers
    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.spec import Measure

FAILED = "failed"
"""The case of a question whose trace ended in an error: a failure, and no exclusion."""


def score_answers(
    answers: Answers,
    measures: Sequence[Measure],
    slices: Sequence[tuple[Mapping[str, str] | None, BoolArray]],
    *,
    level: float = 0.95,
    clusters: IntArray | None = None,
) -> tuple[list[Score], dict[str, Values]]:
    """The scores of every metric over every slice, and the values by question."""
    scores: list[Score] = []
    values: dict[str, Values] = {}
    for one in measures:
        values[one.name] = found = one.compute(answers)
        scores += [_score(one, found, mask, where, level, clusters) for where, mask in slices]
    return scores, values


def _score(
    one: Measure,
    values: Values,
    mask: BoolArray,
    where: Mapping[str, str] | None,
    level: float,
    clusters: IntArray | None,
) -> Score:
    defined = values.defined & mask
    chosen = values.value[defined]
    counts = {name: int((case & mask).sum()) for name, case in values.undefined.items()}
    counts = {name: count for name, count in counts.items() if count}
    failed = counts.pop(FAILED, 0)
    return Score(
        metric=one.name,
        value=exact_mean(chosen) if len(chosen) else None,
        interval=mean_interval(
            chosen,
            binary=one.spec.binary,
            bounds=one.spec.range,
            clusters=None if clusters is None else clusters[defined],
            level=level,
        ),
        n=len(chosen),
        items=int(mask.sum()),
        excluded=counts,
        failed={FAILED: failed} if failed else {},
        bounds=_bounds(one, chosen, failed),
        slice=where,
    )


def _bounds(one: Measure, chosen: FloatArray, failed: int) -> dict[str, float] | None:
    """The mean if all that failed were worst, and best; None without failures or an end of the range."""
    low, high = one.spec.range
    if not failed or high is None or not len(chosen):
        return None
    total, count = float(chosen.sum()), len(chosen) + failed
    return {"failed_low": (total + failed * low) / count, "failed_high": (total + failed * high) / count}


def beside(
    card: Scorecard, scores: Sequence[Score], values: Mapping[str, Values], measures: Sequence[Measure]
) -> Scorecard:
    """A scorecard with further metrics of the same questions."""
    revisions = {**card.provenance.get("metrics", {}), **{one.name: one.spec.revision for one in measures}}
    return replace(
        card,
        scores=(*card.scores, *scores),
        values={**card.values, **values},
        provenance={**card.provenance, "metrics": revisions},
    )
