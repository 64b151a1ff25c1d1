"""Metrics of answers onto a scorecard, by what they are computed with: nothing, a model of entailment, a judge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ragauge.answering.scores import beside, score_answers
from ragauge.core.deferred import Deferred

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.answering.models import Models
    from ragauge.core.answered import Answers
    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.spec import Measure
    from ragauge.judging.results import InterruptedRun
    from ragauge.judging.running import Progress


@dataclass(frozen=True, slots=True, eq=False)
class Scoring:
    """The answers, the slices they are scored over, and how intervals are made."""

    answers: Answers
    slices: Sequence[tuple[Mapping[str, str] | None, BoolArray]]
    level: float = 0.95
    clusters: IntArray | None = None


def with_answers(card: Scorecard, measures: Sequence[Measure], scoring: Scoring) -> Scorecard:
    """The scorecard with metrics of answers alone."""
    scores, values = score_answers(
        scoring.answers, measures, scoring.slices, level=scoring.level, clusters=scoring.clusters
    )
    return beside(card, scores, values, measures)


def with_entailed(card: Scorecard, measures: Sequence[Measure], scoring: Scoring, models: Models) -> Scorecard:
    """The scorecard with metrics that ask a model of entailment; its provenance names the model."""
    if not measures or models.entailer is None:
        return card
    from ragauge.answering.entailed import score_entailed

    how: dict[str, Any] = {"level": scoring.level, "clusters": scoring.clusters}
    scores, values = score_entailed(scoring.answers, measures, scoring.slices, models.entailer, **how)
    card = beside(card, scores, values, measures)
    return replace(card, provenance={**card.provenance, "entailer": {"identity": models.entailer.identity}})


def with_judged(
    card: Scorecard, measures: Sequence[Measure], scoring: Scoring, models: Models, progress: Progress | None
) -> tuple[Scorecard, InterruptedRun | None]:
    """The scorecard with metrics that ask a judge, and what interrupted the judge, if anything did."""
    if not measures or models.judge is None:
        return card, None
    from ragauge.answering.judged import score_judged

    how: dict[str, Any] = {"level": scoring.level, "clusters": scoring.clusters, "progress": progress}
    found = score_judged(scoring.answers, measures, scoring.slices, models.judge, **how)
    card = beside(card, found.scores, found.values, measures)
    evidence = Deferred(partial(_with_grounds, card.evidence, found.grounds))
    card = replace(
        card,
        warnings=(*card.warnings, *found.warnings),
        provenance={**card.provenance, "judge": found.provenance},
        evidence=evidence,
    )
    return card, found.interrupted


def _with_grounds(evidence: Mapping[str, Any], grounds: Sequence[Any]) -> dict[str, Any]:
    return {**evidence, "grounds": grounds}
