"""McNemar, Wilcoxon and the paired t test: against scipy."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_rel, wilcoxon

from ragauge.stats.mcnemar import mcnemar_test
from ragauge.stats.p_value import PValue
from ragauge.stats.paired_t import paired_t_test
from ragauge.stats.sign_flips import sign_flip_test
from ragauge.stats.wilcoxon import signed_rank_test


@pytest.mark.parametrize(
    "counts", [(3, 2), (0, 1), (6, 0), (10, 10), (1, 18), (480, 520), (500, 500), (501, 500), (700, 610), (0, 1050)]
)
def test_mcnemar_equals_the_binomial_test(counts):
    expected = binomtest(counts[0], sum(counts)).pvalue
    assert mcnemar_test(*counts).p == pytest.approx(expected, rel=1e-9)
    assert mcnemar_test(*counts) == mcnemar_test(*reversed(counts))


def test_mcnemar_in_integers_and_in_floats_agree():
    for only_first in (300, 450, 490, 500):
        below = mcnemar_test(only_first, 1000 - only_first).p  # the last in integers
        above = mcnemar_test(only_first, 1001 - only_first).p
        expected = [binomtest(only_first, n).pvalue for n in (1000, 1001)]
        assert [below, above] == pytest.approx(expected, rel=1e-9)
    assert mcnemar_test(400_000, 400_500).p == pytest.approx(binomtest(400_000, 800_500).pvalue, rel=1e-8)
    assert mcnemar_test(0, 5000).p == 0


def test_mcnemar_edges():
    assert mcnemar_test(3, 2) == PValue(1.0, "McNemar, exact")
    assert mcnemar_test(0, 0) == PValue(1.0, "identical")
    with pytest.raises(ValueError, match="negative"):
        mcnemar_test(-1, 3)


@pytest.mark.parametrize("n", [*range(1, 21), 35, 50])
def test_wilcoxon_equals_scipys_exact_test(n):
    differences = np.random.default_rng(n).normal(0.3, size=n)
    result = signed_rank_test(differences)
    assert result.method == "signed rank, exact"
    assert result.p == pytest.approx(wilcoxon(differences, method="exact").pvalue, rel=1e-10)


@pytest.mark.parametrize("n", range(2, 13))
def test_wilcoxon_with_ties_and_zeros_equals_scipys(n):
    rng = np.random.default_rng(n)
    for _ in range(2):
        differences = rng.integers(-3, 5, size=n) / 4
        differences[0] = 0.25
        nonzero = differences[differences != 0]
        # scipy's automatic choice enumerates all flips for so few
        assert signed_rank_test(differences).p == pytest.approx(wilcoxon(nonzero).pvalue, rel=1e-10)


@pytest.mark.parametrize("steps", [3, 10_000])
def test_many_differences_are_taken_as_normal(steps):
    differences = np.random.default_rng(steps).integers(-steps, steps + 2, size=400) / 8
    result = signed_rank_test(differences)
    assert result.method == "signed rank, normal"
    expected = wilcoxon(differences, zero_method="wilcox", correction=False, method="asymptotic").pvalue
    assert result.p == pytest.approx(expected, rel=1e-9)


def test_two_hundred_are_still_exact_and_the_next_is_normal():
    differences = np.random.default_rng(1).normal(0.1, size=201)
    exact, normal = signed_rank_test(differences[:200]), signed_rank_test(differences)
    assert (exact.method, normal.method) == ("signed rank, exact", "signed rank, normal")
    assert exact.p == pytest.approx(wilcoxon(differences[:200], method="exact").pvalue, rel=1e-10)
    assert normal.p == pytest.approx(wilcoxon(differences, method="exact").pvalue, abs=0.002)


def test_sizes_that_differ_by_rounding_are_ties():
    differences = np.array([0.8 - 0.7, 0.9 - 0.8, 0.7 - 0.6, -(0.6 - 0.5), 0.3 - 0.1])
    assert len(set(np.abs(differences))) > 2
    assert signed_rank_test(differences) == signed_rank_test(np.array([1.0, 1, 1, -1, 2]))


def test_wilcoxon_edges():
    assert signed_rank_test(np.array([])) is None
    assert signed_rank_test(np.zeros(3)) == PValue(1.0, "identical")
    assert signed_rank_test(np.array([0.5])).p == 1
    with pytest.raises(ValueError, match="NaN"):
        signed_rank_test(np.array([np.inf]))


@pytest.mark.parametrize("n", [2, 3, 5, 8, 20, 101, 102, 2000])
def test_the_t_test_equals_scipys(n):
    rng = np.random.default_rng(n)
    for first, second in (
        (rng.random(n), rng.random(n)),
        (rng.integers(0, 5, n) / 4 + np.arange(n) % 2, rng.random(n)),
    ):
        result, expected = paired_t_test(first - second), ttest_rel(first, second)
        assert result.degrees == expected.df
        assert (result.t, result.p.p) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)


def test_a_small_p_keeps_its_precision():
    differences = 1 + np.random.default_rng(0).normal(scale=0.3, size=60)
    assert paired_t_test(differences).p.p == pytest.approx(ttest_rel(differences, 0 * differences).pvalue, rel=1e-8)
    assert 0 < paired_t_test(differences).p.p < 1e-25


def test_no_spread_has_no_t():
    assert paired_t_test(np.array([])) is None
    assert paired_t_test(np.array([0.3])) is None
    assert paired_t_test(np.zeros(9)) is None
    assert paired_t_test(np.array([0.8 - 0.7, 0.9 - 0.8, 0.7 - 0.6])) is None  # 0.1, but for rounding
    assert paired_t_test(np.array([0.1, 0.1, 0.1001])) is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(ValueError, match="too large"):
            paired_t_test(np.array([1e300, -1e300]))


def test_the_tests_disagree_on_eight_questions():
    differences = np.array([0.1, 0, 0.1, -0.05, 0.1, 0.05, 0.05, 0.05])
    assert paired_t_test(differences).p.p < 0.05
    assert signed_rank_test(differences).p == sign_flip_test(differences).p == 0.078125
