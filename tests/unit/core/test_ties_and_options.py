"""Ties over many orders, and policies that cannot be combined or are no policies."""

import itertools

import numpy as np
import pytest

import ragauge
from ragauge.catalog import find_metric
from ragauge.core.lists import judge_lists
from ragauge.core.options import Options
from ragauge.core.ties import over_ties


def test_large_groups_are_drawn_and_their_extremes_are_exact():
    hits = {f"d{i}": 1.0 for i in range(200)}
    gold = {"q": {"d3": 2, "d5": 1, "d7": 1}}
    card = ragauge.evaluate(gold, {"q": hits}, ["mrr", "ndcg@10"], ties="average")
    assert card["mrr"].bounds == {"ties_worst": 1 / 198, "ties_best": 1.0}
    assert card["ndcg@10"].bounds == {"ties_worst": 0.0, "ties_best": 1.0}
    # the expected reciprocal of the smallest of 3 ranks out of 200
    ranks = np.arange(1, 199)
    chance = (200 - ranks) * (199 - ranks) / 2 / (200 * 199 * 198 / 6)
    assert card["mrr"].value == pytest.approx(float((chance / ranks).sum()), rel=0.15)
    assert any("too many orders of ties" in warning for warning in card.warnings)


def test_needs_stay_with_their_units_in_every_order():
    gold = {"a": [["x", "y"], ["z"]], "b": [["m"], ["n", "o"], ["p"]]}
    run = {"a": {"z": 1.0, "x": 1.0, "u": 1.0}, "b": {"o": 2.0, "p": 1.0, "m": 1.0, "v": 1.0}}
    card = ragauge.evaluate(gold, run, ["need_recall@2", "mrr"], ties="average")

    def expected(question, metric):
        levels = sorted(set(run[question].values()), reverse=True)
        groups = [[d for d, s in run[question].items() if s == level] for level in levels]
        picks = itertools.product(*map(itertools.permutations, groups))
        orders = [list(itertools.chain(*pick)) for pick in picks]
        return np.mean([ragauge.score(metric, order, gold[question]) for order in orders])

    for metric in card.metrics:
        for question, value in zip(card.questions, card.values[metric].value, strict=True):
            assert value == pytest.approx(expected(question, metric), abs=1e-12)


def test_without_ties_the_average_is_the_value():
    judged = judge_lists({"q": ["a", "b"]}, {"q": ["b"]})
    assert over_ties(judged, find_metric("mrr").compute).mean.value.tolist() == [0.5]


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        ({"ties": "average", "depth": 1}, "ties='average' cannot be combined with depth"),
        ({"ties": "average", "unjudged": "drop"}, "cannot be combined with unjudged"),
        ({"skip_missing": "false"}, "skip_missing must be one of bool, got 'false'"),
        ({"depth": 1.5}, "depth must be one of int, NoneType, got 1.5"),
        ({"depth": True}, "depth must be one of int"),
        ({"depth": 0}, "depth must be from 1"),
        ({"level": float("nan")}, "level must be from 0.5 to 0.9999"),
        ({"level": "0.9"}, "level must be one of float"),
        ({"seed": -1}, "seed must not be negative"),
        ({"ties": "random"}, "ties must be one of id, average, got 'random'"),
        ({"skip": True}, "no policy 'skip'; there are: skip_missing"),
    ],
)
def test_policies_that_are_none(policies, message):
    with pytest.raises(ragauge.InputError, match=message.replace("(", r"\(")):
        ragauge.evaluate({"q": ["a"]}, {"q": ["a"]}, ["mrr"], **policies)


def test_names_keep_every_digit_of_a_parameter():
    names = ["rbp(p=0.1234561)", "rbp(p=0.1234562)", "rbp(p=1)"]
    assert [find_metric(name).name for name in names] == names
    assert Options().changed() == {}


def test_a_name_of_any_length_is_read_at_once():
    with pytest.raises(ragauge.MetricNameError, match="cannot read the metric name"):
        find_metric("a" + " " * 100_000 + "!")


def test_relevance_policies_follow_rel():
    gold, run = {"q": {"a": 1}, "r": {"b": 3}}, {"q": ["a"], "r": ["b"]}
    card = ragauge.evaluate(gold, run, ["recall(rel=2)", "recall"])
    assert (card["recall(rel=2)"].value, card["recall(rel=2)"].flagged) == (0.5, {"no_relevant": 1})
    assert (card["recall"].value, card["recall"].flagged) == (1.0, {})
    card = ragauge.evaluate(gold, run, ["recall(rel=2)", "recall"], no_relevant="exclude")
    assert (card["recall(rel=2)"].value, card["recall(rel=2)"].excluded) == (1.0, {"no_relevant": 1})
    assert card["recall"].n == 2


def test_two_answers_to_one_question_stop():
    gold = [{"question": "Как  так?", "gold": "a"}]
    from ragauge.golden.reading.rows import golden_from_rows

    golden = golden_from_rows(list(enumerate(gold, 1)), source="gold")
    with pytest.raises(ragauge.InputError, match="answered more than once"):
        ragauge.evaluate(golden, {"Как так?": ["a"], "Как   так?": ["b"]}, ["mrr"])


def test_an_id_that_contradicts_its_text_stops():
    from ragauge.golden.reading.rows import golden_from_rows
    from ragauge.io.run_lists import run_from_rows

    rows = [{"id": "1", "question": "Eins?", "gold": "a"}, {"id": "2", "question": "Zwei?", "gold": "b"}]
    golden = golden_from_rows(list(enumerate(rows, 1)), source="gold")
    shifted = [{"id": "1", "question": "Zwei?", "hits": ["b"]}]
    with pytest.raises(ragauge.InputError, match="question '1' is 'Zwei\\?' here and 'Eins\\?' in gold"):
        ragauge.evaluate(golden, run_from_rows(list(enumerate(shifted, 1)), source="run"), ["mrr"])
    numbered = golden_from_rows(
        [(n, {k: v for k, v in row.items() if k != "id"}) for n, row in enumerate(rows, 1)], source="gold"
    )
    run = run_from_rows(list(enumerate(shifted, 1)), source="run")
    assert list(ragauge.evaluate(numbered, run, ["mrr"]).values["mrr"].cells()) == [0.0, 1.0]
