"""Gold that a filter removes, unit by unit."""

from ragauge.core.judged import Judged, ratio
from ragauge.core.parameters import Threshold
from ragauge.core.score import Values
from ragauge.core.spec import metric
from ragauge.metrics.filter import FILTER_CASES, INPUTS
from ragauge.metrics.filter.passed import filter_values, relevant_and_passed


@metric(
    stage="filter",
    direction="lower",
    inputs=INPUTS,
    undefined=FILTER_CASES,
    holds=("bounded", "promotion", "tail_free"),
    breaks=("ideal_is_one", "nothing_is_zero"),
    aliases=("document_exclusion", "exclusion"),
    references=("This project: what a filter removes can no search find",),
)
def filter_exclusion(judged: Judged, *, rel: Threshold = 1) -> Values:
    """Share of the relevant units of a question that its filter removes.

    Formula: (|relevant| − |relevant ∩ passed|) ÷ |relevant|, where passed is all that the filter lets pass.

    Returns: one ratio a question in [0, 1]; lower is better. Where a question needs all of its units, no search under
    the filter can have a recall above 1 − this.
    Undefined: no_relevant (nothing has at least grade rel, or the question is declared unanswerable), gold_unknown,
    gold_unlocated, missing (the question has no filter).
    Limits: a removed unit counts even where another one would do in its place.
    Source: this project.

    Example: of the three relevant documents of the first question one is of another locale.
        >>> from ragauge.core.lists import judge_lists
        >>> passed = {"q1": ["d1", "d4", "d9"], "q2": ["d5"]}
        >>> filter_exclusion(judge_lists(passed, {"q1": ["d1", "d2", "d4"], "q2": ["d5"]}))
        Values(0.333333, 0)
    """
    relevant, passed = relevant_and_passed(judged, rel=rel)
    return filter_values(judged, ratio(relevant - passed, relevant), rel=rel)
