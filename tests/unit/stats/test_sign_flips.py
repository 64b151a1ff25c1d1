"""The paired randomisation test: against enumeration and scipy, and what it promises."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.stats import permutation_test

from ragauge.stats.mcnemar import mcnemar_test
from ragauge.stats.p_value import PValue
from ragauge.stats.sign_flips import sign_flip_test, sign_flip_tests

EXAMPLE = np.array([0.8, 0.6, 0.9, 0.5, 0.7, 0.65, 0.85, 0.4]) - [0.7, 0.6, 0.8, 0.55, 0.6, 0.6, 0.8, 0.35]


def enumerated(differences: np.ndarray) -> float:
    """All 2ⁿ flips of whole numbers, so that no tolerance is involved."""
    whole = np.rint(differences * 840).astype(np.int64)
    assert np.allclose(whole / 840, differences)
    signs = np.array(list(itertools.product([-1, 1], repeat=len(whole))))
    return float((np.abs(signs @ whole) >= abs(whole.sum())).mean())


@pytest.mark.parametrize("n", range(1, 17))
def test_every_flip_is_counted(n):
    rng = np.random.default_rng(n)
    for steps in (1, 2, 5, 8, 840):  # few different values: ties, zeros; and many
        differences = rng.integers(-steps, steps + 1, size=n) / steps
        assert sign_flip_test(differences).p == enumerated(differences)


def test_equal_to_scipy_where_there_are_no_ties():
    rng = np.random.default_rng(0)
    for n in (2, 5, 8, 11):
        differences = rng.normal(0.5, size=n)
        theirs = permutation_test((differences,), np.sum, permutation_type="samples", n_resamples=np.inf)
        assert sign_flip_test(differences).p == pytest.approx(theirs.pvalue, rel=1e-12)


@pytest.mark.parametrize(("n", "steps"), [(17, 6), (18, 3), (20, 40)])
def test_drawn_flips_come_close_to_all_of_them(n, steps):
    differences = np.random.default_rng(n).integers(-steps, steps + 2, size=n) / steps
    sample = np.append(differences, np.arange(1, 3) / steps)  # never 16 or fewer
    whole = np.rint(sample * steps).astype(int)
    reached = {0: 1}
    for step in whole:
        moved: dict[int, int] = {}
        for at, ways in reached.items():
            for to in (at - step, at + step):
                moved[to] = moved.get(to, 0) + ways
        reached = moved
    exact = sum(ways for at, ways in reached.items() if abs(at) >= abs(whole.sum())) / 2 ** len(whole)
    result = sign_flip_test(sample, resamples=20_000, seed=1)
    if (whole != 0).sum() > 16:
        assert result.method == "sign flips, 20000 drawn"
    assert result.p == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 20_000) + 1e-4)


def test_many_questions_are_drawn_in_pieces():
    differences = np.random.default_rng(12).integers(-5, 6, size=1200) / 5
    normal = math.erfc(abs(differences.sum()) / math.sqrt(2 * (differences**2).sum()))
    assert 0.2 < normal < 0.8
    assert sign_flip_test(differences).p == pytest.approx(normal, abs=0.025)


def test_drawn_p_is_never_zero():
    differences = np.arange(1.0, 61.0)
    assert sign_flip_test(differences, resamples=999) == PValue(1 / 1000, "sign flips, 999 drawn")


def test_drawn_p_is_about_uniform_when_nothing_differs():
    rng = np.random.default_rng(3)
    p = np.array([result.p for result in sign_flip_tests(rng.normal(size=(30, 400)), resamples=999)])
    assert 0.02 < (p <= 0.05).mean() < 0.09
    assert 0.4 < p.mean() < 0.6


def test_five_questions_cannot_go_below_a_sixteenth():
    rng = np.random.default_rng(4)
    results = sign_flip_tests(rng.normal(5, 1, size=(5, 200)))
    assert min(result.p for result in results) == 0.0625


def test_the_example_of_eight():
    assert sign_flip_test(EXAMPLE) == PValue(20 / 256, "sign flips, exact")


def test_differences_of_one_size_make_the_exact_mcnemar_test():
    for ahead, behind in ((3, 2), (12, 1), (40, 22), (700, 610)):
        differences = np.concatenate([np.full(ahead, 0.1), np.full(behind, -0.1), np.zeros(50)])
        differences[0] = 0.8 - 0.7  # 0.1 but for its last bit
        assert sign_flip_test(differences) == mcnemar_test(ahead, behind)
    assert sign_flip_test(np.array([1.0, 1, 1, -1, -1, 0])) == PValue(1.0, "McNemar, exact")


def test_zeros_change_nothing():
    differences = np.random.default_rng(5).normal(0.4, size=14)
    padded = np.concatenate([np.zeros(300), differences])
    assert sign_flip_test(padded) == sign_flip_test(differences)
    assert sign_flip_test(padded).method == "sign flips, exact"


def test_identical_systems_and_no_questions_are_not_the_same():
    assert sign_flip_test(np.zeros(40)) == PValue(1.0, "identical")
    assert sign_flip_test(np.array([])) is None
    assert sign_flip_tests(np.empty((0, 2))) == (None, None)
    assert sign_flip_tests(np.empty((3, 0))) == ()
    assert sign_flip_test(np.array([0.3])).p == 1


def test_a_column_does_not_depend_on_the_others():
    rng = np.random.default_rng(6)
    columns = rng.integers(-4, 6, size=(60, 7)) / 4
    columns[:, 2] = 0
    columns[5:, 3] = 0
    together = sign_flip_tests(columns, resamples=2000, seed=9)
    assert together == tuple(sign_flip_test(column, resamples=2000, seed=9) for column in columns.T)
    assert [result.method.split(",")[-1] for result in together[:4]] == [
        " 2000 drawn", " 2000 drawn", "identical", " exact",
    ]  # fmt: skip


def test_the_seed_decides():
    differences = np.random.default_rng(7).normal(0.2, size=50)
    results = [sign_flip_test(differences, seed=seed).p for seed in (0, 0, 1)]
    assert results[0] == results[1] != results[2]


def test_the_direction_does_not_matter():
    differences = np.random.default_rng(8).normal(0.2, size=(40, 3))
    for first, second in zip(sign_flip_tests(differences), sign_flip_tests(-differences), strict=True):
        assert first.p == pytest.approx(second.p, abs=0.02)
    assert sign_flip_test(differences[:9, 0]) == sign_flip_test(-differences[:9, 0])


@pytest.mark.parametrize("seed", range(8))
def test_clusters_flip_as_a_whole(seed):
    rng = np.random.default_rng(seed)
    clusters = rng.integers(0, 9, size=25) * 10
    differences = rng.integers(-4, 6, size=25) / 8
    totals = np.array([differences[clusters == label].sum() for label in np.unique(clusters)])
    assert sign_flip_test(differences, clusters=clusters) == PValue(enumerated(totals), "sign flips, exact")


def test_clusters_that_cancel_or_are_alone():
    differences = np.array([0.1, 0.2, -0.3, 0.5, -0.5])
    assert sign_flip_test(differences, clusters=np.array([0, 0, 0, 1, 1])) == PValue(1.0, "identical")
    assert sign_flip_test(np.full(6, 0.5), clusters=np.zeros(6, dtype=int)).p == 1
    whole = sign_flip_test(np.full(12, 0.25), clusters=np.arange(12) // 2)
    assert whole == PValue(2 / 2**6, "sign flips, exact")


def test_copies_of_a_question_do_not_make_it_surer():
    differences = np.random.default_rng(11).normal(0.3, size=12)
    copied = sign_flip_test(np.repeat(differences, 5), clusters=np.repeat(np.arange(12), 5))
    assert copied == sign_flip_test(differences)


def test_what_is_refused():
    with pytest.raises(ValueError, match="NaN"):
        sign_flip_test(np.array([0.1, np.nan]))
    with pytest.raises(ValueError, match="dimension"):
        sign_flip_tests(np.zeros(3))
    with pytest.raises(ValueError, match="resamples"):
        sign_flip_test(np.ones(3), resamples=0)
    with pytest.raises(ValueError, match="cluster each"):
        sign_flip_test(np.ones(3), clusters=np.zeros(2, dtype=int))
    for wrong in (float("nan"), -0.1, 1.1):
        with pytest.raises(ValueError, match="not a probability"):
            PValue(wrong, "none")
