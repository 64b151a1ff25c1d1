"""Needs: whether all the evidence that a question calls for was returned."""

import numpy as np

from ragauge.core.arrays import FloatArray
from ragauge.core.judged import Judged, ratio
from ragauge.core.parameters import Cutoff, Threshold
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics import RANKING_CASES


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    references=("This project: gold as AND of ORs",),
)
def need_recall(judged: Judged, *, k: Cutoff = None, rel: Threshold = 1) -> Values:
    """Share of the question's needs that the first k hits meet.

    Formula: needs with at least one alternative in the top k ÷ needs of the question.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: every need weighs the same. Two needs that the same documents meet count twice here and once in
        recall; where every need has one document of its own the two are equal.
    Source: gold as a list of needs (all of them) of alternatives (any of them).

    Example: three needs, two of which the same manual meets.
        >>> from ragauge.core.lists import judge_lists
        >>> judged = judge_lists({"q": ["manual"]}, {"q": [["manual"], ["manual"], ["price", "offer"]]})
        >>> need_recall(judged, k=5)
        Values(0.666667)
    """
    met, needs = _met_and_all(judged, k=k, rel=rel)
    return judged.values(ratio(met, needs))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    binary=True,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    references=("This project: gold as AND of ORs",),
)
def need_success(judged: Judged, *, k: Cutoff = None, rel: Threshold = 1) -> Values:
    """Whether the first k hits meet all needs of the question.

    Formula: 1 if every need has at least one alternative in the top k, else 0.

    Returns: 0 or 1 a question; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: one missing piece of evidence counts like all missing.
    Source: gold as a list of needs (all of them) of alternatives (any of them).

    Example:
        >>> from ragauge.core.lists import judge_lists
        >>> judged = judge_lists({"q": ["a", "x", "c"]}, {"q": [["a", "b"], ["c"]]})
        >>> need_success(judged, k=2), need_success(judged, k=3)
        (Values(0), Values(1))
    """
    met, needs = _met_and_all(judged, k=k, rel=rel)
    return judged.values(((needs > 0) & (met == needs)).astype(np.float64))


def _met_and_all(judged: Judged, *, k: int | None, rel: int) -> tuple[FloatArray, FloatArray]:
    relevant, met = judged.needs(rel=rel, k=k)
    copies = judged.need_copies.astype(np.float64)
    return (
        judged.total(judged.need_question[met], copies[met]),
        judged.total(judged.need_question[relevant], copies[relevant]),
    )
