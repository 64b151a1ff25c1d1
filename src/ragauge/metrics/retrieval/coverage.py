"""Judged at k: how much of what was returned anybody has judged."""

import numpy as np

from ragauge.core.judged import Judged, ratio
from ragauge.core.parameters import Cutoff
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics import RANKING_CASES


@metric(
    stage="retrieval",
    direction="none",
    undefined={
        **RANKING_CASES,
        "missing": "excluded: the run does not answer the question, so there is nothing to judge",
        "empty_result": "excluded: nothing was returned, so there is nothing to judge",
    },
    holds=("bounded",),
    breaks=("ideal_is_one", "nothing_is_zero", "promotion", "tail_free"),
    oracle="ir_measures:Judged",
    references=("ir_measures: Judged",),
)
def judged(judged: Judged, *, k: Cutoff = None) -> Values:
    """Share of the first k hits that have a judgment of any grade.

    Formula: judged hits in the top k ÷ min(k, hits returned).

    Returns: one ratio a question in [0, 1]; neither way is better: low means other metrics are lower bounds.
    Undefined: no_relevant, gold_unknown, gold_unlocated, missing (not in the run), empty_result (nothing was returned).
    Limits: divides by the hits returned, as ir_measures does; trec_eval's unj divides by k.
    Source: ir_measures' Judged.

    Example: one of two hits is judged, as not relevant.
        >>> from ragauge.core.lists import judge_lists
        >>> judged(judge_lists({"q": ["n1", "u"]}, {"q": {"d1": 1, "n1": 0}}), k=10)
        Values(0.5)
    """
    rank = judged.unit_rank[judged.hits]
    top = judged.hits if k is None else judged.hits[rank <= k]
    returned = judged.retrieved if k is None else np.minimum(judged.retrieved, k)
    share = ratio(judged.count(judged.unit_question[top]), returned.astype(np.float64))
    return judged.values(share, {"missing": ~judged.in_run, "empty_result": judged.retrieved == 0})
