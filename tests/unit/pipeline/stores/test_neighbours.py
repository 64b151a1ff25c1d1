"""Counting neighbours: ties, short lists, wrong ones, repeated ones, forbidden ones, and nothing to find."""

import numpy as np
import pytest

from ragauge.core.records import Hit
from ragauge.pipeline.stores.neighbours import neighbours

EXACT = [Hit("a", 0.9), Hit("b", 0.8), Hit("c", 0.5), Hit("d", 0.5), Hit("e", 0.1)]


def test_a_tie_at_the_last_rank_counts_whoever_it_is():
    found = neighbours(EXACT[:3], [Hit("a", 0.9), Hit("b", 0.8), Hit("d", 0.5)], 3)
    assert (found.recall, found.overlap, found.wrong) == (1.0, 2 / 3, 0)


def test_rounding_is_tolerated_and_no_more():
    assert neighbours(EXACT, [*EXACT[:2], Hit("x", 0.5 - 9e-7)], 3).recall == 1.0
    assert neighbours(EXACT, [*EXACT[:2], Hit("x", 0.5 - 2e-6)], 3).recall == 2 / 3
    large = [Hit("a", -2e6), Hit("b", -3e6)]
    assert neighbours(large, [Hit("a", -2e6), Hit("x", -3e6 - 1)], 2).recall == 1.0
    assert neighbours(large, [Hit("a", -2e6), Hit("x", -3e6 - 10)], 2).recall == 0.5


def test_short_and_wrong_add_up_to_what_is_lost():
    found = neighbours(EXACT, [Hit("a", 0.9), Hit("e", 0.1)], 4)
    assert (found.due, found.returned, found.near, found.short, found.wrong) == (4, 2, 1, 2, 1)
    assert found.fill == 0.5
    assert found.recall == 1 - (found.short + found.wrong) / found.due


def test_what_the_filter_forbids_fills_nothing():
    found = neighbours(EXACT[:2], [Hit("x", 0.99), Hit("a", 0.9)], 5, allowed={"a", "b"})
    assert (found.recall, found.fill, found.forbidden, found.returned) == (0.5, 0.5, 1, 1)


def test_only_the_first_k_are_looked_at():
    assert neighbours(EXACT, [Hit("e", 0.1), Hit("a", 0.9)], 1).recall == 0.0


def test_nothing_matches():
    found = neighbours([], [], 10)
    assert (found.recall, found.overlap, found.fill, found.short) == (None, None, None, 0)
    against = neighbours([], [Hit("x", 1.0)], 10, allowed=set())
    assert (against.recall, against.forbidden) == (None, 1)


@pytest.mark.parametrize(
    ("exact", "found", "k", "word"),
    [
        (EXACT, EXACT, 0, "at least 1"),
        (EXACT[:1], EXACT[:2], 2, "not complete"),
        ([], EXACT[:1], 2, "not complete"),
        (EXACT, [Hit("a", float("nan"))], 2, "no number"),
        ([Hit("a", float("inf"))], EXACT, 2, "no number"),
    ],
)
def test_what_cannot_be_counted(exact, found, k, word):
    with pytest.raises(ValueError, match=word):
        neighbours(exact, found, k)


def test_the_same_as_by_hand_on_many_random_lists():
    rng = np.random.default_rng(3)
    for _ in range(300):
        scores = {f"d{n}": float(value) for n, value in enumerate(rng.integers(0, 6, size=12))}
        ranked = sorted(scores, key=lambda name: (-scores[name], name))
        k = int(rng.integers(1, 16))
        taken = rng.permutation(ranked)[: rng.integers(0, 13)].tolist()
        found = neighbours([Hit(n, scores[n]) for n in ranked], [Hit(n, scores[n]) for n in taken], k)
        due = min(k, 12)
        border = scores[ranked[due - 1]]
        # the border may be tied: no more than are due can be near, as lists are cut at k
        assert found.near == sum(scores[name] >= border for name in taken[:k])
        assert found.same == len(set(taken[:k]) & set(ranked[:due]))
        assert found.same <= found.near <= found.due
        assert found.returned == len(taken[:k])
