"""The study of reranking on candidates whose best order is known."""

import json

import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.studying.evidence import Evidence
from ragauge.studying.recorded import Recorded
from ragauge.studying.rerank.oracle import oracle_order
from ragauge.studying.rerank.rerankers import ByScores, make_reranker
from ragauge.studying.rerank.study import METRICS, rerank_study
from studies import ranked, says, subject, table

GOLD = {f"q{place:02}": [f"d{place}"] for place in range(20)}
TEXTS = {f"d{place}": f"answer of q{place:02}" for place in range(20)} | {
    f"n{place}": f"noise {place}" for place in range(8)
}
FIRST = {q: ranked("n0", "n1", "n2", gold[0], *(f"n{place}" for place in range(3, 8))) for q, gold in GOLD.items()}


class Knowing:
    """Gives the answer of a question the best score, or the worst."""

    def __init__(self, sign=1.0):
        self.sign = sign

    def scores(self, question, texts):
        return [self.sign if text.rstrip() == f"answer of {question}" else 0.0 for text in texts]


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    return subject(tmp_path_factory.mktemp("rerank"), GOLD, TEXTS, metrics=METRICS)


def study_of(one, reranker, **more):
    return rerank_study(one, more.pop("first", FIRST), {"mine": reranker}, **{"depths": (2, 5, 8)} | more)


@pytest.fixture(scope="module")
def knowing(one):
    return study_of(one, ByScores(Knowing(), one.texts))


def test_all_of_the_headroom(knowing):
    rows = {(row["rerank"], row["metric"]): row for row in table(knowing, "of what a better order")}
    deep = rows["mine depth=5", "mrr"]
    assert (deep["won"], deep["headroom"], deep["share won"]) == (0.75, 0.75, 1.0)  # from place 4 to 1
    assert deep["interval of the share"] == [1.0, 1.0]
    assert rows["mine depth=5", "precision@1"]["share won"] == 1.0


def test_nothing_to_win_has_no_share(knowing):
    """The answer stands fourth: an order of the first two cannot do anything."""
    row = table(knowing, "of what a better order")[0]
    assert (row["rerank"], row["won"], row["headroom"]) == ("mine depth=2", 0.0, 0.0)
    assert row["share won"] is row["interval of the share"] is None


def test_the_smallest_depth_that_is_enough(knowing):
    assert says(knowing) == {"mine": "rerank to depth 5"}
    rows = {row["order"]: row for row in table(knowing, "reranked: ndcg@10")}
    assert rows["mine depth=5"]["verdict"] == rows["mine depth=8"]["verdict"] == "better"
    assert rows["oracle depth=5"]["ndcg@10"] == rows["mine depth=5"]["ndcg@10"] == 1.0
    assert rows["first stage"]["n"] == 20
    assert rows["first stage"]["interval"] is not None
    json.loads(knowing.to_json())


def test_what_it_takes(knowing):
    rows = table(knowing, "what it takes")
    assert [(row["questions"], row["texts a question"]) for row in rows] == [(20, 2), (20, 5), (20, 8)]
    assert all(row["p50"] > 0 and row["p95"] >= row["p50"] for row in rows)


def test_all_checks_hold(knowing):
    assert [row["broken"] for row in table(knowing, "checks")] == [0] * 10


def test_a_reranker_that_harms(one):
    first = {q: ranked(gold[0], "n0", "n1") for q, gold in GOLD.items()}
    study = study_of(one, ByScores(Knowing(-1.0), one.texts), first=first, depths=(3,))
    assert says(study) == {"mine": "not worth it"}
    assert "the first stage has the best order already" in study.advice[0].because
    rows = {row["order"]: row for row in table(study, "reranked: mrr")}
    assert (rows["mine depth=3"]["mrr"], rows["mine depth=3"]["verdict"]) == (pytest.approx(1 / 3), "worse")


def test_the_best_order_keeps_to_needs_and_grades():
    met = {("q", name): frozenset(needs) for name, needs in
           {"a": {"1"}, "b": {"1"}, "c": {"2"}, "d": {"3"}}.items()}  # fmt: skip
    grades = {("q", "a"): 1, ("q", "b"): 1, ("q", "c"): 1, ("q", "d"): 2}
    evidence = Evidence({"q": frozenset("123")}, met, grades)
    assert oracle_order("q", ranked("x", "a", "b", "c", "d", "y"), evidence) == ["d", "a", "c", "b", "x", "y"]


def test_alternatives_do_not_count_twice(tmp_path):
    """Two alternatives of one need, and another need behind them: the oracle meets both needs with two hits."""
    gold = {f"q{place}": [["a", "b"], ["c"]] for place in range(8)}
    two = subject(tmp_path, gold, dict.fromkeys("abcx", "t"), metrics=("need_recall@2", "ndcg@10"))
    first = dict.fromkeys(gold, ranked("x", "a", "b", "c"))
    study = rerank_study(two, first, {"same": lambda _question, hits: hits}, depths=(4,))
    rows = {row["order"]: row for row in table(study, "reranked: need_recall@2")}
    assert rows["first stage"]["need_recall@2"] == 0.5
    assert rows["oracle depth=4"]["need_recall@2"] == 1.0


