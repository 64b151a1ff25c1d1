"""Items, values, scores and scorecards keep their invariants."""

import json

import numpy as np
import pytest

from ragauge import Interval, Item, Score, Scorecard, Values


def test_an_item_has_a_value_or_a_case():
    with pytest.raises(ValueError, match="not both or neither"):
        Item("q", None)
    with pytest.raises(ValueError, match="not both or neither"):
        Item("q", 1.0, "no_relevant")


def test_a_score_adds_up_or_does_not_exist():
    Score("mrr", 0.5, None, n=1, items=3, excluded={"no_relevant": 1}, failed={"time-out": 1})
    with pytest.raises(ValueError, match="do not add up"):
        Score("mrr", 0.5, None, n=1, items=2)
    with pytest.raises(ValueError, match="at least one scored item"):
        Score("mrr", None, None, n=1, items=1)
    with pytest.raises(ValueError, match="at least one scored item"):
        Score("mrr", 0.0, None, n=0, items=1, excluded={"x": 1})


def test_masks_of_values_do_not_overlap_and_the_first_case_wins():
    both = np.array([True, False])
    values = Values(np.array([0.0, 1.0]), {"missing": both, "empty_result": both})
    assert list(values.cells()) == ["missing", 1.0]
    assert list(values.items(("a", "b"))) == [Item("a", None, "missing"), Item("b", 1.0)]
    assert values.where(np.array([False, True])).undefined == {}


def test_scorecard_json_holds_every_field_and_no_nan():
    interval = Interval(0.1, 0.9, 0.95, "wilson")
    score = Score("recall@5", 1 / 3, interval, n=2, items=3, excluded={"gold_unknown": 1}, missing=1,
                  flagged={"empty_result": 1}, bounds={"ties_best": 0.5}, slice={"тип": "да"})  # fmt: skip
    values = Values(np.array([0.1, 2 / 3, 0.0]), {"gold_unknown": np.array([False, False, True])})
    card = Scorecard(
        (score,),
        ("q1", "q2", "q3"),
        {"recall@5": values},
        ("scored",) * 3,
        {"type": ["a", None, "б"]},
        ("careful",),
        {"seed": 0},
    )
    text = card.to_json()
    again = Scorecard.from_json(text)
    assert again.to_json() == text
    assert again.scores == card.scores
    assert json.loads(text)["questions"]["values"]["recall@5"] == [0.1, 2 / 3, "gold_unknown"]
    assert "NaN" not in text


def test_a_metric_that_is_not_there_is_named():
    card = Scorecard((Score("mrr", 1.0, None, n=1, items=1),), ("q",), {})
    assert card["mrr"].value == 1.0
    with pytest.raises(KeyError, match="'map' is not in this scorecard; it has mrr"):
        card["map"]
