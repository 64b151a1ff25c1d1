"""Statistics of judges: against brute force, other definitions, scipy, and simulation."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy.optimize

from ragauge.stats.calibration import brier_score, expected_calibration_error, multiclass_brier_score, reliability_table
from ragauge.stats.confusion import confusion_cells, confusion_table
from ragauge.stats.gwet import gwet_ac1, gwet_ac1s
from ragauge.stats.kappa import cohen_kappa, cohen_kappas, disagreement_weights
from ragauge.stats.krippendorff import coincidence_cells, krippendorff_alpha
from ragauge.stats.length_control import length_controlled_win_rate
from ragauge.stats.logistic import logistic_fits
from ragauge.stats.partial_mean import partial_mean
from ragauge.stats.prediction_powered import Powered, power_tuning, powered_difference, powered_mean
from ragauge.stats.prediction_powered_size import next_round
from ragauge.stats.repeats import repeat_consistency
from ragauge.stats.self_preference import JudgedPair, self_preference
from ragauge.stats.swaps import swap_statistics
from ragauge.stats.table_bootstrap import bootstrap_tables, table_interval
from ragauge.stats.thresholds import cross_fit_threshold, threshold_quality

RNG = np.random.default_rng(3)


def test_kappa_by_its_words():
    first, second = RNG.integers(0, 4, 60), RNG.integers(0, 4, 60)
    for weights in ("none", "linear", "quadratic"):
        distance = disagreement_weights(4, weights)
        seen = np.mean([distance[a, b] for a, b in zip(first, second, strict=True)])
        by_chance = np.mean([distance[a, b] for a, b in itertools.product(first, second)])
        assert cohen_kappa(confusion_table(first, second, 4), weights) == pytest.approx(1 - seen / by_chance, abs=1e-12)


def test_alpha_by_its_words():
    """The mean distance within items against that between any two labels, over items with two labels."""
    labels = RNG.integers(-1, 3, (40, 3))
    kept = [[one for one in row if one >= 0] for row in labels]
    kept = [row for row in kept if len(row) > 1]
    pooled = [one for row in kept for one in row]
    values = np.array([1.0, 2.0, 5.0])
    for level, distance in {
        "nominal": lambda a, b: float(a != b),
        "interval": lambda a, b: (values[a] - values[b]) ** 2,
        "ratio": lambda a, b: ((values[a] - values[b]) / (values[a] + values[b])) ** 2,
    }.items():
        within = sum(sum(distance(a, b) for a, b in itertools.permutations(row, 2)) / (len(row) - 1) for row in kept)
        among = sum(distance(a, b) for a, b in itertools.permutations(pooled, 2)) / (len(pooled) - 1)
        table = coincidence_cells(labels, 3).sum(axis=0).reshape(3, 3)
        assert krippendorff_alpha(table, level, values) == pytest.approx(1 - within / among, abs=1e-12)


def test_what_is_undefined_is_none_and_what_is_wrong_raises():
    one = np.array([[4.0, 0.0], [0.0, 0.0]])
    for empty in (np.zeros((2, 2)), one):
        assert cohen_kappa(empty) is None
        assert krippendorff_alpha(empty, "nominal") is None
    assert gwet_ac1(np.zeros((2, 2))) is None
    assert gwet_ac1(np.array([[4.0]])) is None
    assert gwet_ac1(one) == 1.0  # the other label exists, and nobody used it
    with pytest.raises(ValueError, match="scale of 2"):
        confusion_cells(np.array([0, 2]), np.array([0, 1]), 2)
    with pytest.raises(ValueError, match="two labels"):
        confusion_cells(np.array([0]), np.array([0, 1]), 2)
    with pytest.raises(ValueError, match="weights"):
        disagreement_weights(2, "cubic")
    with pytest.raises(ValueError, match="level is"):
        krippendorff_alpha(one, "metric")
    with pytest.raises(ValueError, match="a number for each"):
        krippendorff_alpha(one, "interval")
    with pytest.raises(ValueError, match="below 0"):
        krippendorff_alpha(one, "ratio", np.array([-1.0, 1.0]))
    with pytest.raises(ValueError, match="items by raters"):
        coincidence_cells(np.array([[3, 0]]), 2)


def test_the_interval_of_kappa_covers():
    """A simulation of 300 samples of 80 items: 95 % intervals hold the true kappa in about 95 %."""
    cells = np.array([0.5, 0.1, 0.1, 0.3])
    truth = cohen_kappa(cells.reshape(2, 2))
    rng, covered = np.random.default_rng(0), 0
    for seed in range(300):
        rows = np.eye(4)[rng.choice(4, 80, p=cells)]
        tables = bootstrap_tables(rows, resamples=400, seed=seed)
        covered += table_interval(tables, lambda sums: cohen_kappas(sums.reshape(-1, 2, 2))).contains(truth)
    assert 0.91 <= covered / 300 <= 0.98


def test_clusters_of_copies_change_nothing_but_the_interval():
    cells = np.eye(4)[RNG.integers(0, 4, 40)]
    copies, clusters = np.repeat(cells, 5, axis=0), np.repeat(np.arange(40), 5)

    def width(rows, **options):
        tables = bootstrap_tables(rows, resamples=1000, **options)
        found = table_interval(tables, lambda sums: gwet_ac1s(sums.reshape(-1, 2, 2)))
        return found.high - found.low

    assert width(copies, clusters=clusters) == pytest.approx(width(cells), abs=1e-9)
    assert width(copies) < 0.6 * width(cells)


def test_no_interval_without_spread_or_where_most_resamples_are_undefined():
    same = bootstrap_tables(np.eye(4)[[0, 3] * 20], resamples=100)
    assert table_interval(same, lambda sums: cohen_kappas(sums.reshape(-1, 2, 2))) is None
    rare = bootstrap_tables(np.eye(4)[[0] * 9 + [1]], resamples=100)
    assert table_interval(rare, lambda sums: cohen_kappas(sums.reshape(-1, 2, 2))) is None
    assert not len(bootstrap_tables(np.eye(4)[:1]))


def test_prediction_powered_intervals_cover_and_are_narrower():
    rng, covered, widths = np.random.default_rng(1), 0, []
    for _ in range(500):
        y = rng.random(600) < 0.7
        f = np.where(rng.random(600) < 0.9, y, ~y).astype(float)  # a judge that is biased against 70 %
        found = powered_mean(y[:100], f[:100], f[100:])
        alone = powered_mean(y[:100], f[:100], f[100:], tuning=0)
        covered += found.interval().contains(0.7)
        widths.append(found.error / alone.error)
    assert 0.92 <= covered / 500 <= 0.975
    assert np.mean(widths) < 0.85


def test_clusters_of_one_are_no_clusters_and_copies_are_one():
    y, f, more = RNG.integers(0, 2, 30), RNG.random(30), RNG.random(50)
    plain = powered_mean(y, f, more)
    single = powered_mean(y, f, more, clusters=(np.arange(30), np.arange(30, 80)))
    assert single.error == pytest.approx(plain.error, rel=1e-12)
    twice = powered_mean(
        np.repeat(y, 2), np.repeat(f, 2), np.repeat(more, 2), tuning=plain.tuning,
        clusters=(np.repeat(np.arange(30), 2), np.repeat(np.arange(30, 80), 2)),
    )  # fmt: skip
    assert (twice.value, twice.error) == pytest.approx((plain.value, plain.error), rel=1e-12)


def test_useless_judges_and_missing_parts():
    y = [1, 0, 1, 1]
    assert power_tuning(y, [1, 1, 1, 1], [1, 1]) is None
    constant = powered_mean(y, [1, 1, 1, 1], [1, 1])
    assert (constant.value, constant.tuning) == (0.75, 0.0)
    assert powered_mean([], [], [1]) is None
    assert powered_mean(y, y, []).tuning == 0.0
    with pytest.raises(ValueError, match="nothing to add"):
        powered_mean(y, y, [], tuning=1.0)
    with pytest.raises(ValueError, match="judgements of the same items"):
        powered_mean(y, [1], [1])
    assert powered_difference(Powered(0.2, 0.0, 0, 1, 0), Powered(0.5, 0.0, 0, 1, 0)) == pytest.approx((0.3, 0.0))


def test_the_next_round_is_as_wide_as_promised():
    rng = np.random.default_rng(2)
    y = (rng.random(5000) < 0.6).astype(float)
    f = np.where(rng.random(5000) < 0.9, y, 1 - y)
    found = next_round(y[:400], f[:400], f[400:], 0.04)
    n = found.with_judge
    assert n < found.labels_alone
    half = 1.959964 * powered_mean(y[:n], f[:n], f[n:]).error
    assert half == pytest.approx(0.04, abs=0.004)
    assert next_round([1, 1], [1, 0], [1], 0.1) is None
    small = next_round(y[:40], f[:40], f[40:60], 0.01)
    assert (small.with_judge, small.more) == (None, None)
    with pytest.raises(ValueError, match="above 0"):
        next_round(y, f, f, 0)


def test_calibration_at_its_edges():
    table = reliability_table([0.0, 1.0, 0.1, 0.95], [0, 1, 0, 1])
    assert [(one.low, one.n) for one in table] == [(0.0, 1), (0.1, 1), (0.9, 2)]
    right = reliability_table([0.0, 0.1, 1.0], [0, 0, 1], closed="right")
    assert [(one.low, one.n) for one in right] == [(0.0, 2), (0.9, 1)]
    assert expected_calibration_error([]) is None
    assert brier_score([], []) is None
    assert multiclass_brier_score([], []) is None
    for p, y, words in (
        ([1.2], [1], "outside"),
        ([0.5], [2], "0 or 1"),
        ([0.5], [1, 0], "outcomes"),
        ([math.nan], [1], "NaN"),
    ):
        with pytest.raises(ValueError, match=words):
            brier_score(p, y)
    with pytest.raises(ValueError, match="sum to 1"):
        multiclass_brier_score([[0.9, 0.9]], [0])


def test_thresholds_chosen_and_held_out_differ_for_noise():
    """Scores without a signal: the best threshold looks good on its own items, and held out it is a coin."""
    rng = np.random.default_rng(4)
    found, own = [], []
    for seed in range(40):
        scores, positive = rng.random(40), rng.integers(0, 2, 40)
        one = cross_fit_threshold(scores, positive, seed=seed)
        found.append(one.held_out.balanced_accuracy)
        own.append(threshold_quality(scores, positive, one.value).balanced_accuracy)
    assert np.mean(own) > 0.58
    assert np.mean(found) < 0.53


def test_the_best_threshold_by_trying_all():
    scores, positive = RNG.integers(0, 12, 50) / 12, RNG.integers(0, 2, 50)
    candidates = [*np.unique(scores), 2.0]
    for objective in ("balanced_accuracy", "f1", "agreement"):
        best = max(getattr(threshold_quality(scores, positive, one), objective) for one in candidates)
        found = cross_fit_threshold(scores, positive, objective=objective)
        assert getattr(threshold_quality(scores, positive, found.value), objective) == pytest.approx(best, abs=1e-12)
        for end in (found.low, found.high):
            assert getattr(threshold_quality(scores, positive, end), objective) >= best - 0.02 - 1e-9


def test_clusters_stay_together_and_too_few_have_no_threshold():
    scores, positive = RNG.random(60), np.tile([0, 1], 30)
    clusters = np.repeat(np.arange(6), 10)
    found = cross_fit_threshold(scores, positive, folds=3, clusters=clusters)
    assert len(found.by_fold) == 3
    for held in range(6):  # one threshold for all items of a cluster
        inside = clusters == held
        assert any((found.calls[inside] == (scores[inside] >= one)).all() for one in found.by_fold)
    assert cross_fit_threshold(scores, positive, folds=7, clusters=clusters) is None
    assert cross_fit_threshold([0.1, 0.2, 0.3, 0.4, 0.5], [1, 0, 0, 0, 0]) is None
    flat = cross_fit_threshold(np.linspace(0, 1, 100), np.linspace(0, 1, 100) > 0.5, folds=5)
    assert not flat.flat
    with pytest.raises(ValueError, match="cross-fit"):
        cross_fit_threshold(scores, positive, folds=1)


def test_logistic_regression_as_scipy_finds_it():
    x, y, w = RNG.normal(size=80), RNG.random(80), RNG.integers(0, 4, 80).astype(float)

    def loss(at):
        z = at[0] + at[1] * x
        return float((w * (np.logaddexp(0, z) - y * z)).sum())

    found = scipy.optimize.minimize(loss, [0, 0], method="BFGS", options={"gtol": 1e-9})
    assert logistic_fits(x, y, w[None])[0] == pytest.approx(found.x, abs=1e-5)


def test_length_control_takes_out_what_length_did():
    """A judge that only sees length: at equal length nobody wins, though the longer system won most."""
    rng = np.random.default_rng(6)
    mine, theirs = rng.integers(150, 350, 600), rng.integers(50, 300, 600)
    z = 2.0 * np.tanh((mine - theirs) / (mine - theirs).std(ddof=1))
    wins = (rng.random(600) < 1 / (1 + np.exp(-z))).astype(float)
    found = length_controlled_win_rate(wins, mine, theirs, resamples=400)
    assert found.raw > 0.65
    assert found.interval.contains(0.5)
    assert found.slope == pytest.approx(2.0, abs=0.5)
    halves = [length_controlled_win_rate(wins[rows], mine[rows], theirs[rows], resamples=2).value
              for rows in (slice(0, 300), slice(300, 600))]  # fmt: skip
    assert abs(halves[0] - halves[1]) > 1e-3  # an interval of 1e-16, as of the predictions, would be absurd
    assert found.interval.high - found.interval.low > 0.05


def test_length_control_that_is_undefined():
    assert length_controlled_win_rate([], [], []) is None
    separated = length_controlled_win_rate([1, 1, 0, 0], [9, 8, 1, 2], [5, 5, 5, 5])
    assert (separated.value, separated.reason) == (None, "separated")
    even = length_controlled_win_rate([1, 0, 0.5], [5, 6, 7], [5, 6, 7])
    assert (even.value, even.reason) == (0.5, None)
    shifted = length_controlled_win_rate([1, 0, 0.5], [6, 7, 8], [5, 6, 7])
    assert (shifted.value, shifted.reason) == (None, "same_difference")
    with pytest.raises(ValueError, match="between 0 and 1"):
        length_controlled_win_rate([2], [1], [1])


def test_partial_means_swaps_and_repeats_at_their_ends():
    assert partial_mean([], 0, 1).coverage is None
    assert partial_mean([None], 0, 1).value is None
    with pytest.raises(ValueError, match="outside the scale"):
        partial_mean([3.0], 0, 1)
    none = swap_statistics([])
    assert (none.consistency, none.flip_rate, none.first_slot_share, none.mean_of_orders) == (None,) * 4
    with pytest.raises(ValueError, match="verdict is"):
        swap_statistics([("A", "C")])
    assert repeat_consistency([["a"]]).pairwise is None
    assert repeat_consistency([["a", "b"]]).pairwise == 0.0


def pair(item, judge, winner, human="claude", first="gpt", second="claude"):
    return JudgedPair(item, judge, first, second, winner, human)


def test_self_preference_counts_only_where_humans_did_not_take_it():
    rows = [
        pair("q1", "gpt", "gpt"), pair("q1", "llama", "claude"),
        pair("q2", "gpt", "gpt", human="gpt"), pair("q2", "llama", "gpt", human="gpt"),
        pair("q3", "gpt", None, human=None), pair("q3", "llama", None, human=None),
        pair("q4", "gpt", "gpt"), pair("q4", "claude", "claude"),
        pair("q5", "gpt", "gpt", second="gpt"),
    ]  # fmt: skip
    found = self_preference(rows)
    assert set(found) == {"gpt", "claude"}
    assert (found["gpt"].n, found["gpt"].own, found["gpt"].neutral) == (2, 0.5, 0.0)
    assert found["claude"] is None  # humans took it, or no neutral judge was there
