"""Normalisation and sums of scores."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.fusion.checks import order_violations
from ragauge.pipeline.fusion.convex import convex, weighted_sum
from ragauge.pipeline.fusion.normalise import NORMS, normalise

SCORES = st.lists(st.floats(-1e308, 1e308), min_size=1, max_size=8)


def ranked(scores):
    return [Hit(f"d{place}", score) for place, score in enumerate(sorted(scores, reverse=True))]


@given(SCORES, st.sampled_from(sorted(NORMS)))
def test_what_was_not_returned_never_beats_what_was_and_order_is_kept(scores, norm):
    if norm == "max" and (max(scores) <= 0 or max(scores) < 1e-3 * abs(min(scores))):
        return  # not above 0, or so small that it divides nothing
    if norm == "theoretical" and max(abs(score) for score in scores) > 1e300:
        return
    found = normalise(ranked(scores), norm, minimum=min(scores))
    values = list(found.scores.values())
    assert values == sorted(values, reverse=True)
    assert found.missing <= min(values)
    assert all(value == value for value in values)


def test_a_maximum_that_divides_nothing_is_refused():
    with pytest.raises(InputError, match="too small"):
        normalise([Hit("a", 1e-308), Hit("b", -3.0)], "max")


@pytest.mark.parametrize("norm", ["minmax", "zscore", "max", "sum"])
@pytest.mark.parametrize("scores", [[5.0], [5.0, 5.0]])
def test_equal_scores_tell_only_what_was_returned(norm, scores):
    found = normalise(ranked(scores), norm)
    assert (set(found.scores.values()), found.missing) == ({1.0}, 0.0)


def test_the_only_hit_of_a_lane_is_not_lost_to_a_long_other_lane():
    lanes = {"code": [Hit("z", 3.2)], "dense": [Hit(name, 1 - place / 10) for place, name in enumerate("abc")]}
    assert next(hit.item for hit in convex(lanes, alpha=0.6)) == "z"


def test_an_empty_list_decides_nothing():
    assert normalise([], "zscore").missing == 0
    assert [hit.item for hit in convex({"a": [], "b": [Hit("x", 2), Hit("y", 1)]})] == ["x", "y"]


def test_the_smallest_numbers_there_are():
    assert normalise([Hit("a", 5e-324), Hit("b", 0.0)], "minmax").scores == {"a": 1.0, "b": 0.0}


@given(st.permutations("abcdef"), st.permutations("cdefgh"), st.sampled_from(["minmax", "zscore", "sum", "rank"]))
def test_what_is_better_in_both_lanes_is_better_fused(one, other, norm):
    lanes = {
        "one": [Hit(name, float(9 - place)) for place, name in enumerate(one)],
        "two": [Hit(name, float(50 - place**2)) for place, name in enumerate(other)],
    }
    for alpha in (0.0, 0.3, 0.5, 1.0):
        taking = {"one": alpha, "two": 1 - alpha}
        used = {name: hits for name, hits in lanes.items() if taking[name]}
        fused = [hit.item for hit in convex(lanes, alpha=alpha, norm=norm)]
        assert order_violations(used, fused) == []
        assert set(fused) == {hit.item for hits in used.values() for hit in hits}


@given(SCORES, st.floats(0.1, 10), st.floats(-5, 5))
def test_minmax_does_not_depend_on_the_unit_of_the_scores(scores, scale, shift):
    small = [score % 100 for score in scores]
    if max(small) - min(small) < 1e-6:
        return
    plain = normalise(ranked(small)).scores
    moved = normalise(ranked([scale * score + shift for score in small])).scores
    assert moved == pytest.approx(plain, abs=1e-6)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: normalise([Hit("a", 1.0)], "zmuv"), "no normalisation 'zmuv'"),
        (lambda: normalise([Hit("a", float("inf"))]), "the score of 'a' is inf"),
        (lambda: normalise([Hit("a", -1.0)], "max"), "above 0"),
        (lambda: normalise([Hit("a", 1.0)], "theoretical"), "lowest score"),
        (lambda: normalise([Hit("a", 1.0)], "theoretical", minimum=float("nan")), "lowest score"),
        (lambda: normalise([Hit("a", -2.0)], "theoretical", minimum=-1), "below the theoretical minimum"),
        (lambda: convex({"a": []}), "two lanes, not 1"),
        (lambda: convex({"a": [], "b": []}, alpha=1.1), "alpha"),
        (lambda: convex({"a": [], "b": []}, alpha=float("nan")), "alpha"),
        (lambda: convex({"a": [Hit("x", float("nan"))], "b": []}), "lane 'a'"),
        (lambda: weighted_sum({"a": []}, minima={"c": 0}), "'c', which are no lanes"),
    ],
)
def test_what_cannot_be_meant_is_refused(call, said):
    with pytest.raises(InputError, match=said):
        call()
