"""Intervals of a mean: against published values, and their promises."""

import numpy as np
import pytest

from ragauge.stats.intervals import mean_interval, wilson
from ragauge.stats.student import t_quantile

# scipy.special.stdtrit(degrees, share), scipy 1.17.1
T = {
    (0.975, 1): 12.706204736174694,
    (0.975, 2): 4.302652729749462,
    (0.975, 7): 2.364624251592784,
    (0.95, 30): 1.697260886593957,
    (0.995, 49): 2.679951973631552,
    (0.975, 100): 1.9839715185235518,
    (0.975, 101): 1.983731002955606,
    (0.9, 6979): 1.281672881861213,
    (0.025, 4): -2.7764451051977943,
}


@pytest.mark.parametrize(("key", "value"), T.items())
def test_t_quantiles_equal_scipys(key, value):
    assert t_quantile(*key) == pytest.approx(value, rel=1e-8)


@pytest.mark.parametrize("key", [(0.0, 3), (1.0, 3), (0.5, 0)])
def test_t_quantile_refuses_what_has_no_answer(key):
    with pytest.raises(ValueError, match="no t quantile"):
        t_quantile(*key)


def test_wilson_equals_scipys():
    # scipy.stats.binomtest(count, n).proportion_ci(method="wilson"), scipy 1.17.1
    for count, n, low, high in (
        (0, 10, 0.0, 0.27753279986288926),
        (7, 10, 0.39677814746114526, 0.892208732593699),
        (300, 300, 0.9873570287754541, 1.0),
    ):
        interval = wilson(count / n, n)
        assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-12)
        assert interval.contains(count / n)


def test_the_method_fits_the_values():
    rng = np.random.default_rng(1)
    few, many = rng.random(12), rng.random(80)
    assert mean_interval(np.array([])) is None
    assert mean_interval(few, bounds=(0, 1)).method == "wilson_effective"
    assert mean_interval(many, bounds=(0, 1)).method == "wilson_effective"
    assert mean_interval(many, bounds=(0, None)).method == "t"
    assert mean_interval((few > 0.5).astype(float), binary=True).method == "wilson"
    assert mean_interval(few, clusters=np.arange(12) // 2).method == "t_clustered"
    assert mean_interval(few, clusters=np.arange(12) // 2, bounds=(0, 1)).method == "wilson_clustered"
    assert mean_interval(few, clusters=np.zeros(12, dtype=int)) is None
    assert mean_interval(few, clusters=np.zeros(12, dtype=int), bounds=(0, 1)) is None
    assert mean_interval(np.ones(6), bounds=(0, None)) is None


def test_no_spread_on_a_bounded_scale_is_no_certainty():
    interval = mean_interval(np.ones(5), bounds=(0, 1))
    assert interval.high == 1
    assert 0.5 < interval.low < 0.6
    shifted = mean_interval(np.full(5, 2.0), bounds=(0, 2))
    assert shifted.low == pytest.approx(2 * interval.low)


@pytest.mark.parametrize("bounds", [(0, 1), (0, None)])
def test_the_order_of_the_rows_does_not_matter(bounds):
    values = np.random.default_rng(2).random(20)
    clusters = np.arange(20) // 4
    for belong in (None, clusters):
        first = mean_interval(values, clusters=belong, bounds=bounds)
        turned = None if belong is None else belong[::-1].copy()
        assert first == mean_interval(values[::-1].copy(), clusters=turned, bounds=bounds)


@pytest.mark.parametrize("bounds", [(0, 1), (0, None)])
def test_clusters_of_one_are_no_clusters(bounds):
    values = np.random.default_rng(5).random(90)
    clustered = mean_interval(values, clusters=np.arange(90), bounds=bounds)
    plain = mean_interval(values, bounds=bounds)
    assert (clustered.low, clustered.high) == pytest.approx((plain.low, plain.high), rel=1e-12)


def test_without_a_bound_it_is_students_t():
    # scipy.stats.ttest_1samp(values, 0).confidence_interval(0.9), scipy 1.17.1
    interval = mean_interval(np.array([1.0, 2.0, 4.0, 9.0]), level=0.9)
    assert (interval.low, interval.high) == pytest.approx((0.0, 8.187841), abs=1e-6)


def test_many_binary_values_have_nearly_wilsons_interval():
    values = np.array([1.0] * 300 + [0.0] * 100)
    one, other = mean_interval(values, bounds=(0, 1)), wilson(0.75, 400)
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=5e-4)


def test_the_effective_number_of_questions_follows_the_variance():
    # by hand: mean 0.5, squares 4 · 0.25² + 4 · 0 = 0.25; v = (0.25 + 0.125) / (7.5 · 8) = 0.00625; n_e = 40
    values = np.array([0.25, 0.75, 0.5, 0.5, 0.25, 0.75, 0.5, 0.5])
    t, n = t_quantile(0.975, 7), 40
    half = t / (1 + t * t / n) * (0.25 / n + t * t / (4 * n * n)) ** 0.5
    interval = mean_interval(values, bounds=(0, 1))
    assert (interval.low, interval.high) == pytest.approx((0.5 - half, 0.5 + half), rel=1e-12)
    wider = mean_interval(values * 4, bounds=(0, 4))
    assert (wider.low, wider.high) == pytest.approx((4 * interval.low, 4 * interval.high), rel=1e-12)


def test_repeating_every_question_does_not_narrow_a_clustered_interval():
    values = np.random.default_rng(6).random(60)
    once = mean_interval(values, clusters=np.arange(60))
    twice = mean_interval(np.repeat(values, 2), clusters=np.repeat(np.arange(60), 2))
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high), rel=1e-9)


def test_small_samples_are_covered_about_as_often_as_said():
    rng = np.random.default_rng(7)
    hits = 0
    for _ in range(2000):
        values = 1 / rng.integers(1, 5, size=15)
        hits += mean_interval(values, bounds=(0, 1)).contains((1 + 1 / 2 + 1 / 3 + 1 / 4) / 4)
    assert 0.93 <= hits / 2000 <= 0.98
