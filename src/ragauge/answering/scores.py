"""Answer metrics over slices: values with what has none apart, and means with their intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.core.score import Score, Values
from ragauge.stats.intervals import mean_interval
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

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
    values = {one.name: one.compute(answers) for one in measures}
    return score_values(values, measures, slices, level=level, clusters=clusters), values


def score_values(
    values: Mapping[str, Values],
    measures: Sequence[Measure],
    slices: Sequence[tuple[Mapping[str, str] | None, BoolArray]],
    *,
    level: float = 0.95,
    clusters: IntArray | None = None,
    failures: Collection[str] = (),
) -> list[Score]:
    """The scores of values by metric over every slice; ``failures`` are cases that are failures, beside ``failed``."""
    known = {FAILED, *failures}
    return [
        _score(one, values[one.name], mask, where, level, clusters, known) for one in measures for where, mask in slices
    ]


def _score(
    one: Measure,
    values: Values,
    mask: BoolArray,
    where: Mapping[str, str] | None,
    level: float,
    clusters: IntArray | None,
    failures: Collection[str],
) -> Score:
    defined = values.defined & mask
    chosen = values.value[defined]
    counts = {name: int((case & mask).sum()) for name, case in values.undefined.items()}
    counts = {name: count for name, count in counts.items() if count}
    failed = {name: counts.pop(name) for name in [*counts] if name in failures}
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
        failed=failed,
        bounds=_bounds(one, chosen, sum(failed.values())),
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
