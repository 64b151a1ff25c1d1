"""Questions that a filter leaves without any of their gold."""

import numpy as np

from ragauge.core.judged import Judged
from ragauge.core.parameters import Threshold
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.filter import FILTER_CASES, INPUTS
from ragauge.metrics.filter.passed import filter_values, relevant_and_passed


@metric(
    stage="filter",
    direction="lower",
    inputs=INPUTS,
    binary=True,
    undefined=FILTER_CASES,
    holds=("bounded", "promotion", "tail_free"),
    breaks=("ideal_is_one", "nothing_is_zero"),
    aliases=("false_exclusion", "false_exclusion_rate"),
    references=("This project: what a filter removes can no search find",),
)
def filter_false_exclusion(judged: Judged, *, rel: Threshold = 1) -> Values:
    """Whether the filter of a question removes all of its relevant units; the mean is the share of such questions.

    Formula: 1 if |relevant| > 0 and |relevant ∩ passed| = 0, else 0, where passed is all that the filter lets pass.
        The mean: questions whose relevant units were all removed ÷ questions with a filter and something relevant.

    Returns: 0 or 1 a question; lower is better, and a filter without false exclusion has mean 0.
    Undefined: no_relevant (nothing has at least grade rel, or the question is declared unanswerable), gold_unknown,
    gold_unlocated, missing (the question has no filter).
    Limits: a question that keeps one of ten relevant units counts 0; filter_exclusion counts the other nine.
    Source: this project.

    Example: five documents, d1 acme en-US, d2 acme en-GB, d3 globex en-US, d4 acme en-US, d5 acme de-DE; the filters
        locale = en-US, tenant = acme, tenant = acme and locale = de-DE; mean 0.50.
        >>> from ragauge.core.lists import judge_lists
        >>> gold = {"q1": ["d2"], "q2": ["d4"], "q3": ["d3"], "q4": ["d5"]}
        >>> acme = ["d1", "d2", "d4", "d5"]
        >>> passed = {"q1": ["d1", "d3", "d4"], "q2": acme, "q3": acme, "q4": ["d5"]}
        >>> values = filter_false_exclusion(judge_lists(passed, gold))
        >>> values, float(values.value.mean())
        (Values(1, 0, 1, 0), 0.5)

    A search that returns all that passes has recall@10 0.50 over this gold. Over the gold that survives the filters
    it would have 1.00 on the two questions that are left: the worse the filter, the fewer questions to fail. That
    number is not offered anywhere.
        >>> from ragauge.metrics.retrieval.sets import recall
        >>> recall(judge_lists(passed, gold), k=10)
        Values(0, 1, 0, 1)
        >>> recall(judge_lists(passed, {"q2": ["d4"], "q4": ["d5"]}), k=10)
        Values(1, 1)
    """
    relevant, passed = relevant_and_passed(judged, rel=rel)
    return filter_values(judged, ((relevant > 0) & (passed == 0)).astype(np.float64), rel=rel)
