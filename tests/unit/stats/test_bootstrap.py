"""The bootstrap: against enumeration and scipy, and what it promises."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats

from ragauge.stats.bootstrap import (
    acceleration,
    bca_interval,
    bootstrap_means,
    percentile_interval,
)
from ragauge.stats.clusters import cluster_totals
from ragauge.stats.resampling import resample_counts
from ragauge.stats.sign_flips import sign_flip_test

A = np.array([0.8, 0.6, 0.9, 0.5, 0.7, 0.65, 0.85, 0.4])
B = np.array([0.7, 0.6, 0.8, 0.55, 0.6, 0.6, 0.8, 0.35])


def column(values: np.ndarray, **options: object) -> np.ndarray:
    return bootstrap_means(values[:, None], **options)[:, 0]


def ends(interval) -> tuple[float, float]:
    return interval.low, interval.high


def test_counts_are_draws_with_replacement():
    counts = np.concatenate(list(resample_counts(5, 40_000, seed=0)))
    assert counts.shape == (40_000, 5)
    assert (counts.sum(axis=1) == 5).all()
    assert counts.mean(axis=0) == pytest.approx(np.ones(5), abs=0.03)
    assert np.cov(counts.T)[0, 0] == pytest.approx(0.8, abs=0.03)
    assert np.cov(counts.T)[0, 1] == pytest.approx(-0.2, abs=0.03)
    share = np.bincount(counts[:, 2].astype(int), minlength=6) / 40_000
    assert share == pytest.approx(scipy.stats.binom.pmf(range(6), 5, 0.2), abs=0.01)


def test_chunks_of_large_samples_differ_from_each_other():
    chunks = list(resample_counts(400_000, 5, seed=0))
    assert [len(chunk) for chunk in chunks] == [2, 2, 1]
    rows = np.concatenate(chunks)
    assert all((first != second).any() for first, second in itertools.combinations(rows, 2))


@pytest.mark.parametrize(("units", "resamples"), [(0, 5), (5, 0)])
def test_nothing_to_resample_is_refused(units, resamples):
    with pytest.raises(ValueError, match="nothing to resample"):
        list(resample_counts(units, resamples, seed=0))


def test_columns_share_their_resamples_and_nothing_else():
    values = np.random.default_rng(1).random((30, 3))
    values[:, 2] = values[:, 0] - values[:, 1]
    means = bootstrap_means(values, resamples=500, seed=4)
    assert means[:, 2] == pytest.approx(means[:, 0] - means[:, 1], abs=1e-12)
    assert means[:, 1] == pytest.approx(column(values[:, 1], resamples=500, seed=4), abs=1e-12)
    assert (means != bootstrap_means(values, resamples=500, seed=5)).any()


def test_the_means_have_the_bootstraps_mean_and_spread():
    values = np.random.default_rng(2).random(50)
    means = column(values, resamples=20_000)
    assert means.mean() == pytest.approx(values.mean(), abs=0.001)
    assert means.std() == pytest.approx(values.std() / np.sqrt(50), rel=0.03)


def test_clusters_are_resampled_whole():
    """The exact distribution of three clusters: its ratio mean is biased, and it is wider than without clusters."""
    clusters = np.array([3, 3, 5, 5, 9, 9, 9, 9])
    values = np.array([0.0, 0, 1, 0, 1, 1, 1, 0])
    totals, sizes = cluster_totals(values, clusters)
    draws = np.array(list(itertools.product(range(3), repeat=3)))
    exact = totals[draws].sum(axis=1) / sizes[draws].sum(axis=1)
    assert (round(exact.mean(), 3), round(exact.std(), 3)) == (0.469, 0.187)
    means = column(values, clusters=clusters, resamples=40_000)
    assert means.mean() == pytest.approx(exact.mean(), abs=0.005)
    assert means.std() == pytest.approx(exact.std(), abs=0.005)
    assert set(means.round(9)) == set(exact.round(9))
    for value in set(exact.round(9)):
        assert (means.round(9) == value).mean() == pytest.approx((exact.round(9) == value).mean(), abs=0.012)
    alone = column(values, resamples=40_000)
    assert (alone.mean(), alone.std()) == pytest.approx((0.5, 0.177), abs=0.004)


def test_clusters_of_one_are_no_clusters():
    values = np.random.default_rng(3).random((20, 2))
    clustered = bootstrap_means(values, resamples=300, clusters=np.arange(20))
    assert clustered == pytest.approx(bootstrap_means(values, resamples=300), abs=1e-12)


def test_cluster_totals():
    values = np.random.default_rng(4).random((50, 3))
    clusters = np.random.default_rng(5).integers(-3, 4, size=50)
    totals, sizes = cluster_totals(values, clusters)
    for place, label in enumerate(np.unique(clusters)):
        assert totals[place] == pytest.approx(values[clusters == label].sum(axis=0))
        assert sizes[place] == (clusters == label).sum()
    assert totals.sum(axis=0) == pytest.approx(values.sum(axis=0))
    single, _ = cluster_totals(values[:, 1], clusters)
    assert (single == totals[:, 1]).all()
    assert [len(part) for part in cluster_totals(np.empty(0), np.empty(0, dtype=int))] == [0, 0]
    with pytest.raises(ValueError, match="cluster each"):
        cluster_totals(values, clusters[:-1])


def test_fewer_than_two_units_cannot_be_resampled():
    assert bootstrap_means(np.empty((0, 2))).shape == (0, 2)
    assert bootstrap_means(np.ones((1, 2))).shape == (0, 2)
    none = bootstrap_means(np.random.default_rng(0).random((9, 1)), clusters=np.full(9, 4))[:, 0]
    assert none.shape == (0,)
    assert percentile_interval(none) is bca_interval(np.arange(9.0), none) is None


def test_percentiles_are_scipys():
    differences = A - B
    theirs = scipy.stats.bootstrap((A, B), lambda a, b, axis: a.mean(axis) - b.mean(axis), paired=True,
                                   method="percentile", n_resamples=9999, rng=np.random.default_rng(0))  # fmt: skip
    same = percentile_interval(theirs.bootstrap_distribution)
    assert ends(same) == pytest.approx(theirs.confidence_interval, abs=1e-12)
    assert ends(percentile_interval(column(differences))) == pytest.approx((0.0125, 0.08125), abs=0.004)


def test_at_eight_questions_the_interval_and_the_test_disagree():
    differences = A - B
    assert percentile_interval(column(differences)).low > 0
    assert sign_flip_test(differences).p == 0.078125 > 0.05


@pytest.mark.parametrize("kind", ["skewed", "binary", "graded", "small"])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_bca_is_scipys(kind, level):
    rng = np.random.default_rng(6)
    values = {
        "skewed": rng.exponential(size=25),
        "binary": (rng.random(40) < 0.2).astype(float),
        "graded": rng.integers(0, 4, size=15) / 4,
        "small": np.array([1.0, 5.0, 6.0, 20.0]),
    }[kind]
    theirs = scipy.stats.bootstrap((values,), np.mean, method="BCa", confidence_level=level, n_resamples=3999,
                                   rng=np.random.default_rng(1))  # fmt: skip
    ours = bca_interval(values, theirs.bootstrap_distribution, level=level)
    assert ours.method == "bootstrap_bca"
    assert ends(ours) == pytest.approx(theirs.confidence_interval, abs=1e-9)
    assert ends(ours) != ends(percentile_interval(theirs.bootstrap_distribution, level=level))


def test_ties_with_the_mean_are_seen_through_rounding():
    values = np.array([1.0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
    means = column(values)
    for factor in (1 - 1e-15, 1 + 1e-15):
        assert ends(bca_interval(values, means * factor)) == pytest.approx(ends(bca_interval(values, means)), abs=1e-9)


def test_bca_of_clusters_leaves_out_clusters():
    rng = np.random.default_rng(7)
    values, clusters = rng.exponential(size=40), rng.integers(0, 11, size=40)
    left = np.array([values[clusters != label].mean() for label in np.unique(clusters)])
    u = left.mean() - left
    expected = (u**3).sum() / (6 * (u**2).sum() ** 1.5)
    assert acceleration(values, clusters=clusters) == pytest.approx(expected, rel=1e-9)
    assert acceleration(values, clusters=np.arange(40)) == pytest.approx(acceleration(values), rel=1e-9)
    assert acceleration(-values) == pytest.approx(-acceleration(values), rel=1e-9)
    means = column(values, clusters=clusters)
    assert ends(bca_interval(values, means, clusters=clusters)) != ends(bca_interval(values, means))


def test_no_spread_falls_back_under_the_name_of_the_percentile():
    constant = np.full(6, 0.1)
    interval = bca_interval(constant, column(constant))
    assert interval.method == "bootstrap_percentile"
    assert ends(interval) == pytest.approx((0.1, 0.1), abs=1e-15)
    assert bca_interval(np.array([1.0, 2.0, 3.0]), np.full(10, 9.0)).method == "bootstrap_percentile"  # one side only
    assert acceleration(constant) is acceleration(np.array([3.0])) is acceleration(np.array([])) is None
    assert acceleration(np.array([1.0, 2.0, 1.5, 1.5]), clusters=np.array([0, 0, 1, 1])) is None


def test_small_samples_are_covered_about_as_often_as_said():
    rng = np.random.default_rng(9)
    values = rng.exponential(size=(12, 300))
    means = bootstrap_means(values, resamples=2000)
    plain = [percentile_interval(means[:, j]).contains(1) for j in range(300)]
    assert 0.80 <= np.mean(plain) <= 0.96


@pytest.mark.parametrize("level", [0, 1, 95, float("nan")])
def test_levels_outside_are_refused(level):
    for make in (
        lambda: percentile_interval(np.arange(9.0), level=level),
        lambda: bca_interval(np.arange(9.0), np.arange(9.0), level=level),
    ):
        with pytest.raises(ValueError, match="level"):
            make()


def test_what_is_refused():
    with pytest.raises(ValueError, match="NaN"):
        bootstrap_means(np.array([[np.nan], [1.0]]))
    with pytest.raises(ValueError, match="resamples"):
        bootstrap_means(np.ones((3, 1)), resamples=0)
    with pytest.raises(ValueError, match="dimension"):
        percentile_interval(np.ones((3, 1)))
