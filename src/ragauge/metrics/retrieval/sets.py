"""Set measures: how much of what was returned is relevant, and how much of what is relevant was returned."""

import numpy as np

from ragauge.core.judged import Judged, ratio
from ragauge.core.parameters import Cutoff, Threshold
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics import RANKING_CASES


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "nothing_is_zero", "promotion"),
    breaks=("ideal_is_one", "tail_free"),
    aliases=("p", "prec", "set_p", "setp"),
    oracle="trec_eval:P",
    references=("trec_eval 10.0: m_P.c, m_set_P.c",),
)
def precision(judged: Judged, *, k: Cutoff = None, rel: Threshold = 1) -> Values:
    """Share of the first k hits that are relevant.

    Formula: precision@k = |relevant ∩ top k| ÷ k; without k, ÷ the number of hits returned.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated.
    A list shorter than k is filled with places that are not relevant; without k, an empty list scores 0.
    Limits: with fewer than k relevant units even a perfect ranking stays below 1.
    Source: trec_eval's P and set_P.

    Example:
        >>> from ragauge.core.lists import judge_lists
        >>> judged = judge_lists({"q": ["d1", "x", "d2"]}, {"q": ["d1", "d2", "d3"]})
        >>> precision(judged, k=2), precision(judged, k=5), precision(judged)
        (Values(0.5), Values(0.4), Values(0.666667))
    """
    question, _ = judged.relevant_hits(rel=rel, k=k)
    places = judged.retrieved.astype(np.float64) if k is None else np.full(len(judged), float(k))
    return judged.values(ratio(judged.count(question), places))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    aliases=("r", "set_recall", "setr"),
    oracle="trec_eval:recall",
    references=("trec_eval 10.0: m_recall.c, m_set_recall.c",),
)
def recall(judged: Judged, *, k: Cutoff = None, rel: Threshold = 1) -> Values:
    """Share of the relevant units that stand in the first k hits.

    Formula: recall@k = |relevant ∩ top k| ÷ |relevant|. Units that the gold declares interchangeable (any of
        them will do) count as one: it is found when any of them is.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: says nothing about the order within the first k.
    Source: trec_eval's recall and set_recall; for alternatives, the share of distinct groups met.

    Example: the four questions of the worked example, with mean 0.75 at k = 5.
        >>> from ragauge.core.lists import judge_lists
        >>> gold = {"q1": ["d3"], "q2": ["d7", "d2"], "q3": ["d11"], "q4": ["d5"]}
        >>> run = {
        ...     "q1": "d8 d3 d1 d4 d2 d9 d6 d10 d12 d13".split(),
        ...     "q2": "d2 d6 d4 d7 d1 d3 d8 d11 d5 d9".split(),
        ...     "q3": "d11 d2 d3 d4 d1 d6 d7 d8 d10 d12".split(),
        ...     "q4": "d1 d2 d3 d6 d8 d9 d10 d12 d13 d14".split(),
        ... }
        >>> recall(judge_lists(run, gold), k=5)
        Values(1, 1, 1, 0)
        >>> recall(judge_lists({"q": ["a"]}, {"q": [["a", "b"], ["c"]]}))
        Values(0.5)
    """
    relevant, met = judged.needs(rel=rel, k=k)
    found = judged.count(judged.need_question[met])
    return judged.values(ratio(found, judged.count(judged.need_question[relevant])))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "nothing_is_zero", "promotion"),
    breaks=("ideal_is_one", "tail_free"),
    aliases=("f", "f_1", "set_f", "setf"),
    oracle="trec_eval:set_F",
    references=("doi:10.1016/0306-4573(79)90041-1",),
)
def f1(judged: Judged, *, k: Cutoff = None, rel: Threshold = 1) -> Values:
    """Harmonic mean of precision and recall over the first k hits.

    Formula: F1@k = 2 · precision@k · recall@k ÷ (precision@k + recall@k), 0 when both are 0.

    Returns: one ratio a question in [0, 1]; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: for small gold the best value is bounded by precision@k, so compare at the same k only.
    Source: van Rijsbergen, Information Retrieval (1979); trec_eval's set_F without k.

    Example: precision 1/2, recall 1.
        >>> from ragauge.core.lists import judge_lists
        >>> f1(judge_lists({"q": ["d1", "x"]}, {"q": ["d1"]}), k=2)
        Values(0.666667)
    """
    p = precision(judged, k=k, rel=rel).value
    r = recall(judged, k=k, rel=rel).value
    return judged.values(ratio(2 * p * r, p + r))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    binary=True,
    holds=("bounded", "ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    breaks=(),
    aliases=("hit", "hits", "hit_rate", "hitrate"),
    oracle="trec_eval:success",
    references=("trec_eval 10.0: m_success.c",),
)
def success(judged: Judged, *, k: Cutoff = None, rel: Threshold = 1) -> Values:
    """Whether at least one relevant unit stands in the first k hits (hit rate).

    Formula: 1 if |relevant ∩ top k| > 0, else 0.

    Returns: 0 or 1 a question; higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: a question with two needs succeeds when one is met; need_success asks for all.
    Source: trec_eval's success; hit rate elsewhere.

    Example:
        >>> from ragauge.core.lists import judge_lists
        >>> success(judge_lists({"q": ["x", "d1"]}, {"q": ["d1", "d2"]}), k=2)
        Values(1)
    """
    question, _ = judged.relevant_hits(rel=rel, k=k)
    return judged.values((judged.count(question) > 0).astype(np.float64))
