import json

import polars as pl
import pytest

from ragauge.golden.reading.rows import golden_from_rows
from ragauge.golden.versions.differences import diff

ROWS = [
    {"id": "q1", "question": "How long is the warranty?", "evidence": [["a"], ["b", "c"]], "lang": "en"},
    {"id": "q2", "question": "Кто платит за возврат?", "evidence": [["d"]], "lang": "ru"},
    {"id": "q3", "question": "What does it cost?", "evidence": [], "type": "no_answer"},
]


def golden(rows, **more):
    return golden_from_rows(list(enumerate(rows, start=1)), source="gold", **more)


def changed(place, **cells):
    return golden([{**row, **(cells if at == place else {})} for at, row in enumerate(ROWS)])


def without_ids(rows):
    return golden([{name: value for name, value in row.items() if name != "id"} for row in rows])


def test_the_order_of_rows_makes_no_difference():
    for found in (diff(golden(ROWS), golden(ROWS[::-1])), diff(without_ids(ROWS), without_ids(ROWS[::-1]))):
        assert found.is_empty
        assert found.summary() == "no differences"


def test_added_and_removed():
    found = diff(golden(ROWS[:2]), golden(ROWS[1:]))
    assert [one.name for one in found.added] == ["q3"]
    assert [one.name for one in found.removed] == ["q1"]
    assert found.changed == ()
    assert found.summary() == "questions: 1 added, 1 removed; columns added: type"


@pytest.mark.parametrize(
    ("place", "cells", "gold"),
    [
        (
            0,
            {"evidence": [["a"], ["b", "x"]]},
            ("need of 'b' or 'c': no longer 'c'", "need of 'b' or 'c': now also 'x'"),
        ),
        (0, {"evidence": [["a"], ["b", "c"], ["e"]]}, ("need added: 'e'",)),
        (0, {"evidence": [["b", "c"]]}, ("need removed: 'a'",)),
        (1, {"evidence": [[{"id": "d", "grade": 2}]]}, ("the grade of 'd' is 2 instead of 1",)),
        (1, {"evidence": [["d"], [{"id": "x", "grade": 0}]]}, ("'x' is judged not relevant (grade 0)",)),
        (1, {"evidence": [[{"document": "d", "page": 3}]]}, ("need added: 'd, p. 3'", "need removed: 'd'")),
    ],
)
def test_changed_gold_in_words(place, cells, gold):
    found = diff(golden(ROWS), changed(place, **cells))
    (one,) = found.changed
    assert one.gold == gold
    assert (one.text, one.status, one.columns) == (None, None, {})
    assert found.summary() == "questions: 1 with another gold"


def test_changed_text_status_and_columns():
    found = diff(golden(ROWS), changed(2, question="What does it cost in Japan?", type="single", evidence=["e"]))
    (one,) = found.changed
    assert one.text == ("What does it cost?", "What does it cost in Japan?")
    assert one.status == ("not answerable", "answerable")
    assert one.columns == {"type": ("no_answer", "single")}
    white = changed(1, question="Кто  платит за возврат? ")
    assert diff(golden(ROWS), white).is_empty


def test_columns_that_came_and_went():
    found = diff(golden(ROWS), golden([{"id": "q1", "question": "x?", "evidence": "a", "answer": "y"}]))
    assert (found.columns_added, found.columns_removed) == (("answer",), ("lang", "type"))


def test_numbered_sets_are_matched_by_text_and_edits_are_only_guessed():
    edited = [{**ROWS[0], "question": "How long is a warranty?"}, *ROWS[1:]]
    found = diff(without_ids(ROWS), without_ids(edited[::-1]))
    assert found.matched_by == "text"
    (guess,) = found.guesses
    assert (guess.old.text, guess.new.text) == ("How long is the warranty?", "How long is a warranty?")
    assert [one.text for one in found.added] == ["How long is a warranty?"]
    assert [one.text for one in found.removed] == ["How long is the warranty?"]
    assert "1 of those removed are probably edited" in found.summary()
    assert diff(golden(ROWS), without_ids(ROWS)).matched_by == "text"


def test_the_same_text_twice_is_two_questions():
    twice = [{"question": "Why?", "evidence": "a"}, {"question": "Why?", "evidence": "b"}]
    found = diff(golden(twice), golden(twice[:1]))
    assert (len(found.removed), len(found.added), found.changed) == (1, 0, ())


def test_sets_without_texts_and_json():
    old, new = ({"q1": {"d1": 1}}, {"q1": {"d1": 2}, "q2": {"d2": 1}})
    frames = [
        pl.DataFrame(
            [(q, d, g) for q, row in one.items() for d, g in row.items()], ["id", "doc", "grade"], orient="row"
        )
        for one in (old, new)
    ]
    found = diff(*(golden(frame.to_dicts()) for frame in frames))
    assert found.changed[0].gold == ("the grade of 'd1' is 2 instead of 1",)
    data = json.loads(found.to_json())
    assert data["added"] == [{"id": "q2", "text": None}]
    assert data["summary"] == "questions: 1 added, 1 with another gold"
