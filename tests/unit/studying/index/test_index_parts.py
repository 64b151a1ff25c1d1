"""The parts of the study of vector indexes: settings, filters by selectivity, the front, and what is advised."""

import dataclasses
import itertools

import numpy as np
import pytest

from ragauge import evaluate
from ragauge.comparison.asked import Asked
from ragauge.comparison.comparing import compare_all
from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.stores.neighbours import Neighbours
from ragauge.studying.index.advising import (
    advice_of,
    fast_enough,
    filter_advice,
    near_enough,
    not_worse,
    together_advice,
)
from ragauge.studying.index.measured import Found, Narrowed, Point, pareto
from ragauge.studying.index.plan import Plan
from ragauge.studying.index.selectivity import EDGES, TARGETS, bucket_of, made_filters, random_filters
from ragauge.studying.index.settings import Setting, by_build, settings_of
from ragauge.studying.index.tables import bucket_table, filter_table, near_table, speed_table
from ragauge.studying.index.together import disagreements
from ragauge.studying.paired import Held

QUESTIONS = [f"q{n}" for n in range(60)]


def found(near, due=10, returned=10, lists=None):
    """What every question finds: ``near`` of ten, or a list of numbers."""
    numbers = near if isinstance(near, list) else [near] * len(QUESTIONS)
    counted = {name: Neighbours(due, returned, number, number) for name, number in zip(QUESTIONS, numbers, strict=True)}
    return Found(lists or {name: [] for name in QUESTIONS}, counted, 0.5)


def point(name, near, rate, **filtered):
    return Point(Setting(name), found(near), 1.0, 100, rate, filtered)


def test_the_front():
    points = [point("exact", 10, 100.0), point("a", 9, 500.0), point("b", 9, 400.0), point("c", 5, 90.0)]
    assert list(pareto(points)) == [True, True, False, False]
    assert list(pareto([point("a", 9, 500.0), point("b", 9, 500.0)])) == [True, True]


def test_the_grid_takes_only_what_an_engine_takes():
    names = [one.name for one in settings_of(["hnswlib", "faiss-ivf"], {"m": [8, 16, 8], "ef": [32], "nprobe": [2]})]
    assert names == ["exact", "hnswlib m=8 · ef=32", "hnswlib m=16 · ef=32", "faiss-ivf · nprobe=2"]
    assert [one.name for one in settings_of(["usearch"], {"dtype": ["i8"], "oversample": [1, 4]})][1:] == [
        f"usearch dtype=i8 · ef={ef} oversample={more}" for ef in (16, 64, 256) for more in (1, 4)
    ]


def test_what_shares_an_index_is_built_once():
    groups = list(by_build(settings_of(["hnswlib"], {"m": [8, 16], "ef_construction": [50]})))
    assert [(engine, build, len(same)) for engine, build, same in groups] == [
        ("exact", {}, 1),
        ("hnswlib", {"m": 8, "ef_construction": 50}, 3),
        ("hnswlib", {"m": 16, "ef_construction": 50}, 3),
    ]


@pytest.mark.parametrize(
    ("engines", "grid", "word"),
    [
        (["hnswlib"], {"nprobe": [1]}, "no engine takes 'nprobe'; parameters are: m, ef_construction, ef"),
        (["annoy"], {}, "no vector index 'annoy'"),
        (["hnswlib"], {"ef": [0]}, "ef must be a whole number from 1"),
        (["faiss-ivf"], {"nprobe": ["all"]}, "nprobe must be"),
        (["hnswlib"], {"m": list(range(2, 300))}, "895 settings; 500 are the most"),
        ([], {"m": [8]}, "parameters are: none"),
    ],
)
def test_a_grid_that_makes_no_sense(engines, grid, word):
    with pytest.raises(InputError, match=word):
        settings_of(engines, grid)


@pytest.mark.parametrize("wrong", [{"k": 0}, {"repeats": 0}, {"least": 0.0}, {"least": 1.5}])
def test_a_plan_that_makes_no_sense(wrong):
    with pytest.raises(InputError):
        Plan(**wrong)


def test_a_metric_does_not_look_beyond_the_lists():
    Plan(k=10).refuse_deep(["ndcg@10", "mrr"])
    with pytest.raises(InputError, match="ndcg@20, recall@50 would look further: raise --k"):
        Plan(k=10).refuse_deep(["ndcg@20", "recall@50", "recall@5"])


def shares(filters, rows):
    return [sum(one.holds(row) for row in rows) / len(rows) for one in filters]


