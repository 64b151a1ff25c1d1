"""Traces against gold: retrieval and answers on one scorecard."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.answering.by_kind import Scoring, with_answers, with_entailed, with_judged
from ragauge.answering.cases import answers_of
from ragauge.answering.models import ANSWERS, ENTAILED, Models
from ragauge.answering.own_gold import own_gold_warnings
from ragauge.answering.ranking import measure_ranking
from ragauge.catalog import find_metric
from ragauge.evaluation import default_metrics, slices_of
from ragauge.metrics.judge_cases import JUDGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.options import Options
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.spec import Measure
    from ragauge.evaluation import Surroundings
    from ragauge.judging.running import Progress
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced
DEFAULT = (
    "context_recall",
    "lexical_faithfulness",
    "number_grounding",
    "citation_validity",
    "context_utilisation",
    "abstention_correct",
    "wrong_refusal",
    "hallucinated_answer",
    "token_f1",
)
"""What is measured of answers when nobody asks for anything in particular: all of it without a model."""


class InterruptedScores(KeyboardInterrupt):
    """The user interrupted the judge; what there is by then is on the scorecard."""

    def __init__(self, card: Scorecard, joined: Joined, why: str) -> None:
        super().__init__(why)
        self.card, self.joined = card, joined


def answer_metrics(names: Sequence[str]) -> tuple[list[str], list[Measure]]:
    """The names that are of rankings, and the metrics that need answers, whatever else they need.

    >>> ranking, answers = answer_metrics(["recall@5", "exact_match", "faithfulness"])
    >>> ranking, [one.name for one in answers]
    (['recall@5'], ['exact_match', 'faithfulness'])
    """
    measures = list({one.name: one for one in map(find_metric, names)}.values())
    kinds = (ANSWERS, ENTAILED, JUDGED)
    ours = [one for one in measures if one.spec.inputs in kinds]
    return [one.name for one in measures if one.spec.inputs not in kinds], ours


def asked_metrics(
    golden: Golden, names: Sequence[str] | None, models: Models, k: int
) -> tuple[list[str], list[Measure]]:
    """The same of the names that are asked for, or else of the default metrics of all that is at hand.

    Raises: InputError for metrics that need a model that is not there.
    """
    asked = list(names) if names else [*default_metrics(k), *DEFAULT, *models.default_metrics(golden)]
    ranking, ours = answer_metrics(asked)
    models.refuse_lacking(ours)
    return ranking, ours


def measure_all(
    golden: Golden,
    run: Run,
    traced: Traced,
    names: Sequence[str] | None,
    *,
    by: Sequence[str],
    k: int,
    options: Options,
    around: Surroundings,
    models: Models | None = None,
    progress: Progress | None = None,
) -> tuple[Scorecard, Joined]:
    """The scorecard of a run and of the answers in its traces; without names, the default metrics of both.

    What needs no model is measured first: no judge is asked before all else is known to be right.

    Raises: as ``evaluation.measure`` and ``score_judged``; InputError for metrics that need a model that is not there;
        InterruptedScores with what there is, when the user interrupts the judge.
    """
    models = models or Models()
    ranking, ours = asked_metrics(golden, names, models, k)
    how: dict[str, Any] = {"by": by, "k": k, "options": options, "around": around}
    wanted = ranking or default_metrics(k)
    card, joined = measure_ranking(golden, run, traced, wanted, asked=bool(names and ranking), **how)
    if not ours:
        return card, joined
    clusters = None if options.clusters is None else golden.clusters(options.clusters)
    scoring = Scoring(
        answers_of(golden, traced, around),
        [(None, np.ones(len(golden), dtype=bool)), *slices_of(golden, by)],
        options.level,
        clusters,
    )
    card = replace(card, warnings=(*card.warnings, *own_gold_warnings(scoring.answers)))
    card = with_answers(card, [one for one in ours if one.spec.inputs == ANSWERS], scoring)
    card = with_entailed(card, [one for one in ours if one.spec.inputs == ENTAILED], scoring, models)
    judged = [one for one in ours if one.spec.inputs == JUDGED]
    card, interrupted = with_judged(card, judged, scoring, models, progress)
    if interrupted is not None:
        raise InterruptedScores(card, joined, str(interrupted))
    return card, joined
