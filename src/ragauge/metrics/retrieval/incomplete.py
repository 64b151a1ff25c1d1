"""Measures for incomplete judgments: bpref looks at judged hits only, infAP infers from a sample."""

from typing import NamedTuple

import numpy as np

from ragauge.core.arrays import BoolArray, FloatArray, IntArray
from ragauge.core.judged import Judged, ratio
from ragauge.core.parameters import Threshold
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics import RANKING_CASES

EPSILON = 0.00001


class Above(NamedTuple):
    """For each relevant hit, by question and rank: its question and rank, and counts of judged hits above it."""

    question: IntArray
    rank: FloatArray
    relevant: FloatArray
    not_relevant: FloatArray
    pool_unjudged: FloatArray


def judged_above(judged: Judged, *, rel: int) -> Above:
    """Count relevant, non-relevant (0 ≤ grade < rel) and pooled but unjudged (grade < 0) hits above each."""
    hits = judged.hits
    question, grade = judged.unit_question[hits], judged.unit_grade[hits]
    relevant = grade >= rel
    start = np.searchsorted(question, question[relevant], side="left")
    place = np.flatnonzero(relevant)

    def above(mask: BoolArray) -> FloatArray:
        before = np.concatenate(([0.0], np.cumsum(mask, dtype=np.float64)))
        return before[place] - before[start]

    return Above(
        question=question[relevant],
        rank=judged.unit_rank[hits][relevant].astype(np.float64),
        relevant=above(relevant),
        not_relevant=above((grade >= 0) & ~relevant),
        pool_unjudged=above(grade < 0),
    )


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    oracle="trec_eval:bpref",
    references=("doi:10.1145/1008992.1009000", "trec_eval 10.0: m_bpref.c"),
)
def bpref(judged: Judged, *, rel: Threshold = 1) -> Values:
    """How rarely a judged non-relevant unit stands above a relevant one.

    Formula: (1 ÷ R) · Σ over relevant hits of 1 − min(n, R) ÷ min(N, R); n is the number of judged
        non-relevant hits above, N the number of judged non-relevant units, R of relevant ones.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: unjudged hits are ignored; negative grades count as unjudged here, as in trec_eval.
    Source: Buckley and Voorhees 2004; trec_eval's bpref.

    Example: one of two relevant hits has one of two non-relevant ones above it.
        >>> from ragauge.core.lists import judge_lists
        >>> gold = {"d1": 1, "d2": 1, "n1": 0, "n2": 0}
        >>> bpref(judge_lists({"q": ["d1", "n1", "u", "d2"]}, {"q": gold}))
        Values(0.75)
    """
    above = judged_above(judged, rel=rel)
    relevant = judged.relevant_count(rel=rel)
    judged_not = (judged.unit_grade >= 0) & (judged.unit_grade < rel)
    not_relevant = judged.count(judged.unit_question[judged_not])
    most = relevant[above.question]
    limit = np.minimum(not_relevant[above.question], most)
    kept = 1.0 - ratio(np.minimum(above.not_relevant, most), limit)
    return judged.values(ratio(judged.total(above.question, kept), relevant))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "nothing_is_zero", "tail_free"),
    breaks=("ideal_is_one", "promotion"),
    aliases=("inf_ap",),
    oracle="trec_eval:infAP",
    references=("doi:10.1145/1183614.1183633", "trec_eval 10.0: m_infap.c"),
)
def infap(judged: Judged, *, rel: Threshold = 1) -> Values:
    """Average precision, inferred from judgments of a random sample of the pool.

    Formula: (1 ÷ R) · Σ over relevant hits at rank i of 1/i + ((i − 1)/i) · (|pool above| ÷ (i − 1)) ·
        (r + ε) ÷ (r + n + 2ε); r and n are the relevant and non-relevant judged hits above, ε = 0.00001.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: negative grades mean "in the pool, not judged"; with a fully judged pool it equals AP but for ε.
    Source: Yilmaz and Aslam 2006; trec_eval's infAP.

    Example: relevant at ranks 1 and 3, a judged non-relevant hit between them.
        >>> from ragauge.core.lists import judge_lists
        >>> infap(judge_lists({"q": ["d1", "n1", "d2"]}, {"q": {"d1": 1, "d2": 1, "n1": 0}}))
        Values(0.833333)
    """
    above = judged_above(judged, rel=rel)
    judged_above_hit = above.relevant + above.not_relevant
    pool = judged_above_hit + above.pool_unjudged
    sampled = (above.relevant + EPSILON) / (judged_above_hit + 2 * EPSILON)
    before = above.rank - 1
    expected = 1 / above.rank + (before / above.rank) * ratio(pool, before) * sampled
    return judged.values(ratio(judged.total(above.question, expected), judged.relevant_count(rel=rel)))
