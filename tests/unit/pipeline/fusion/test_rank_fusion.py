"""Reciprocal rank fusion: its laws, and the mistakes of others that it does not make."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.fusion.checks import order_violations
from ragauge.pipeline.fusion.rrf import rrf

NAMES = st.lists(st.sampled_from("abcdefghij"), max_size=12)
LANES = st.dictionaries(st.sampled_from(["one", "two", "three"]), NAMES, min_size=1)


def hits(names):
    return [Hit(name, 0.0) for name in names]


def lanes_of(lists):
    return {name: hits(names) for name, names in lists.items()}


@given(LANES)
def test_the_result_holds_every_id_once_whatever_the_order_of_the_lanes(lists):
    lanes = lanes_of(lists)
    fused = rrf(lanes)
    assert sorted(hit.item for hit in fused) == sorted({name for names in lists.values() for name in names})
    assert rrf(dict(reversed(lanes.items()))) == fused
    pairs = [(hit.score, hit.item) for hit in fused]
    assert pairs == sorted(pairs, reverse=True)


@given(LANES)
def test_what_is_better_in_every_lane_is_better_fused(lists):
    lanes = lanes_of(lists)
    assert order_violations(lanes, [hit.item for hit in rrf(lanes)]) == []


@given(LANES)
def test_a_repetition_in_a_list_changes_nothing(lists):
    once = {name: list(dict.fromkeys(names)) for name, names in lists.items()}
    assert rrf(lanes_of(lists)) == rrf(lanes_of(once))


@given(LANES)
def test_a_lane_of_weight_zero_is_as_if_it_were_not_there(lists):
    lanes = lanes_of(lists)
    weights = {**dict.fromkeys(lanes, 1.0), "off": 0.0}
    assert rrf({**lanes, "off": hits("xyz")}, weights=weights) == rrf(lanes)


def test_no_lanes_and_empty_lanes_give_nothing():
    assert rrf({}) == rrf({"a": []}) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"k": -1}, "k must be"),
        ({"k": float("nan")}, "k must be"),
        ({"weights": {"a": 1}}, "no weight for lane 'b'"),
        ({"weights": {"a": 1, "b": 1, "c": 1}}, "'c', which is no lane"),
        ({"weights": {"a": -1, "b": 1}}, "not -1"),
        ({"weights": {"a": 1, "b": float("nan")}}, "not nan"),
        ({"weights": {"a": 0, "b": 0}}, "every lane has weight 0"),
    ],
)
def test_what_cannot_be_meant_is_refused(arguments, said):
    with pytest.raises(InputError, match=said):
        rrf({"a": hits("x"), "b": hits("y")}, **arguments)
