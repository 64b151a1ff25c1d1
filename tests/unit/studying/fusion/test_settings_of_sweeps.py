"""Which settings are within noise of the best, folds of questions, and alphas that others chose."""

import numpy as np
import pytest

from ragauge.studying.fusion.folds import chosen_elsewhere, folds_of
from ragauge.studying.fusion.near import around, best_of, near_the_best


def test_of_equal_settings_the_preferred_one_is_the_best():
    values = np.ones((4, 3))
    assert best_of(values, (2, 1, 1)) == 1
    assert near_the_best(values, (2, 1, 1)).within == (True, True, True)


def test_a_sharp_optimum():
    values = np.column_stack([np.zeros(12), np.ones(12), np.zeros(12)])
    near = near_the_best(values, (0, 0, 0))
    assert (near.best, near.within, near.differences) == (1, (False, True, False), (-1.0, 0.0, -1.0))
    assert around(near) == (1, 1)


def test_holm_counts_all_settings():
    """Six of six questions are p = 2/64: shown alone, and not among three."""
    column = np.array([1.0] * 6)
    assert not near_the_best(np.column_stack([column, 1 - column]), (0, 0)).within[1]
    assert near_the_best(np.column_stack([column, 1 - column, 1 - column]), (0, 0, 0)).within == (True, True, True)


def test_clusters_are_flipped_together():
    values = np.column_stack([np.ones(12), np.zeros(12)])
    alone = near_the_best(values, (0, 0))
    together = near_the_best(values, (0, 0), clusters=np.repeat([0, 1], 6))
    assert (alone.within[1], together.within[1]) == (False, True)


def test_whole_clusters_are_in_one_fold():
    clusters = np.array([3, 3, 5, 5, 8, 8, 9, 9, 11, 11])
    names = [f"q{place}" for place in range(10)]
    folds = folds_of(names, clusters, folds=3, seed=1)
    assert all(folds[place] == folds[place + 1] for place in range(0, 10, 2))
    assert set(folds.tolist()) == {0, 1, 2}


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_folds_do_not_depend_on_the_order_of_the_questions(seed):
    names = [f"q{place}" for place in range(23)]
    there = dict(zip(names, folds_of(names, seed=seed), strict=True))
    back = dict(zip(names[::-1], folds_of(names[::-1], seed=seed), strict=True))
    assert there == back
    assert max(np.bincount(folds_of(names, seed=seed))) - min(np.bincount(folds_of(names, seed=seed))) <= 1


def test_nothing_is_chosen_on_the_questions_it_is_used_for():
    """Fold 0 likes setting 0, fold 1 setting 1: each gets what the other one likes."""
    values = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    chosen = chosen_elsewhere(values, np.ones(4, dtype=bool), np.array([0, 0, 1, 1]), (0, 0))
    assert chosen.tolist() == [1, 1, 0, 0]


def test_questions_without_a_value_have_no_say():
    values = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.5]])
    defined = np.array([True, False, True])
    chosen = chosen_elsewhere(values, defined, np.array([0, 1, 1]), (0, 1))
    assert chosen.tolist() == [1, 0, 0]
    assert chosen_elsewhere(values, np.zeros(3, dtype=bool), np.array([0, 1, 1]), (1, 0)).tolist() == [1, 1, 1]
