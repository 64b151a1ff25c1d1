"""Power of the paired t test, and the distributions beneath it: against scipy and recorded values."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.special
from scipy.stats import nct

from ragauge.stats.noncentral_t import noncentral_t_probability
from ragauge.stats.paired_t import paired_t_test
from ragauge.stats.power import detectable_effect, effect_size, paired_power, required_pairs, resolution
from ragauge.stats.student import _log_gamma_step, t_critical, t_probability, t_quantile

DEGREES = [1, 1.5, 2, 3, 5.5, 10, 39, 40, 41, 100, 101, 999, 1000, 1001, 1e4, 1e5, 1e6, 1e9]


@pytest.mark.parametrize("degrees", DEGREES)
def test_student_is_scipys(degrees):
    for t in (0.0, 1e-3, 0.1, 0.7, 1.0, 1.7, 1.95, 2.5, 4.0, 8.0, 30.0):
        tail = scipy.special.stdtr(degrees, -t)
        assert t_probability(-t, degrees) == pytest.approx(tail, rel=1e-6, abs=1e-290)
        assert t_probability(-t, degrees) == pytest.approx(tail, abs=1e-11)
        assert t_probability(t, degrees) == pytest.approx(1 - tail, abs=1e-11)


@pytest.mark.parametrize("degrees", DEGREES)
def test_critical_values_are_scipys(degrees):
    for tail in (0.5, 0.3, 0.05, 0.025, 0.005, 1e-6):
        expected = abs(scipy.special.stdtrit(degrees, tail))
        assert t_critical(tail, degrees) == pytest.approx(expected, rel=1e-9, abs=1e-12)
        if degrees == int(degrees):
            assert t_critical(tail, degrees) == pytest.approx(t_quantile(1 - tail, int(degrees)), rel=1e-7, abs=1e-12)


@pytest.mark.parametrize("a", [0.5, 3, 19.9, 20, 20.1, 60])
def test_the_step_of_the_log_gamma_function(a):
    expected = scipy.special.gammaln(a + 0.5) - scipy.special.gammaln(a)
    assert _log_gamma_step(a) == pytest.approx(expected, abs=1e-13)


def test_student_far_out_and_refused():
    assert t_probability(float("-inf"), 3) == t_probability(-1e200, 3) == 0
    assert t_probability(float("inf"), 3) == 1
    assert t_probability(-1e-8, 1) == pytest.approx(0.5 - np.arctan(1e-8) / np.pi, abs=1e-16)
    for t, degrees in ((float("nan"), 3), (1, 0), (1, -2), (1, float("nan"))):
        with pytest.raises(ValueError, match="no t distribution"):
            t_probability(t, degrees)
    for tail, degrees in ((0, 3), (0.6, 3), (0.1, 0.5), (float("nan"), 3)):
        with pytest.raises(ValueError, match="no critical value"):
            t_critical(tail, degrees)


@pytest.mark.parametrize("degrees", [1, 1.3, 2, 3, 5, 10, 30, 99, 159, 161, 1e3, 1e4, 1e5, 1e6])
def test_the_noncentral_distribution_is_scipys(degrees):
    t, shift = (
        grid.ravel() for grid in np.meshgrid([-2, -0.5, 0, 0.3, 1.96, 2.5, 4, 12, 30], [0, 0.1, 1, 2.8, 10, -3])
    )
    expected = nct.cdf(t, degrees, shift)
    usable = np.isfinite(expected)  # scipy has NaN for some of the smallest
    assert usable.sum() > 45
    ours = [noncentral_t_probability(*case) for case in zip(t, np.full(len(t), float(degrees)), shift, strict=True)]
    assert np.array(ours)[usable] == pytest.approx(expected[usable], abs=1e-10)
    assert (np.array(ours)[~usable] < 1e-10).all()


@pytest.mark.parametrize(("t", "shift"), [(3000.0, 1000.0), (500.0, 1000.0), (20_000.0, 200.0)])
def test_a_steep_rise_is_not_stepped_over(t, shift):
    s = (np.arange(2_000_000) + 0.5) * 5e-6  # the half-normal density of one degree of freedom
    density = 2 * np.exp(-s * s / 2) / np.sqrt(2 * np.pi)
    expected = (scipy.special.ndtr(t * s - shift) * density).sum() * 5e-6
    assert noncentral_t_probability(t, 1, shift) == pytest.approx(expected, abs=1e-9)


def test_without_a_shift_it_is_students():
    for degrees in (1, 4, 50, 1e6):
        for t in (-3.0, 0.5, 2.0):
            assert noncentral_t_probability(t, degrees, 0) == pytest.approx(t_probability(t, degrees), abs=1e-12)


@pytest.mark.parametrize("wrong", [(float("nan"), 3, 1), (1, 0.5, 1), (1, 3, float("inf")), (1, float("nan"), 1)])
def test_no_noncentral_probability(wrong):
    with pytest.raises(ValueError, match="no noncentral t"):
        noncentral_t_probability(*wrong)


@pytest.mark.parametrize("n", [2, 3, 10, 47, 500, 100_000])
@pytest.mark.parametrize("effect", [0.01, 0.2, -0.5, 1.2])
def test_power_by_scipys_distributions(n, effect):
    critical = -scipy.special.stdtrit(n - 1, 0.025)
    shift = abs(effect) * np.sqrt(n)
    expected = nct.sf(critical, n - 1, shift) + np.nan_to_num(nct.cdf(-critical, n - 1, shift))
    assert paired_power(effect, n) == pytest.approx(expected, abs=1e-9)


def test_recorded_powers():
    # statsmodels 0.14 TTestPower
    assert paired_power(0.1, 500) == pytest.approx(0.6071255422735803, abs=1e-10)
    assert required_pairs(0.2) == pytest.approx(198.150820955562, rel=1e-9)
    assert detectable_effect(200) == pytest.approx(0.1991, abs=5e-5)


def test_power_is_how_often_the_test_finds_it():
    rng = np.random.default_rng(1)
    found = [paired_t_test(sample).p.p < 0.05 for sample in rng.normal(0.6, size=(1500, 15))]
    assert np.mean(found) == pytest.approx(paired_power(0.6, 15), abs=0.04)


def test_without_effect_power_is_alpha():
    for alpha in (0.01, 0.05, 0.7):
        assert paired_power(0, 30, alpha) == pytest.approx(alpha, abs=1e-10)
        assert paired_power(0, 30, alpha, one_sided=True) == pytest.approx(alpha, abs=1e-10)


def test_one_sided_has_a_direction():
    assert paired_power(0.2, 100, one_sided=True) == pytest.approx(nct.sf(t_critical(0.05, 99), 99, 2), abs=1e-10)
    assert paired_power(-0.2, 100, one_sided=True) < 1e-3
    assert paired_power(-0.2, 100) == pytest.approx(paired_power(0.2, 100), abs=1e-12)
    assert required_pairs(0.2, one_sided=True) < required_pairs(0.2) == pytest.approx(required_pairs(-0.2), rel=1e-9)
    assert detectable_effect(50, one_sided=True) < detectable_effect(50)


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize(
    ("effect", "power", "alpha"), [(0.02, 0.8, 0.05), (0.5, 0.9, 0.01), (1.5, 0.95, 0.05), (0.3, 0.06, 0.05)]
)
def test_required_and_detectable_undo_power(effect, power, alpha, one_sided):
    n = required_pairs(effect, power, alpha, one_sided=one_sided)
    if n > 2:
        assert paired_power(effect, n, alpha, one_sided=one_sided) == pytest.approx(power, abs=1e-11)
        assert detectable_effect(n, power, alpha, one_sided=one_sided) == pytest.approx(effect, rel=1e-8)


def test_two_pairs_are_the_fewest():
    assert required_pairs(1000.0) == 2
    assert paired_power(1000.0, 2) > 0.8


def test_what_has_no_answer_is_refused():
    for call in (
        lambda: required_pairs(0),
        lambda: required_pairs(float("nan")),
        lambda: required_pairs(-0.2, one_sided=True),
        lambda: required_pairs(0.2, power=0.05),
        lambda: required_pairs(0.2, power=1),
        lambda: detectable_effect(1),
        lambda: detectable_effect(20, power=0.01),
        lambda: paired_power(0.2, 1),
        lambda: paired_power(0.2, 20, alpha=0),
        lambda: paired_power(float("nan"), 20),
        lambda: resolution(-1),
    ):
        with pytest.raises(ValueError):
            call()


def test_effect_size_and_resolution():
    sample = np.random.default_rng(2).normal(0.3, size=40)
    assert effect_size(sample) == pytest.approx(paired_t_test(sample).t / np.sqrt(40), rel=1e-12)
    assert effect_size(-sample) == -effect_size(sample)
    assert effect_size(np.array([0.1, 0.1, 0.1])) is effect_size(np.array([1.0])) is effect_size(np.array([])) is None
    assert resolution(20) == 0.05
    assert resolution(0) is None
