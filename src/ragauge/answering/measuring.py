"""Traces against gold: retrieval and answers on one scorecard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.answering.cases import answers_of
from ragauge.answering.scores import beside, score_answers
from ragauge.catalog import find_metric
from ragauge.evaluation import default_metrics, measure, slices_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.options import Options
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.spec import Measure
    from ragauge.evaluation import Surroundings
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced

ANSWERS = ("answers",)
"""The inputs of a metric that is computed from answers alone."""
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


def answer_metrics(names: Sequence[str]) -> tuple[list[str], list[Measure]]:
    """The names that are of rankings, and the metrics that need answers.

    >>> ranking, answers = answer_metrics(["recall@5", "exact_match"])
    >>> ranking, [one.name for one in answers]
    (['recall@5'], ['exact_match'])
    """
    measures = list({one.name: one for one in map(find_metric, names)}.values())
    ours = [one for one in measures if one.spec.inputs == ANSWERS]
    return [one.name for one in measures if one.spec.inputs != ANSWERS], ours


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
) -> tuple[Scorecard, Joined]:
    """The scorecard of a run and of the answers in its traces; without names, the default metrics of both.

    Raises: as ``evaluation.measure``.
    """
    asked = list(names) if names else [*default_metrics(k), *DEFAULT]
    ranking, ours = answer_metrics(asked)
    card, joined = measure(golden, run, ranking or default_metrics(k), by=by, k=k, options=options, around=around)
    if not ours:
        return card, joined
    clusters = None if options.clusters is None else golden.clusters(options.clusters)
    slices = [(None, np.ones(len(golden), dtype=bool)), *slices_of(golden, by)]
    scores, values = score_answers(
        answers_of(golden, traced, around), ours, slices, level=options.level, clusters=clusters
    )
    return beside(card, scores, values, ours), joined
