"""Non-inferiority and equivalence: three answers, and which interval gives which."""

from __future__ import annotations

import pytest

from ragauge.core.score import Interval
from ragauge.stats.equivalence import Answer, equivalent, non_inferior

MARGIN = 0.02


@pytest.mark.parametrize(
    ("low", "high", "not_worse", "same"),
    [
        (-0.01, 0.01, "shown", "shown"),
        (-0.02, 0.02, "shown", "shown"),  # ends included
        (0.03, 0.05, "shown", "refuted"),
        (0.02, 0.05, "shown", "open"),
        (-0.01, 0.03, "shown", "open"),
        (-0.03, 0.01, "open", "open"),
        (-0.03, -0.02, "open", "open"),
        (-0.05, 0.05, "open", "open"),
        (-0.05, -0.03, "refuted", "refuted"),
    ],
)
def test_every_place_of_the_interval(low, high, not_worse, same):
    interval = Interval(low, high, 0.95, "t")
    assert non_inferior(interval, MARGIN) is Answer(not_worse)
    assert equivalent(interval, MARGIN) is Answer(same)


def test_equivalence_is_non_inferiority_both_ways():
    for low in range(-5, 6):
        for high in range(low, 6):
            there, back = Interval(low, high, 0.9, "t"), Interval(-high, -low, 0.9, "t")
            both = {non_inferior(there, 2), non_inferior(back, 2)}
            expected = (
                Answer.SHOWN if both == {Answer.SHOWN} else Answer.REFUTED if Answer.REFUTED in both else Answer.OPEN
            )
            assert equivalent(there, 2) is expected


def test_answers_are_words():
    assert [str(answer) for answer in Answer] == ["shown", "refuted", "open"]


@pytest.mark.parametrize("margin", [-0.01, float("nan")])
def test_no_margin_below_zero(margin):
    for ask in (non_inferior, equivalent):
        with pytest.raises(ValueError, match="margin"):
            ask(Interval(0, 1, 0.95, "t"), margin)
    assert non_inferior(Interval(0, 1, 0.95, "t"), 0) is Answer.SHOWN
