"""Metrics that ask a local entailment model: all pairs of all answers at once, each scored once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from ragauge.answering.scores import score_values
from ragauge.core.errors import MetricNameError, RagaugeError
from ragauge.metrics.generation.entailed.claims import FAILURES, claim_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ragauge.core.answered import Answers
    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.ports import Entailer
    from ragauge.core.score import Score, Values
    from ragauge.core.spec import Measure


class RememberingEntailer:
    """An entailment model that is asked about each pair once.

    >>> class Model:
    ...     identity = "example"
    ...     def scores(self, pairs):
    ...         print(len(pairs), "asked")
    ...         return np.full(len(pairs), 0.5)
    >>> remembering = RememberingEntailer(Model())
    >>> remembering.scores([("a", "b"), ("a", "b")]), remembering.scores([("a", "b")])
    1 asked
    (array([0.5, 0.5]), array([0.5]))
    """

    def __init__(self, entailer: Entailer) -> None:
        self._entailer = entailer
        self._known: dict[tuple[str, str], float] = {}

    @property
    def identity(self) -> str:
        """That of the model."""
        return self._entailer.identity

    def scores(self, pairs: Sequence[tuple[str, str]], /) -> FloatArray:
        """Those of the model.

        Raises: RagaugeError where it gives another number of scores, or scores that are not from 0 to 1 (or NaN, for
            a hypothesis that is too long).
        """
        self.remember(pairs)
        return np.array([self._known[pair] for pair in pairs], dtype=np.float64)

    def remember(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Ask about the pairs that are not known yet, together."""
        fresh = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        if not fresh:
            return
        found = np.asarray(self._entailer.scores(fresh), dtype=np.float64)
        if found.shape != (len(fresh),) or not (np.isnan(found) | ((found >= 0) & (found <= 1))).all():
            raise RagaugeError(f"the entailment model must give one score from 0 to 1 for each of {len(fresh)} pairs")
        self._known.update(zip(fresh, found.tolist(), strict=True))


def score_entailed(
    answers: Answers,
    measures: Sequence[Measure],
    slices: Sequence[tuple[Mapping[str, str] | None, BoolArray]],
    entailer: Entailer,
    *,
    level: float = 0.95,
    clusters: IntArray | None = None,
) -> tuple[list[Score], dict[str, Values]]:
    """The scores of every metric over every slice, and the values by question.

    Raises: RagaugeError for a model that gives no scores from 0 to 1, and what it raises itself.
    """
    values = entailed_values(answers, measures, entailer)
    return score_values(values, measures, slices, level=level, clusters=clusters, failures=FAILURES), values


def entailed_values(answers: Answers, measures: Sequence[Measure], entailer: Entailer) -> dict[str, Values]:
    """The values of metrics with the inputs ``("answers", "entailer")``, by name; the model is asked once."""
    remembering = RememberingEntailer(entailer)
    if measures:
        remembering.remember(pair for one in answers.cases for pair in claim_pairs(one))
    return {one.name: answers.each(partial(_function(one), entailer=remembering, **one.given)) for one in measures}


def _function(one: Measure) -> Callable[..., float | str]:
    if one.spec.function is None:
        raise MetricNameError(f"{one.name} was read from a file; look it up in the catalog to compute it")
    return cast("Callable[..., float | str]", one.spec.function)
