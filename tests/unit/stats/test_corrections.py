"""Corrections for several tests: against scipy, closed testing, and each other."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import false_discovery_control

from ragauge.stats.corrections import benjamini_hochberg, bonferroni, holm, hommel

ALL = (benjamini_hochberg, bonferroni, holm, hommel)


def closed(p: list[float], local: object) -> list[float]:
    """The closed test by its definition: the largest local p of all subsets that a hypothesis is in."""
    subsets = [s for r in range(1, len(p) + 1) for s in itertools.combinations(range(len(p)), r)]
    return [min(1.0, max(local([p[j] for j in s]) for s in subsets if i in s)) for i in range(len(p))]


def smallest_times_number(p: list[float]) -> float:
    return len(p) * min(p)


def simes(p: list[float]) -> float:
    return min(len(p) * value / rank for rank, value in enumerate(sorted(p), 1))


@pytest.mark.parametrize("m", [1, 2, 3, 5, 7])
def test_holm_and_hommel_are_closed_tests(m):
    rng = np.random.default_rng(m)
    for _ in range(6):
        p = (rng.integers(0, 21, size=m) / 20).tolist() if rng.random() < 0.5 else (rng.random(m) ** 3).tolist()
        assert holm(p) == pytest.approx(closed(p, smallest_times_number), abs=1e-12)
        assert hommel(p) == pytest.approx(closed(p, simes), abs=1e-12)


@pytest.mark.parametrize("m", [1, 2, 10, 200])
def test_benjamini_hochberg_is_scipys(m):
    rng = np.random.default_rng(m)
    for p in (rng.random(m) ** 3, rng.integers(0, 5, size=m) / 4):
        assert benjamini_hochberg(p.tolist()) == pytest.approx(false_discovery_control(p).tolist(), abs=1e-12)


def test_bonferroni_is_a_product():
    assert bonferroni([0.01, 0.5, 0.02]) == pytest.approx([0.03, 1.0, 0.06])


@pytest.mark.parametrize("correct", ALL)
def test_order_range_and_size(correct):
    p = np.random.default_rng(1).random(9) ** 2
    adjusted = correct(p.tolist())
    order = np.random.default_rng(2).permutation(9)
    assert correct(p[order].tolist()) == pytest.approx([adjusted[i] for i in order])
    assert all(raw <= new <= 1 for raw, new in zip(p, adjusted, strict=True))
    assert correct([]) == []
    assert correct([0.3]) == [0.3]


def test_from_strict_to_lenient():
    p = (np.random.default_rng(3).random(12) ** 3).tolist()
    steps = [np.array(correct(p)) for correct in (bonferroni, holm, hommel, benjamini_hochberg)]
    for stricter, looser in itertools.pairwise(steps):
        assert (stricter >= looser - 1e-12).all()
        assert (stricter > looser + 1e-6).any()


@pytest.mark.parametrize("correct", ALL)
@pytest.mark.parametrize("wrong", [[0.1, float("nan")], [1.01], [-0.1], [[0.1]]])
def test_what_is_no_probability_is_refused(correct, wrong):
    with pytest.raises(ValueError, match="probabilities"):
        correct(wrong)
