"""What the figures of a family say: each verdict from figures that call for it, and the rule that they rest on."""

from types import SimpleNamespace

import pytest

from ragauge.comparison.records import Difference
from ragauge.core.score import Interval, Score
from ragauge.studying.filter.advising import Figures, advice_on, least_p, verdict_on
from ragauge.studying.filter.exclusion import Exclusion
from ragauge.studying.filter.measured import testable as chosen


def exclusion(share=0.0, n=40):
    interval = Interval(0.0, 0.1, 0.95, "wilson")
    false = Score("filter_false_exclusion", share, interval, n, n)
    documents = Score("filter_exclusion", share, interval, n, n)
    return Exclusion(n, 0.5, false, documents, 50, round(50 * share), ())


def difference(metric, by, verdict, n=40):
    return Difference(metric, "higher", None, n, {}, 1.0, 0.5, 0.5 + by, by, p=0.01, p_adjusted=0.02, verdict=verdict)


def found(recall=0.0, precision=0.0, said="no difference shown", recall_said="no difference shown"):
    return {
        "recall@10": difference("recall@10", recall, recall_said),
        "precision@10": difference("precision@10", precision, said),
    }


def figures(share=0.0, hard=None, soft=None, **more):
    return Figures(exclusion(share), found() if hard is None else hard, soft or {}, "precision@10", 12, 0.01, **more)


GAIN = found(0.1, 0.1, "better")


@pytest.mark.parametrize(
    ("case", "says"),
    [
        (figures(0.0, GAIN), ("hard", None)),
        (figures(0.009, GAIN), ("hard", None)),
        (figures(0.01, GAIN), ("none", None)),  # not below epsilon
        (figures(0.0, found(0.1, 0.1)), ("none", None)),  # a gain that is not shown
        (figures(0.0, found(0.1, 0.0, recall_said="better")), ("none", None)),  # precision must gain, not recall
        (figures(0.0, found(-0.1, 0.1, "better", "worse")), ("none", None)),
        (figures(0.2, GAIN, {0.5: GAIN}), ("soft", 0.5)),
        (figures(0.2, GAIN, {0.5: found(0.1, 0.1, "better"), 1.0: found(0.0, 0.2, "better")}), ("soft", 1.0)),
        (figures(0.2, GAIN, {1.0: GAIN, 0.5: GAIN}), ("soft", 0.5)),  # of equal gains the smallest boost
        (figures(0.2, GAIN, {0.5: found(-0.01, 0.1, "better")}), ("none", None)),  # loses, if only by chance
        (figures(0.0, GAIN, {0.5: found(0.3, 0.3, "better")}), ("hard", None)),
        (figures(0.0, GAIN, tested=False), ("too few questions", None)),
        (figures(0.0, {}), ("too few questions", None)),
    ],
)
def test_verdicts(case, says):
    assert verdict_on(case) == says


def test_words_name_what_is_removed_and_the_figures():
    advice = advice_on("when lang: locale =", figures(0.2, GAIN, {0.5: GAIN}))
    assert advice.says == "soft, boost 0.5"
    assert "removes 10 of 50 gold documents, 20.0% of a question's on average" in advice.because
    assert "precision@10 +0.1000" in advice.because
    advice = advice_on("f", figures(0.0, {"precision@10": difference("precision@10", 0.1, "better", 5)}, tested=False))
    assert "removes none of the gold of 40 questions (up to 10.0% at 95%)" in advice.because
    assert "were all 5 to gain, p would still be 0.75 after the correction for 12 tests" in advice.because


def family(name, n):
    return SimpleNamespace(name=name, pairs=n, tests=lambda metrics: metrics * 6)


def test_families_that_cannot_be_shown_anything_of_cost_the_others_nothing():
    """Whether a family is tested hangs on its number of questions only; what is left can be shown something of."""
    every = [family("a", 3), family("b", 40), family("c", 10), family("d", 1), family("e", 9)]
    left = chosen(every, alpha=0.05, metrics=2)
    assert [one.name for one in left] == ["b", "c"]
    assert least_p(10, 24) <= 0.05 < least_p(9, 36)
    assert chosen([family("a", 5)], alpha=0.05, metrics=1) == []
    assert [one.name for one in chosen([family("a", 8)], alpha=0.05, metrics=1)] == ["a"]
