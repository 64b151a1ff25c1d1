"""Run health: short, repeated and empty result lists, whatever they hold."""

import numpy as np

from ragauge.core.judged import Judged, ratio
from ragauge.core.parameters import Places
from ragauge.core.score import Values
from ragauge.core.spec import metric

ABSENT = {"missing": "excluded: the run does not answer the question, so there is no list to look at"}
EMPTY = {**ABSENT, "empty_result": "excluded: nothing was returned, so there is nothing to count"}
NO_LAW = ("ideal_is_one", "nothing_is_zero", "tail_free")


@metric(
    stage="retrieval",
    direction="higher",
    undefined=ABSENT,
    holds=("bounded", "promotion"),
    breaks=NO_LAW,
    aliases=("fill",),
    references=("This project: short lists told from wrong ones",),
)
def fill_rate(judged: Judged, *, k: Places) -> Values:
    """How full the list of k places is.

    Formula: min(distinct hits returned, k) ÷ k.

    Returns: one ratio a question in [0, 1]; higher is better. Needs no gold: all questions of the run count.
    Undefined: missing (the run does not answer the question).
    Limits: without knowing how many documents match a filter, a short list may be all there is.
    Source: this project.

    Example:
        >>> from ragauge.core.lists import judge_lists
        >>> fill_rate(judge_lists({"q": ["a", "b", "a"]}, {"q": ["a"]}), k=4)
        Values(0.5)
    """
    return Values(np.minimum(judged.retrieved, k) / k, {"missing": ~judged.in_run})


@metric(
    stage="retrieval",
    direction="lower",
    undefined=EMPTY,
    holds=("bounded", "promotion"),
    breaks=NO_LAW,
    aliases=("duplicates", "duplicate"),
    references=("This project: duplicates are removed before scoring, and counted",),
)
def duplicate_rate(judged: Judged) -> Values:
    """Share of the returned hits that repeat an earlier one.

    Formula: (hits returned − distinct hits) ÷ hits returned.

    Returns: one ratio a question in [0, 1); lower is better. Needs no gold: all questions of the run count.
    Undefined: missing, empty_result (nothing was returned).
    Limits: counts equal ids only; near-duplicate texts need another metric.
    Source: this project.

    Example:
        >>> from ragauge.core.lists import judge_lists
        >>> duplicate_rate(judge_lists({"q": ["m1", "m1"]}, {"q": ["m1"]}))
        Values(0.5)
    """
    returned = judged.returned.astype(np.float64)
    repeated = returned - judged.retrieved
    return Values(ratio(repeated, returned), {"missing": ~judged.in_run, "empty_result": judged.returned == 0})


@metric(
    stage="retrieval",
    direction="lower",
    undefined=ABSENT,
    binary=True,
    holds=("bounded", "promotion"),
    breaks=NO_LAW,
    aliases=("empty", "empty_result_rate"),
    references=("This project: empty results are counted, not hidden in a mean",),
)
def empty_rate(judged: Judged) -> Values:
    """Whether the question got an empty list; the mean is the share of such questions.

    Formula: 1 if nothing was returned, else 0.

    Returns: 0 or 1 a question; lower is better. Needs no gold: all questions of the run count.
    Undefined: missing (the run does not answer the question).
    Limits: for an unanswerable question an empty list can be right.
    Source: this project.

    Example:
        >>> from ragauge.core.lists import judge_lists
        >>> empty_rate(judge_lists({"q1": [], "q2": ["a"]}, {"q1": ["a"], "q2": ["a"]}))
        Values(1, 0)
    """
    return Values((judged.retrieved == 0).astype(np.float64), {"missing": ~judged.in_run})
