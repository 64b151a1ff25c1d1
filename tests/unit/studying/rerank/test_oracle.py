"""The oracle's order against all orders of a few candidates."""

from itertools import permutations
from random import Random

import pytest

from ragauge import score
from ragauge.studying.evidence import Evidence
from ragauge.studying.rerank.oracle import oracle_lists, oracle_order
from studies import ranked


def evidence_of(gold):
    met = {("q", item): frozenset({item}) for item, grade in gold.items() if grade > 0}
    return Evidence({"q": frozenset(gold)}, met, {("q", item): grade for item, grade in gold.items() if grade > 0})


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("metric", ["ndcg@3", "ndcg", "mrr", "precision@1", "recall@2", "map"])
def test_no_order_is_better(seed, metric):
    draw = Random(seed)
    gold = {name: draw.choice([0, 1, 1, 2] if metric.startswith("ndcg") else [0, 1]) for name in "abcdxyz"} | {"a": 1}
    pool = draw.sample("abcduvw", 5)
    best = score(metric, oracle_order("q", ranked(*pool), evidence_of(gold)), gold)
    assert best == pytest.approx(max(score(metric, order, gold) for order in permutations(pool)))


@pytest.mark.parametrize("seed", range(8))
def test_no_order_meets_more_needs(seed):
    draw = Random(seed)
    pool = draw.sample("abcdef", 5)
    needs = [draw.sample("abcdef", 1) for _ in range(3)]
    needs = [need for place, need in enumerate(needs) if need not in needs[:place]]
    met = {("q", need[0]): frozenset({str(place)}) for place, need in enumerate(needs)}
    order = oracle_order("q", ranked(*pool), Evidence({"q": frozenset("012")}, met, dict.fromkeys(met, 1)))
    assert score("need_recall@2", order, needs) == max(score("need_recall@2", one, needs) for one in permutations(pool))


def test_what_is_beyond_the_depth_stays():
    found = oracle_lists({"q": ranked("x", "a", "b")}, evidence_of({"a": 1, "b": 1}), 2)
    assert [hit.item for hit in found["q"]] == ["a", "x", "b"]
    assert [hit.score for hit in found["q"]] == [3.0, 2.0, 1.0]
