"""Marks of judges, as far as a scorecard tells them."""

from dataclasses import replace

import pytest

from judged_cards import SKILLED, UNSKILLED, claim, judged_card
from ragauge import Scorecard, compare
from ragauge.comparison.marks import judged_otherwise, mark_of, mark_of_both, marked
from ragauge.core.judge_marks import Mark, recorded_mark
from scorecards import of, scorecard


def test_the_three_marks():
    texts = [mark_of(judged_card(1.0, calibration=one), "faithfulness").text for one in (None, SKILLED, UNSKILLED)]
    assert texts == [
        "uncalibrated",
        "calibrated: κ 0.62 [0.48, 0.74], n 120",
        "no evidence of skill: κ 0.05 [-0.10, 0.20], n 120",
    ]
    assert [mark_of(judged_card(1.0, calibration=one), "faithfulness").skilled for one in (SKILLED, UNSKILLED)] == [
        True,
        False,
    ]


def test_a_small_kappa_is_not_told_as_nothing():
    assert Mark("agrees beyond chance", 0.004, (0.001, 0.3), 5000).text == "calibrated: κ 4e-03 [1e-03, 0.30], n 5,000"
    assert Mark("no evidence of skill", None, None, 9).text == "no evidence of skill: κ undefined, n 9"


@pytest.mark.parametrize(("weights", "name"), [("none", "κ"), ("linear", "κ (linear)"), ("quadratic", "κ (quadratic)")])
def test_a_weighted_kappa_is_named(weights, name):
    card = judged_card(1.0, calibration={**SKILLED, "weights": weights})
    assert mark_of(card, "faithfulness").text == f"calibrated: {name} 0.62 [0.48, 0.74], n 120"
    plain = judged_card(1.0, calibration=SKILLED)
    assert (mark_of(plain, "faithfulness") == mark_of(card, "faithfulness")) == (weights == "none")


def test_a_metric_that_asks_no_judge_has_none():
    card = judged_card(1.0, beside=of(1.0))
    assert mark_of(card, "recall@5") is None
    assert marked(card, "recall@5") == "recall@5"
    assert marked(card, "faithfulness") == "faithfulness (uncalibrated)"


def test_a_scorecard_that_does_not_say_who_judged_is_told_by_its_grounds_or_the_catalog():
    plain = Scorecard.from_json(scorecard(of(1.0, metric="faithfulness")))
    assert recorded_mark(plain, "faithfulness") is None
    assert mark_of(plain, "faithfulness") == Mark()
    with_grounds = replace(plain, evidence={"grounds": [{"faithfulness": {"claims": [claim("It hums.")]}}]})
    assert recorded_mark(with_grounds, "faithfulness") == Mark()
    assert "uncalibrated" in repr(with_grounds)


@pytest.mark.parametrize(
    "broken",
    [
        "yes",
        {"verdict": "agrees beyond chance"},
        {**SKILLED, "n": 0},
        {**SKILLED, "n": True},
        {**SKILLED, "kappa": "0.9"},
        {**SKILLED, "verdict": "great"},
        {**SKILLED, "weights": "<b>"},
        {**SKILLED, "weights": ["none"]},
    ],
)
def test_what_cannot_be_read_is_no_calibration(broken):
    assert mark_of(judged_card(1.0, calibration=broken), "faithfulness") == Mark()


def test_the_mark_in_json_is_made_anew():
    """What stands beside a score is what the provenance says, whatever a file says there."""
    card = judged_card(1.0, 0.0, calibration=SKILLED)
    data = card.to_dict()
    assert data["scores"][0]["judge"] == "calibrated: κ 0.62 [0.48, 0.74], n 120"
    assert Scorecard.from_json(card.to_json()) == card
    data["scores"][0]["judge"] = "calibrated by me"
    assert Scorecard.from_dict(data).to_dict()["scores"][0]["judge"] == card.to_dict()["scores"][0]["judge"]


def test_two_scorecards_have_one_mark_or_both():
    known, unknown = judged_card(1.0, calibration=SKILLED), judged_card(1.0)
    assert mark_of_both(unknown, unknown, "faithfulness") == "uncalibrated"
    both = "base uncalibrated; candidate calibrated: κ 0.62 [0.48, 0.74], n 120"
    assert mark_of_both(unknown, known, "faithfulness") == both
    assert mark_of_both(unknown, known, "recall@5") is None


def test_numbers_of_two_judges_are_not_compared():
    base = judged_card(1.0, 0.0)
    other = judged_card(0.0, 0.0, model="gpt-4o-mini")
    newer = judged_card(0.0, 0.0, prompts={"claims": 1, "entailment": 2})
    assert judged_otherwise(base, base, ["faithfulness"]) == []
    (reason,) = compare(base, other).reasons
    assert reason == "faithfulness was judged by qwen2.5:7b, then by gpt-4o-mini"
    (reason,) = compare(base, newer).reasons
    assert reason == "faithfulness was asked for by the prompt entailment 1, then entailment 2"
    silent = Scorecard.from_json(scorecard(of(1.0, 0.0, metric="faithfulness")))
    assert compare(silent, base).comparable
