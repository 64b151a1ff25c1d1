"""Discounted cumulative gain: graded relevance, worth less the further down it stands."""

from typing import Literal

import numpy as np

from ragauge.core.arrays import FloatArray, IntArray
from ragauge.core.judged import Judged, ratio, running_count
from ragauge.core.parameters import Cutoff
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics import RANKING_CASES

Gain = Literal["linear", "exp"]


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    aliases=("ndcg_cut", "normalized_dcg"),
    oracle="trec_eval:ndcg",
    references=("doi:10.1145/582415.582418", "trec_eval 10.0: m_ndcg.c, m_ndcg_cut.c"),
)
def ndcg(judged: Judged, *, k: Cutoff = None, gain: Gain = "linear") -> Values:
    """Discounted cumulative gain, relative to that of the best possible ranking.

    Formula: nDCG@k = DCG@k ÷ IDCG@k; DCG@k = Σ gain(g_i) ÷ log2(i + 1) over ranks i ≤ k, IDCG@k the same for
        all judged units of the question by falling grade; gain(g) = g (linear) or 2^g − 1 (exp), 0 for g ≤ 0.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: the ideal holds all judged units, so alternatives that repeat each other all count.
    Source: Järvelin and Kekäläinen 2002; trec_eval's ndcg and ndcg_cut (linear).

    Example: grades 3 and 1 in the wrong order; and the worked example's mean at k = 5.
        >>> from ragauge.core.lists import judge_lists
        >>> ndcg(judge_lists({"q": ["d2", "d1"]}, {"q": {"d1": 3, "d2": 1}}), k=2)
        Values(0.796708)
        >>> run = {"q1": ["d8", "d3"], "q2": "d2 d6 d4 d7 d1".split(), "q3": ["d11"], "q4": ["d1"]}
        >>> values = ndcg(judge_lists(run, {"q1": ["d3"], "q2": ["d7", "d2"], "q3": ["d11"], "q4": ["d5"]}), k=5)
        >>> round(values.value.mean().item(), 3)
        0.627
    """
    return judged.values(ratio(_dcg(judged, k, gain), _ideal(judged, k, gain)))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    range=(0, None),
    unit="gain",
    holds=("bounded", "nothing_is_zero", "promotion", "tail_free"),
    breaks=("ideal_is_one",),
    references=("doi:10.1145/582415.582418",),
)
def dcg(judged: Judged, *, k: Cutoff = None, gain: Gain = "linear") -> Values:
    """Discounted cumulative gain, not normalised.

    Formula: DCG@k = Σ gain(g_i) ÷ log2(i + 1) over ranks i ≤ k; gain(g) = g (linear) or 2^g − 1 (exp).

    Returns: one gain a question in [0, ∞); higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: grows with the number of relevant units, so compare it on the same questions only.
    Source: Järvelin and Kekäläinen 2002, with the discount log2(i + 1) of trec_eval.

    Example: 1 / log2(2) + 3 / log2(3).
        >>> from ragauge.core.lists import judge_lists
        >>> dcg(judge_lists({"q": ["d2", "d1"]}, {"q": {"d1": 3, "d2": 1}}), k=2)
        Values(2.89279)
    """
    return judged.values(_dcg(judged, k, gain))


def _dcg(judged: Judged, k: int | None, gain: Gain) -> FloatArray:
    hits = judged.hits
    return _discounted(judged, hits, judged.unit_rank[hits].astype(np.float64), k, gain)


def _ideal(judged: Judged, k: int | None, gain: Gain) -> FloatArray:
    units = np.arange(len(judged.unit_question))  # sorted by question and falling grade: the ideal order
    return _discounted(judged, units, running_count(judged.unit_question), k, gain)


def _discounted(judged: Judged, units: IntArray, rank: FloatArray, k: int | None, gain: Gain) -> FloatArray:
    counted = judged.unit_grade[units] > 0
    if k is not None:
        counted &= rank <= k
    grade = judged.unit_grade[units[counted]].astype(np.float64)
    worth = grade if gain == "linear" else np.exp2(grade) - 1
    return judged.total(judged.unit_question[units[counted]], worth / np.log2(rank[counted] + 1))
