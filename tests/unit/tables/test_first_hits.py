"""What stood at the top of every list, and the gold of every question, beside the scores."""

import pytest

from ragauge import Scorecard, evaluate


def kept(gold, run, **policies):
    card = evaluate(gold, run, ["recall@5"], **policies)
    again = Scorecard.from_json(card.to_json())
    assert again.evidence == dict(card.evidence)
    return card.evidence


def test_the_first_ten_and_the_ranks_of_all_relevant():
    found = kept({"q1": ["d57"], "q2": ["a", "b"]}, {"q1": [f"d{n}" for n in range(1, 100)], "q2": ["b", "x", "a"]})
    assert found["hits"] == [[f"d{n}" for n in range(1, 11)], ["b", "x", "a"]]
    assert found["relevant"] == [[57], [1, 3]]


def test_no_answer_and_an_empty_one():
    found = kept({"q1": ["a"], "q2": ["a"], "q3": ["a"]}, {"q2": [], "q3": ["a"]})
    assert (found["hits"], found["relevant"]) == ([[], [], ["a"]], [[], [], [1]])


def test_depth_cuts_the_hits_too():
    assert kept({"q": ["b"]}, {"q": ["a", "b", "c"]}, depth=2)["hits"] == [["a", "b"]]


@pytest.mark.parametrize("tied", [3, 12, 40])
def test_ties_stand_as_they_are_ranked(tmp_path, tied):
    rows = [("q", f"d{n:02}", 1.0) for n in range(tied)] + [("q", "last", 0.5), ("q", "first", 2.0)]
    (tmp_path / "run.trec").write_text("".join(f"{q} Q0 {d} 1 {s} t\n" for q, d, s in rows), "utf-8")
    (tmp_path / "qrels.txt").write_text("q 0 last 1\n", "utf-8")
    found = kept(tmp_path / "qrels.txt", tmp_path / "run.trec")
    falling = [f"d{n:02}" for n in reversed(range(tied))]
    assert found["hits"] == [["first", *falling, "last"][:10]]
    assert found["relevant"] == [[tied + 2]]


def test_the_gold_of_a_question_has_its_own_hash():
    one, other = ({"q1": ["a"], "q2": gold} for gold in (["b"], ["c"]))
    run = {"q1": ["a"], "q2": ["b"]}
    first, second = kept(one, run)["gold"], kept(other, run)["gold"]
    assert first[0] == second[0]
    assert first[1] != second[1]