@pytest.mark.parametrize(
    "rows",
    [
        [{"n": n} for n in range(400)],
        [{"tag": [f"t{n % 30}", f"u{n % 200}"]} for n in range(400)],
        [{"язык": "ru" if n < 200 else f"x{n % 100}"} for n in range(400)],
        [{"a": n % 2 == 0, "b": f"v{n // 4}", "c": float(n // 40)} for n in range(400)],
    ],
)
def test_filters_are_made_near_their_targets(rows):
    made = made_filters(rows)
    assert [bucket_of(share) for share in shares(made, rows)] == [bucket_of(target) for target in TARGETS]
    for share, target in zip(shares(made, rows), TARGETS, strict=True):
        assert target / 2.5 <= share <= target * 2.5
    assert made_filters(rows) == made


def test_no_filter_is_made_where_no_value_comes_near():
    assert made_filters([{"n": 1}] * 50) == []
    assert made_filters([{}] * 50) == []
    assert [str(one) for one in made_filters([{"n": n % 2} for n in range(50)])] == ["n <= 0"]
    assert made_filters([]) == []


def test_random_filters_let_as_many_pass_as_was_asked_for():
    fields, filters = random_filters([f"d{n}" for n in range(200)], [0.01, 0.1, 0.5], seed=4)
    assert shares(filters, list(fields.values())) == [0.01, 0.1, 0.5]
    assert random_filters([f"d{n}" for n in range(200)], [0.01], seed=4)[0] == fields
    assert random_filters([f"d{n}" for n in range(200)], [0.01], seed=5)[0] != fields
    with pytest.raises(InputError, match=r"between 0 and 1, got 0, 1\.5"):
        random_filters(["a"], [0.0, 0.5, 1.5])


def test_every_target_is_in_a_bucket_of_its_own():
    assert len({bucket_of(target) for target in TARGETS}) == len(TARGETS)
    assert [bucket_of(edge) for edge in EDGES] == [bucket_of(target) for target in TARGETS[:2]]


def held(*right):
    """Cards in which that many questions find their gold, each against the first."""
    gold = {name: ["d"] for name in QUESTIONS}
    cards = [
        evaluate(gold, {name: ["d"] if n < count else ["x"] for n, name in enumerate(QUESTIONS)}, ["recall@5"])
        for count in right
    ]
    found = compare_all([(cards[0], one) for one in cards[1:]], Asked(("recall@5",)))
    return [Held("exact", cards[0]), *(Held("", card, one) for card, one in zip(cards[1:], found, strict=True))]


def test_the_fastest_that_is_not_shown_to_be_worse_is_taken():
    points = [point("exact", 10, 10.0), point("a", 9, 50.0), point("b", 5, 90.0)]
    against = held(50, 50, 30)
    assert fast_enough(points, against, "recall@5").name == "a"
    taken, near = advice_of(points, against, "recall@5", least=0.75, level=0.95)
    assert (taken.says, near.says) == ("a", "a")
    assert "of 2 settings, the fastest of 1 not shown to be worse" in taken.because
    assert "50 questions/s against 10 by exact search on this machine" in taken.because


def test_a_loss_is_not_hidden_by_the_number_of_settings():
    """Holm over ninety comparisons shows nothing of a loss that its own interval shows."""
    points = [point("exact", 10, 10.0), *(point(f"s{n}", 9, 20.0 + n) for n in range(90))]
    against = held(50, *[42] * 90)
    assert against[1].difference("recall@5").verdict == "no difference shown"
    assert not_worse(points, against, "recall@5") == points[:1]
    assert fast_enough(points, against, "recall@5").name == "exact"


def test_exact_search_is_taken_when_it_is_the_fastest():
    points = [point("exact", 10, 99.0), point("a", 10, 50.0)]
    taken, near = advice_of(points, held(50, 50), "recall@5", least=0.99, level=0.95)
    assert taken.says == "exact search"
    assert near.says == "too few questions"  # as many without a miss do not show 0.99
    assert "cannot show 0.99" in near.because
    assert near_enough(points, 0.9, 0.95).name == "exact"


def test_a_setting_is_held_to_its_recall_under_filters_too():
    points = [
        point("exact", 10, 10.0, f=found(10)),
        point("fast", 10, 90.0, f=found(5)),
        point("slower", 10, 50.0, f=found(10), g=found(0, due=0, returned=0)),
    ]
    assert near_enough(points, 0.9, 0.95).name == "fast"
    assert near_enough(points, 0.9, 0.95, filtered=True).name == "slower"
    told = [one.says for one in advice_of(points, held(50, 50, 50), "recall@5", least=0.9, level=0.95)]
    assert told == ["fast", "fast", "slower"]


def narrow(text, ids, count=100):
    return Narrowed(text, (parse(text),), frozenset(ids), count)


def test_a_loss_under_a_filter_is_told_with_its_reason():
    filters = [narrow("n <= 3", ["a"]), narrow("n <= 50", ["a", "b"])]
    good = point("a", 9, 50.0, **{"n <= 3": found(2, returned=3), "n <= 50": found(8)})
    advice = filter_advice(good, filters, 0.95)
    assert (advice.subject, advice.says) == ("a under filters", "loses recall")
    assert "ANN recall 0.2000 under n <= 3, which 1.0% pass, 0.9000 without" in advice.because
    assert "70.0% of the hits lost to short lists, 10.0% to wrong ones" in advice.because
    fine = point("a", 9, 50.0, **{"n <= 3": found(9), "n <= 50": found(10)})
    assert filter_advice(fine, filters, 0.95).says == "no loss shown"
    nothing = point("a", 9, 50.0, **{name.name: found(0, due=0, returned=0) for name in filters})
    assert filter_advice(nothing, filters, 0.95) is None


def test_equivalent_filters_that_differ_are_named():
    filters = [narrow("n <= 3", "pq"), narrow("n in {1, 2, 3}", "pq"), narrow("n <= 9", "pqr")]
    lists = {"n <= 3": "pq", "n in {1, 2, 3}": "p", "n <= 9": "pqr"}
    hits = {name: [Hit(item, 1.0) for item in ids] for name, ids in lists.items()}
    points = [
        point("a", 9, 50.0, **{name: found(9, lists=dict.fromkeys(QUESTIONS, one)) for name, one in hits.items()})
    ]
    told = {(one.kind, one.first, one.second): one.wrong for one in disagreements(points, filters)}
    assert told == {
        ("equivalent", "n <= 3", "n in {1, 2, 3}"): 60,
        ("tighter", "n <= 3", "n <= 9"): 0,
        ("tighter", "n in {1, 2, 3}", "n <= 9"): 60,
    }
    advice = together_advice(list(disagreements(points, filters)))
    assert "n <= 3 and n in {1, 2, 3} allow the same" in advice.because
    assert "q0: the results differ: only the first has q" in advice.because
    agreeing = [dataclasses.replace(one, wrong=0) for one in disagreements(points, filters)]
    assert together_advice(agreeing) is None


def test_tables_tell_recall_with_and_without_a_filter():
    """0.5 under a filter is not hidden by 1.0 without."""
    filters = [narrow("n <= 3", ["a"]), narrow("n >= 97", ["b"]), narrow("n <= 90", map(str, range(50)))]
    points = [point("a", 10, 50.0, **{one.name: found(5 if one.share < 0.1 else 10) for one in filters})]
    rows = filter_table(points, filters, 0.95).to_dict()["rows"]
    assert [(row["ANN recall"], row["without filter"]) for row in rows] == [(0.5, 1.0), (0.5, 1.0), (1.0, 1.0)]
    buckets = bucket_table(points, filters, 0.95).to_dict()["rows"]
    assert [(row["passes"], row["filters"], row["ANN recall"]) for row in buckets] == [
        ("up to 3 %", 2, 0.5),
        ("over 25 %", 1, 1.0),
    ]
    (near,) = near_table(points, 10, 0.95).to_dict()["rows"]
    assert (near["n"], near["ANN recall"], near["filled"]) == (60, 1.0, 1.0)
    (speed,) = speed_table(points, filters).to_dict()["rows"]
    assert (speed["questions/s"], speed["on the front"], speed["up to 3 % pass"]) == (50.0, "yes", 0.5)


def test_nothing_that_is_not_defined_becomes_a_number():
    empty = found(0, due=0, returned=0)
    assert (empty.mean("recall"), empty.interval(0.95), empty.worst(), empty.short_share(), empty.lost()) == (None,) * 5
    mixed = Found({}, {"q": Neighbours(0, 0, 0, 0), "r": Neighbours(2, 1, 1, 1)})
    assert (mixed.mean("recall"), mixed.mean("fill"), mixed.short_share()) == (0.5, 0.5, 1.0)
    assert mixed.lost() == (0.5, 0.0)
    with pytest.raises(ValueError, match="no question has a neighbour"):
        _ = Point(Setting("a"), empty, 0.0, None, 1.0).recall


def test_shares_lost_add_up_to_pooled_recall():
    rng = np.random.default_rng(0)
    for _, seed in itertools.product(range(1), range(20)):
        near = rng.integers(0, 6, size=60).tolist()
        one = Found(
            {}, {f"q{n}{seed}": Neighbours(10, int(value) + n % 4, int(value), 0) for n, value in enumerate(near)}
        )
        short, wrong = one.lost()
        assert short + wrong == pytest.approx(1 - sum(near) / 600)