def broken(study, check):
    (row,) = [
        row for row in table(study, "checks") if row["check"] == check and "depth=5" in row["rerank"] + "depth=5"
    ][:1]
    return row


def test_a_hit_that_was_no_candidate(one):
    study = study_of(one, lambda _question, hits: [Hit("d0", 200.0), *hits], depths=(5,))
    row = broken(study, "hits were candidates, each once")
    assert (row["broken"], row["for example"]) == (20, "q00: 'd0' is there 2 times")  # and no candidate of the others
    assert "broken: hits were candidates, each once" in says(study)["mine depth=5"]


def test_a_lost_candidate(one):
    study = study_of(one, lambda _question, hits: hits[:-1], depths=(5,))
    assert broken(study, "no candidate is lost")["broken"] == 20


def test_a_list_that_was_cut_before_it_was_sorted(one):
    def slice_then_sort(_question, hits):
        scored = [Hit(hit.item, float(place)) for place, hit in enumerate(hits)]
        return sorted(scored[:2], key=lambda hit: -hit.score) + scored[2:]

    study = rerank_study(one, FIRST, {"mine": slice_then_sort}, depths=(5,))
    assert (
        table(study, "checks")[0]["check"] != "the first 10 have the best scores"
    )  # five hits are all in the first ten
    narrow = subject_with(one, ("ndcg@2",))
    row = broken(
        rerank_study(narrow, FIRST, {"mine": slice_then_sort}, depths=(5,)), "the first 2 have the best scores"
    )
    assert row["broken"] == 20


def subject_with(one, metrics):
    from dataclasses import fields

    known = {field.name: getattr(one, field.name) for field in fields(one) if field.init}
    return type(one)(**known | {"metrics": metrics})


def test_scores_that_belong_to_places(one):
    def by_place(_question, hits):
        return [Hit(hit.item, float(-place)) for place, hit in enumerate(hits)]

    row = broken(study_of(one, by_place, depths=(5,)), "scores belong to their texts")
    assert (row["questions"], row["broken"]) == (5, 5)
    assert "in reverse" in row["for example"]


def test_lists_that_a_reranker_returned_elsewhere(one):
    mine = Recorded({q: ranked(gold[0], "n1", top=1.0) for q, gold in GOLD.items()}, True, ())
    study = rerank_study(one, FIRST, {}, recorded={"theirs": mine})
    assert says(study) == {"theirs": "rerank"}
    rows = {row["order"]: row for row in table(study, "reranked: mrr")}
    assert (rows["theirs"]["mrr"], rows["oracle"]["mrr"]) == (1.0, 1.0)
    assert [row["check"] for row in table(study, "checks")] == [
        "hits were candidates, each once",
        "the first 10 have the best scores",
    ]
    unscored = rerank_study(one, FIRST, {}, recorded={"theirs": Recorded(mine.lists, False, ())})
    assert len(table(unscored, "checks")) == 1


def test_the_best_order_known_is_that_which_was_measured(tmp_path):
    """A span over two chunks is met by none of them alone, so the gold cannot order them; the first stage has it."""
    from ragauge.pipeline.reference.setup import Setup

    words = " ".join(f"w{place}" for place in range(20))
    gold = [
        {"id": f"q{n}", "question": "?", "evidence": [[{"document": "a", "quote": "w8 w9 w10 w11"}]]} for n in range(6)
    ]
    chunked = subject(tmp_path, gold, {"a": words}, setup=Setup("fixed", {"size": 10}), metrics=("mrr",))
    items = chunked.chunks["id"].to_list()
    first = {q: ranked(*items) for q in chunked.questions}
    study = rerank_study(chunked, first, {"turned": lambda _question, hits: hits[::-1]}, depths=(2,))
    rows = {row["order"]: row["mrr"] for row in table(study, "reranked: mrr")}
    assert rows["oracle depth=2"] >= max(rows["first stage"], rows["turned depth=2"])
    assert all(row["share won"] is None or row["share won"] <= 1 for row in table(study, "of what"))


def test_what_cannot_be_reranked_is_refused(one):
    with pytest.raises(InputError, match="no reranker"):
        rerank_study(one, FIRST, {})
    for depths in ((0,), (101,), ()):
        with pytest.raises(InputError, match="a depth is a number from 1 to 100"):
            study_of(one, ByScores(Knowing(), one.texts), depths=depths)
    with pytest.raises(InputError, match="no reranker 'bge'"):
        make_reranker("bge", {})
