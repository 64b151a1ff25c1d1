"""User models: a reader who goes on with probability p, and one who stops when satisfied."""

import numpy as np

from ragauge.core.errors import InputError, Problem
from ragauge.core.judged import Judged, running_count
from ragauge.core.parameters import Cutoff, Share, Threshold
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics import RANKING_CASES


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "nothing_is_zero", "promotion", "tail_free"),
    breaks=("ideal_is_one",),
    oracle="trec_eval:rbp",
    references=("doi:10.1145/1416950.1416952", "trec_eval 10.0: m_rbp.c"),
)
def rbp(judged: Judged, *, p: Share, k: Cutoff = None, rel: Threshold = 1) -> Values:
    """Expected share of relevant hits seen by a reader of persistence p.

    Formula: (1 − p) · Σ p^(i − 1) over the relevant ranks i ≤ k.

    Returns: one ratio a question in [0, 1); higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Limits: p has no default: trec_eval takes 0.9, ir_measures 0.8. Graded gold is cut at rel; trec_eval's rbp
        weighs grades instead, so the two agree on binary gold.
    Source: Moffat and Zobel 2008.

    Example: relevant at ranks 1 and 3: 0.2 · (1 + 0.64).
        >>> from ragauge.core.lists import judge_lists
        >>> rbp(judge_lists({"q": ["d1", "x", "d2"]}, {"q": ["d1", "d2"]}), p=0.8)
        Values(0.328)
    """
    question, rank = judged.relevant_hits(rel=rel, k=k)
    return judged.values((1 - p) * judged.total(question, np.power(p, rank - 1.0)))


@metric(
    stage="retrieval",
    direction="higher",
    undefined=RANKING_CASES,
    holds=("bounded", "nothing_is_zero", "promotion", "tail_free"),
    breaks=("ideal_is_one",),
    oracle="ir_measures:ERR",
    references=("doi:10.1145/1645953.1646033", "gdeval.pl of the TREC Web Track"),
)
def err(judged: Judged, *, k: Cutoff = None, top: Threshold = 4) -> Values:
    """Expected reciprocal rank at which a reader finds what satisfies.

    Formula: ERR@k = Σ_{i ≤ k} (1 ÷ i) · R_i · Π_{j < i} (1 − R_j), with R = (2^g − 1) ÷ 2^top and 0 for g ≤ 0.

    Returns: one ratio a question in [0, 1); higher is better.
    Undefined: no_relevant, gold_unknown, gold_unlocated. Judged with nothing relevant scores 0.
    Raises: InputError when a grade is above ``top``, the highest grade of the scale (4, as in gdeval).
    Limits: with binary gold on the default scale a perfect first hit is worth 1/16; set top=1 for binary gold.
    Source: Chapelle et al. 2009; gdeval.pl, which ir_measures calls.

    Example: grade 4 at rank 1, grade 2 at rank 2: 15/16 + (1/2)(3/16)(1/16).
        >>> from ragauge.core.lists import judge_lists
        >>> err(judge_lists({"q": ["d1", "d2"]}, {"q": {"d1": 4, "d2": 2}}), k=10)
        Values(0.943359)
    """
    highest = int(judged.unit_grade.max(initial=0))
    if highest > top:
        problem = f"the gold has grade {highest}, above the scale of err (top={top}): use err(top={highest})"
        raise InputError([Problem(problem)])
    hits = judged.hits[judged.unit_grade[judged.hits] >= 1]
    if k is not None:
        hits = hits[judged.unit_rank[hits] <= k]
    question, rank = judged.unit_question[hits], judged.unit_rank[hits]
    satisfied = (np.exp2(judged.unit_grade[hits].astype(np.float64)) - 1) / 2.0**top
    place = running_count(question)
    value, still_reading = np.zeros(len(judged)), np.ones(len(judged))
    for position in range(1, int(place.max(initial=0)) + 1):
        now = place == position
        value[question[now]] += still_reading[question[now]] * satisfied[now] / rank[now]
        still_reading[question[now]] *= 1 - satisfied[now]
    return judged.values(value)
