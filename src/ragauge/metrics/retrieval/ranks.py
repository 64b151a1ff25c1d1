"""Rank measures for binary relevance: the first relevant hit, all of them, and the top R."""

import numpy as np

from ragauge.core.judged import Judged, ratio, running_count
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
    aliases=("rr", "recip_rank", "reciprocal_rank"),
    oracle="trec_eval:recip_rank",
    references=("trec_eval 10.0: m_recip_rank.c",),
)
def mrr(judged: Judged, *, k: Cutoff = None, rel: Threshold = 1) -> Values:
    """Reciprocal of the rank of the first relevant hit; its mean is the mean reciprocal rank.

    Formula: 1 ÷ rank of the first relevant hit within the first k, 0 if there is none.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: everything after the first relevant hit is ignored.
    Source: trec_eval's recip_rank; with k, ir_measures' RR@k.

    Example: the worked example's ranks 2, 1, 1 and none, with mean 0.625.
        >>> from ragauge.core.lists import judge_lists
        >>> run = {"q1": ["d8", "d3"], "q2": ["d2"], "q3": ["d11"], "q4": ["d1"]}
        >>> values = mrr(judge_lists(run, {"q1": ["d3"], "q2": ["d7", "d2"], "q3": ["d11"], "q4": ["d5"]}))
        >>> values, values.value.mean().item()
        (Values(0.5, 1, 1, 0), 0.625)
    """
    question, rank = judged.relevant_hits(rel=rel, k=k)
    value = np.zeros(len(judged))
    np.maximum.at(value, question, 1.0 / rank)
    return judged.values(value)


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    aliases=("ap", "map_cut", "average_precision"),
    oracle="trec_eval:map",
    references=("trec_eval 10.0: m_map.c, m_map_cut.c",),
)
def map(judged: Judged, *, k: Cutoff = None, rel: Threshold = 1) -> Values:  # noqa: A001  (the field's name)
    """Average precision; its mean over questions is MAP.

    Formula: AP@k = (1 ÷ |relevant|) · Σ precision@i over the relevant ranks i ≤ k.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: divides by all relevant units, also with k: a list of k cannot reach 1 when more are relevant.
    Source: trec_eval's map and map_cut.

    Example: relevant at ranks 1 and 3 of three relevant: (1/1 + 2/3) / 3.
        >>> from ragauge.core.lists import judge_lists
        >>> map(judge_lists({"q": ["d1", "x", "d2"]}, {"q": ["d1", "d2", "d3"]}))
        Values(0.555556)
    """
    question, rank = judged.relevant_hits(rel=rel, k=k)
    precision = running_count(question) / rank
    return judged.values(ratio(judged.total(question, precision), judged.relevant_count(rel=rel)))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    aliases=("r_precision", "r-precision", "rprecision"),
    oracle="trec_eval:Rprec",
    references=("trec_eval 10.0: m_Rprec.c",),
)
def rprec(judged: Judged, *, rel: Threshold = 1) -> Values:
    """Precision after R hits, R being the number of relevant units of the question.

    Formula: |relevant ∩ top R| ÷ R.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: for one relevant unit it only asks whether that is the first hit.
    Source: trec_eval's Rprec.

    Example:
        >>> from ragauge.core.lists import judge_lists
        >>> rprec(judge_lists({"q": ["d1", "x", "d2"]}, {"q": ["d1", "d2"]}))
        Values(0.5)
    """
    relevant = judged.relevant_count(rel=rel)
    question, rank = judged.relevant_hits(rel=rel)
    within = question[rank <= relevant[question]]
    return judged.values(ratio(judged.count(within), relevant))
