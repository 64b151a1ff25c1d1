"""Answers and their numbers as a reader sees them: markers of citations are none of either."""

import numpy as np
import pytest

from ragauge.core.anchors import Anchor
from ragauge.core.trace import StageHits, Trace
from ragauge.funnel.agreement import agrees, numbers
from ragauge.funnel.grounding import grounding
from ragauge.funnel.outcomes import references, right_answers
from ragauge.funnel.said import plain_answers
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden


def trace(answer, **more):
    prompt = StageHits("prompt", "context", (("c1", None),))
    return Trace("q1", stages=(prompt,), answer=answer, anchors={"c1": Anchor(quote="It takes days.")}, **more)


def test_a_marker_is_no_number_of_the_answer():
    """Were it one, [14] would make a wrong answer agree with "14 days"."""
    golden = load_golden([{"id": "q1", "question": "How long?", "document": "a", "answer": "14 days"}])
    (wrong,) = right_answers(traced_of([trace("It takes days [14].")]), golden, np.array([0]))
    assert wrong == -1


def test_words_in_the_prompt_are_counted_without_markers():
    marked, plain = (grounding(traced_of([trace(answer)])) for answer in ("It takes days [1].", "It takes days."))
    assert marked == plain == (1.0, 1)


def test_brackets_stay_where_nothing_can_be_cited():
    assert plain_answers(traced_of([Trace("q1", answer="a[1]"), Trace("q2")])) == ["a[1]", None]
    assert plain_answers(traced_of([Trace("q1", answer="a[1]", citations=())])) == ["a"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("It costs 1,234 dollars.", "1234 dollars", True),
        ("Цена 1,234 рубля.", "1,234 рубля", True),
        ("Порог 0,125 моль.", "порог 0.125 моль", True),
        ("Порог 0,125 моль.", "порог 125 моль", False),
        ("1 200,50 рублей", "1,200.50 рублей", True),
        ("Call 0113 496 0177.", "0113 496 0177", True),
    ],
)
def test_numbers_are_read_in_the_notation_of_their_text(one, other, same):
    assert agrees(one, [other]) is same
    assert (numbers(other) <= numbers(one)) is same


def test_a_list_of_right_answers_is_several():
    rows = [
        {"id": "q1", "question": "a", "document": "x", "ground_truths": ["Two years.", "24 months"]},
        {"id": "q2", "question": "b", "document": "x", "ground_truths": "['One.']"},
        {"id": "q3", "question": "c", "document": "x", "ground_truths": "['cut"},
    ]
    assert references(load_golden(rows)) == {"q1": ["Two years.", "24 months"], "q2": ["One."], "q3": ["['cut"]}
