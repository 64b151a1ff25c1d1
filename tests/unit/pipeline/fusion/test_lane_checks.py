"""What is seen of lanes and fused lists before any quality is measured."""

from ragauge.core.records import Hit
from ragauge.pipeline.fusion.checks import disjoint_lanes, order_violations
from ragauge.pipeline.fusion.overlap import Overlap, overlaps, unique_contributions


def hits(names):
    return [Hit(name, 0.0) for name in names]


def test_lanes_that_agree_once_are_not_warned_of():
    never, once = {"a": hits("xy"), "b": hits("z")}, {"a": hits("x"), "b": hits("x")}
    assert len(disjoint_lanes([never, never])) == 1
    assert disjoint_lanes([never, once]) == []
    assert disjoint_lanes([{"a": hits("x"), "b": []}]) == disjoint_lanes([]) == []


def test_only_the_pair_that_never_agrees_is_named():
    (warning,) = disjoint_lanes([{"a": hits("xy"), "b": hits("yz"), "c": hits("z")}])
    assert "'a' and 'c'" in warning


def test_a_document_below_a_worse_one_and_a_missing_one_are_both_seen():
    lanes = {"one": hits("abc"), "two": hits("ab")}
    (swapped,) = order_violations(lanes, ["b", "a", "c"])
    assert (swapped.better, swapped.worse, swapped.place, swapped.worse_place) == ("a", "b", 2, 1)
    assert swapped.better_ranks == {"one": 1, "two": 1}
    missing = order_violations(lanes, ["c"])
    assert [(found.better, found.place, found.worse_ranks) for found in missing] == [
        ("a", None, {"one": 3, "two": None}),
        ("b", None, {"one": 3, "two": None}),
    ]


def test_a_cut_and_documents_that_each_lane_sees_differently_are_no_violation():
    assert order_violations({"one": hits("ab"), "two": hits("ba")}, ["b"]) == []
    assert order_violations({"one": hits("abc")}, ["a"]) == []
    assert order_violations({}, ["a"]) == []


def test_overlap_counts_ids_once_and_only_the_first_k():
    lanes = {"one": hits("aab"), "two": hits("bcd"), "none": []}
    assert overlaps(lanes)["one", "two"] == Overlap(1, 4)
    assert overlaps(lanes, k=1)["one", "two"] == Overlap(0, 2)
    assert overlaps(lanes, k=2)["one", "two"] == Overlap(1, 3)
    assert overlaps({"a": [], "b": []})["a", "b"].jaccard is None
    assert unique_contributions(lanes) == {"one": ["a"], "two": ["c", "d"], "none": []}
