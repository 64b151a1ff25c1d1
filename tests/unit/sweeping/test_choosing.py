"""What is taken: the cheapest configuration that is not shown to be worse than the best."""

import pytest

from ragauge import evaluate
from ragauge.core.errors import InputError
from ragauge.pipeline.reference.setup import Setup
from ragauge.sweeping.choosing import judged, notes_on
from ragauge.sweeping.grid import setups_of
from ragauge.sweeping.result import Cost, Point
from ragauge.sweeping.spans import coverage

GOLD = {f"q{n}": ["d"] for n in range(40)}


def point(found, tokens, *, lanes=("bm25",), size=100, chunks=10):
    """A configuration that finds the gold of the first ``found`` questions."""
    run = {f"q{n}": ["d"] if n < found else ["x"] for n in range(40)}
    card = evaluate(GOLD, run, ["recall@5"])
    return Point(Setup("fixed", {"size": size}, lanes), 5, "recall@5", card, Cost(tokens, chunks, 0))


def test_a_cheap_one_that_is_as_good_is_taken():
    told, best, taken = judged([point(36, 1000, size=400), point(35, 300, size=100), point(20, 100, size=50)])
    assert (best.cost.tokens, taken.cost.tokens) == (1000, 300)
    assert [one.verdict for one in told] == ["", "not shown worse", "worse"]
    assert told[2].p_adjusted < 0.05 < told[1].p_adjusted
    assert [one.pareto for one in told] == [True, True, True]


def test_a_cheap_one_that_is_worse_is_not():
    _, best, taken = judged([point(36, 1000), point(20, 100, size=50)])
    assert taken is not None
    assert (best.cost.tokens, taken.cost.tokens) == (1000, 1000)


def test_one_lane_is_cheaper_than_two_for_about_as_many_tokens():
    _, _, taken = judged([point(36, 1000, lanes=("bm25", "lsa")), point(36, 1040, size=50), point(35, 990, size=60)])
    assert taken.setup.lanes == ("bm25",)


def test_holm_is_over_all_that_are_compared():
    two = judged([point(40, 1000), point(34, 100, size=50)])[0][1]
    many = judged([point(40, 1000), *(point(34, 100 + n, size=50 + n) for n in range(9))])[0][1]
    assert two.p_adjusted == 2 / 2**6
    assert many.p_adjusted == pytest.approx(9 * 2 / 2**6)
    assert (two.verdict, many.verdict) == ("worse", "not shown worse")


def test_a_loss_that_only_the_correction_hides_is_not_taken():
    told, best, taken = judged([point(40, 1000), *(point(34, 100 + n, size=50 + n) for n in range(9))])
    assert {one.verdict for one in told[1:]} == {"not shown worse"}
    assert told[1].p == 2 / 2**6
    assert taken is best


def test_what_may_be_lost_is_told():
    told, _, taken = judged([point(40, 1000), point(37, 100, size=50)])
    assert taken.cost.tokens == 100
    assert taken.interval.low < -0.02 < 0 < taken.interval.high
    assert any(f"may lose up to {-taken.interval.low:.4f}" in note for note in notes_on(told, taken))
    same, _, taken = judged([point(40, 1000)])
    assert not any("may lose" in note for note in notes_on(same, taken))


def test_small_sets_are_told_to_be_small():
    told, _, taken = judged([point(36, 1000), point(36, 900, size=50)])
    notes = notes_on(told, taken)
    assert any("40 questions: one counts 2.5 points" in note for note in notes)
    assert any("partly luck" in note for note in notes)


def test_other_questions_are_no_comparison():
    other = evaluate({"z": ["d"]}, {"z": ["d"]}, ["recall@5"])
    strange = Point(Setup(), 5, "recall@5", other, Cost(1, 1, 1))
    with pytest.raises(InputError, match="different questions"):
        judged([point(3, 10), strange])


def test_a_parameter_that_a_chunker_does_not_take_makes_no_copies():
    grid = {"chunker": ["document", "fixed"], "size": [100, 200], "lane": ["bm25", "lsa"]}
    found = setups_of(grid, {"fixed": ["size", "overlap"]})
    assert len(found) == len({one.name for one in found}) == 6
    with pytest.raises(InputError, match="siez"):
        setups_of({"siez": [1]}, {"fixed": ["size"]})


def test_spans_are_counted_once():
    chunks = {"a": ("d", 0, 10), "b": ("d", 5, 15), "c": ("e", 0, 10)}
    gold = {"q": {"d": [(5, 15), (12, 20)]}}
    found = coverage(gold, {"q": ["a", "b", "a", "c"]}, chunks)
    assert (found.recall, found.precision, found.iou) == (10 / 15, 10 / 25, 10 / 30)
    assert coverage(gold, {}, chunks).iou == 0
    assert coverage({}, {"q": ["a"]}, chunks) is None
