"""What single hits are worth: needs with alternatives, grades, chunks, and gold that nothing meets."""

import pytest

from ragauge.pipeline.reference.setup import Setup
from ragauge.studying.evidence import evidence_of
from studies import ranked, subject


def test_needs_with_alternatives(tmp_path):
    one = subject(tmp_path, {"q": [["a", "b"], ["c"]], "r": ["a"]})
    evidence = evidence_of(one, {"q": ranked("x", "b", "c", "a"), "r": ranked("b")})
    assert {question: len(needs) for question, needs in evidence.needs.items()} == {"q": 2, "r": 1}
    assert evidence.met["q", "a"] == evidence.met["q", "b"] != evidence.met["q", "c"]
    assert ("q", "x") not in evidence.met
    assert ("r", "b") not in evidence.met
    assert evidence.met_by("q", ranked("x", "b", "c")) == evidence.needs["q"]
    assert evidence.met_by("q", ranked("x")) == frozenset()


def test_grades_and_gold_without_needs(tmp_path):
    gold = tmp_path / "gold.qrels"
    gold.write_text("q 0 a 2\nq 0 b 1\nq 0 c 0\n", "utf-8")
    one = subject(tmp_path, gold, {"a": "x", "b": "y", "c": "z"})
    evidence = evidence_of(one, {"q": ranked("a", "b", "c")})
    assert [evidence.grade("q", name) for name in "abc"] == [2, 1, 0]
    assert len(evidence.needs["q"]) == 2
    assert ("q", "c") not in evidence.met


def test_questions_without_gold_have_no_needs(tmp_path):
    one = subject(tmp_path, {"q": ["a"], "r": []})
    assert set(evidence_of(one, {"q": ranked("a"), "r": ranked("a")}).needs) == {"q"}


def test_a_question_without_hits_keeps_its_needs(tmp_path):
    one = subject(tmp_path, {"q": ["a"], "r": ["a", "b"]})
    evidence = evidence_of(one, {"q": ranked("a")})
    assert len(evidence.needs["r"]) == 2


def test_chunks_meet_quotes(tmp_path):
    words = [f"w{place}" for place in range(40)]
    gold = [{"id": "q", "question": "?", "evidence": [[{"document": "a", "quote": "w12 w13 w14"}]]}]
    one = subject(tmp_path, gold, {"a": " ".join(words)}, setup=Setup("fixed", {"size": 10}))
    items = one.chunks["id"].to_list()
    evidence = evidence_of(one, {"q": ranked(*items)})
    assert [item for item in items if ("q", item) in evidence.met] == [items[1]]


def test_chunks_that_hold_a_quote_together_meet_it_together(tmp_path):
    words = [f"w{place}" for place in range(40)]
    gold = [{"id": "q", "question": "?", "evidence": [[{"document": "a", "quote": "w18 w19 w20 w21"}]]}]
    one = subject(tmp_path, gold, {"a": " ".join(words)}, setup=Setup("fixed", {"size": 10, "overlap": 0}))
    items = one.chunks["id"].to_list()
    evidence = evidence_of(one, {"q": ranked(*items)})
    assert evidence.met == {}
    assert evidence.met_by("q", ranked(*items[:2])) == evidence.met_by("q", ranked(*items[2:])) == frozenset()
    assert evidence.met_by("q", ranked(items[2], items[0], items[1])) == evidence.needs["q"]


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_same_as_need_recall(tmp_path, k):
    gold = {"q": [["a", "b"], ["c"], ["d"]], "r": [["b"], ["c", "d"]]}
    one = subject(tmp_path, gold, metrics=(f"need_recall@{k}",))
    lists = {"q": ranked("x", "b", "c", "a"), "r": ranked("d", "b", "c")}
    evidence = evidence_of(one, lists)
    shares = [len(evidence.met_by(name, lists[name][:k])) / len(evidence.needs[name]) for name in gold]
    assert one.card("x", lists).values[f"need_recall@{k}"].value.tolist() == shares
