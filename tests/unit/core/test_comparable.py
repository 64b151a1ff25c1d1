import pytest

from ragauge import evaluate
from ragauge.core.comparable import why_not_comparable
from ragauge.core.scorecard import Scorecard

KNOWN = {
    "fingerprints": {"gold": "5f3a", "corpus": "c1"},
    "metrics": {"mrr": 1, "recall@5": 2},
    "gold": {"match": "all"},
    "policies": {},
}


def card(**more):
    return Scorecard(scores=(), questions=(), values={}, provenance={**KNOWN, **more})


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"fingerprints": {"gold": "77b0", "corpus": "c1"}}, "the golden set is another one (5f3a, then 77b0)"),
        ({"fingerprints": {"gold": "5f3a", "corpus": "c2"}}, "the corpus is another one (c1, then c2)"),
        ({"fingerprints": {"gold": "5f3a"}}, "unknown corpus: the second scorecard does not say"),
        ({"fingerprints": {}}, "unknown golden set: the second scorecard does not say"),
        ({"metrics": {"mrr": 2}}, "mrr was computed by revision 1, then 2"),
        ({"policies": {"depth": 5}}, "policy depth is the default, then 5"),
        ({"policies": {"page_offset": {"": 4}}}, "policy page_offset is the default, then all 4"),
    ],
)
def test_each_reason_is_told(more, words):
    reasons = why_not_comparable(card(), card(**more))
    assert any(words in reason for reason in reasons)
    assert why_not_comparable(card(**more), card(**more)) == [] or more == {"fingerprints": {}}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"metrics": {"mrr": 1, "ndcg@10": 7}},
        {"policies": {"seed": 7, "level": 0.9, "lower_is_better": True}},
        {"fingerprints": {"gold": "5f3a", "corpus": "c1", "chunks": "x"}, "run": {"source": "other"}},
    ],
)
def test_what_may_differ(more):
    assert why_not_comparable(card(), card(**more)) == []


def test_a_corpus_that_neither_knows_is_no_reason_and_a_golden_set_is():
    assert why_not_comparable(card(fingerprints={"gold": "5"}), card(fingerprints={"gold": "5"})) == []
    (reason,) = why_not_comparable(card(fingerprints={}), card(fingerprints={}))
    assert reason.startswith("unknown golden set: neither scorecard")


def test_scorecards_of_evaluations():
    gold, other = {"q1": ["d1"]}, {"q1": ["d2"]}
    first, second = evaluate(gold, {"q1": ["d1"]}), evaluate(gold, {"q1": ["x", "d1"]})
    assert why_not_comparable(first, second) == []
    assert why_not_comparable(first, Scorecard.from_json(second.to_json())) == []
    assert len(why_not_comparable(first, evaluate(other, {"q1": ["d1"]}))) == 1
    assert why_not_comparable(first, evaluate(gold, {"q1": ["d1"]}, depth=3))
