"""The oracle's order against all orders of a few candidates."""

from itertools import permutations
from random import Random

import pytest

from ragauge import score
from ragauge.pipeline.reference.setup import Setup
from ragauge.studying.evidence import Evidence, evidence_of
from ragauge.studying.rerank.oracle import oracle_lists, oracle_order
from studies import ranked, subject


def evidence_for(gold):
    met = {("q", item): frozenset({item}) for item, grade in gold.items() if grade > 0}
    return Evidence({"q": frozenset(gold)}, met, {("q", item): grade for item, grade in gold.items() if grade > 0})


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("metric", ["ndcg@3", "ndcg", "mrr", "precision@1", "recall@2", "map"])
def test_no_order_is_better(seed, metric):
    draw = Random(seed)
    gold = {name: draw.choice([0, 1, 1, 2] if metric.startswith("ndcg") else [0, 1]) for name in "abcdxyz"} | {"a": 1}
    pool = draw.sample("abcduvw", 5)
    best = score(metric, oracle_order("q", ranked(*pool), evidence_for(gold)), gold)
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
    found = oracle_lists({"q": ranked("x", "a", "b")}, evidence_for({"a": 1, "b": 1}), 2)
    assert [hit.item for hit in found["q"]] == ["a", "x", "b"]
    assert [hit.score for hit in found["q"]] == [3.0, 2.0, 1.0]


QUOTES = {"w1 w2 w3 w4": 3, "w11 w12": 2, "w14": 1, "w7 w8": 2}
"""What is asked for of words in pairs, and how many of the pairs hold it: w0 w1 | w2 w3 | w4 w5 …"""


@pytest.mark.parametrize("seed", range(4))
def test_evidence_that_only_several_hits_hold_counts_as_well(seed, tmp_path):
    """All orders of some chunks, measured by the metrics themselves; a quote is met where its last part stands."""
    draw = Random(seed)
    quotes = draw.sample(sorted(QUOTES), 2)
    needs = [[{"document": "a", "quote": quote}] for quote in quotes]
    gold = [{"id": f"q{place}", "question": "?", "evidence": needs} for place in range(120)]
    texts = {"a": " ".join(f"w{place}" for place in range(18))}
    names = ["ndcg@10", "mrr", "map"]
    one = subject(tmp_path, gold, texts, setup=Setup("fixed", {"size": 2, "overlap": 0}), metrics=names)
    asked = set(" ".join(quotes).split())
    parts = [item for item, text in one.texts.items() if not asked.isdisjoint(text.split())]
    pool = draw.sample([*parts, *(item for item in one.texts if item not in parts)][:5], 5)
    evidence = evidence_of(one, {"q0": ranked(*pool)})
    every = one.card("x", {f"q{place}": ranked(*order) for place, order in enumerate(permutations(pool))})
    best = one.card("oracle", {"q0": oracle_lists({"q0": ranked(*pool)}, evidence, None)["q0"]})
    for name in names:
        assert best.values[name].value[0] == pytest.approx(every.values[name].value.max()), name
