"""Interpolated precision: the points of the recall-precision curve, and their mean over eleven of them."""

from typing import Literal

import numpy as np

from ragauge.core.arrays import FloatArray
from ragauge.core.judged import Judged, running_count
from ragauge.core.parameters import Share, Threshold
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics import RANKING_CASES

Rounding = Literal["nearest", "up"]
COMPAT = {"trec_eval-9": {"rounding": "up"}}


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    aliases=("iprec_at_recall",),
    oracle="trec_eval:iprec_at_recall",
    compat=COMPAT,
    references=("trec_eval 10.0: m_iprec_at_recall.c",),
)
def iprec(judged: Judged, *, recall: Share, rel: Threshold = 1, rounding: Rounding = "nearest") -> Values:
    """Best precision at or beyond the given recall.

    Formula: max of precision@i over the relevant ranks i at which at least c relevant hits are seen, where c
        is recall · |relevant| rounded to the nearest integer (up: recall · |relevant| + 0.9, cut off).

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. A recall that the ranking never reaches scores 0.
    Limits: rounding=up is how trec_eval 9 counted; version 10 rounds to the nearest.
    Source: trec_eval's iprec_at_recall.

    Example: relevant at ranks 1 and 4 of two: at half recall the best is 1/1, at full recall 2/4.
        >>> from ragauge.core.lists import judge_lists
        >>> one = judge_lists({"q": ["d1", "x", "y", "d2"]}, {"q": ["d1", "d2"]})
        >>> iprec(one, recall=0.5), iprec(one, recall=1.0)
        (Values(1), Values(0.5))
    """
    return judged.values(_interpolated(judged, recall, rel, rounding))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    aliases=("11pt_avg", "11_pt_avg"),
    oracle="trec_eval:11pt_avg",
    compat=COMPAT,
    references=("trec_eval 10.0: m_11pt_avg.c",),
)
def iprec_11pt(judged: Judged, *, rel: Threshold = 1, rounding: Rounding = "nearest") -> Values:
    """Interpolated precision, averaged over the recalls 0, 0.1 … 1.

    Formula: (1 ÷ 11) · Σ iprec at recall 0.0, 0.1, …, 1.0.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: with one relevant unit all points but recall 0 … 0.4 need that one hit.
    Source: trec_eval's 11pt_avg.

    Example: the only relevant unit at rank 2: 1/2 at every point.
        >>> from ragauge.core.lists import judge_lists
        >>> iprec_11pt(judge_lists({"q": ["x", "d1"]}, {"q": ["d1"]}))
        Values(0.5)
    """
    points = [_interpolated(judged, step / 10, rel, rounding) for step in range(11)]
    return judged.values(np.sum(points, axis=0) / len(points))


def _interpolated(judged: Judged, recall: float, rel: int, rounding: Rounding) -> FloatArray:
    question, rank = judged.relevant_hits(rel=rel)
    relevant = judged.relevant_count(rel=rel)
    wanted = np.floor(recall * relevant + (0.5 if rounding == "nearest" else 0.9))
    seen = running_count(question)
    beyond = seen >= wanted[question]
    value = np.zeros(len(judged))
    np.maximum.at(value, question[beyond], (seen / rank)[beyond])
    return value
