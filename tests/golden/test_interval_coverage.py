"""How often the intervals cover the mean of a population that is known: real values, drawn with replacement.

The Monte Carlo allowance is three standard errors of a coverage of 95 %: with 2,500 samples 1.31 points.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

import ragauge
from ragauge.core.records import Document
from ragauge.io.beir import beir_corpus
from ragauge.pipeline.lexical import LexicalRetriever
from ragauge.stats import differences, intervals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ragauge import Interval

pytestmark = [pytest.mark.slow, pytest.mark.data]

METRICS = ("recall@5", "mrr", "ndcg@10")
SIZES = (20, 50, 300)
SAMPLES = 2_500
ALLOWANCE = 3 * math.sqrt(0.95 * 0.05 / SAMPLES)
LEAST, MOST = 0.93 - ALLOWANCE, 0.97 + ALLOWANCE
NARROWED = 0.8


@pytest.fixture(autouse=True, scope="module")
def quantiles_are_remembered() -> Iterator[None]:
    """Thousands of samples of one size need one quantile, which takes longer than the rest."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (intervals, differences):
            patch.setattr(module, "t_quantile", cache(module.t_quantile))
        yield


def measured(folder: Path, **settings: float) -> dict[str, np.ndarray]:
    golden = ragauge.load_golden(folder)
    retriever = LexicalRetriever((Document(key, text) for key, text in beir_corpus(folder)), **settings)
    run = ragauge.record(lambda question: [hit.item for hit in retriever.search(question)], golden)
    card = ragauge.evaluate(golden, run, list(METRICS))
    return {name: card.values[name].value for name in METRICS}


@pytest.fixture(scope="module")
def scifact(data_dir: Path) -> dict[str, np.ndarray]:
    return measured(data_dir / "scifact")


@pytest.fixture(scope="module")
def moved(data_dir: Path) -> dict[str, np.ndarray]:
    """Differences of two settings of one retriever, which move many questions a little."""
    one, other = (measured(data_dir / "cranfield", k1=k1, b=b) for k1, b in ((0.9, 0.4), (1.2, 0.75)))
    return {name: other[name] - one[name] for name in METRICS}


def coverage(values: np.ndarray, n: int, method: Callable[[np.ndarray], Interval | None]) -> float:
    """The share of samples whose interval covers the mean of all values."""
    rng = np.random.default_rng(n)
    mean, covered = float(values.mean()), 0
    for row in rng.choice(values, size=(SAMPLES, n)):
        found = method(row)
        covered += found is not None and found.low - 1e-12 <= mean <= found.high + 1e-12
    return covered / SAMPLES


def of_mean(values: np.ndarray) -> Interval | None:
    return intervals.mean_interval(values, bounds=(0.0, 1.0))


def of_difference(values: np.ndarray) -> Interval | None:
    return differences.difference_interval(values, width=1.0)


def narrowed(method: Callable[[np.ndarray], Interval | None]) -> Callable[[np.ndarray], Interval | None]:
    def narrow(values: np.ndarray) -> Interval | None:
        found, mean = method(values), float(values.mean())
        assert found is not None
        low, high = (mean + NARROWED * (end - mean) for end in (found.low, found.high))
        return replace(found, low=low, high=high)

    return narrow


@pytest.mark.parametrize("metric", METRICS)
def test_intervals_of_means_cover(metric: str, scifact: dict[str, np.ndarray]) -> None:
    found = {n: coverage(scifact[metric], n, of_mean) for n in SIZES}
    assert {n: share for n, share in found.items() if not LEAST <= share <= MOST} == {}


@pytest.mark.parametrize("metric", METRICS)
def test_intervals_of_differences_cover(metric: str, moved: dict[str, np.ndarray]) -> None:
    assert (moved[metric] != 0).mean() > 0.1
    found = {n: coverage(moved[metric], n, of_difference) for n in SIZES}
    assert {n: share for n, share in found.items() if share < LEAST} == {}


@pytest.mark.parametrize("metric", METRICS)
def test_a_narrower_interval_is_noticed(
    metric: str, scifact: dict[str, np.ndarray], moved: dict[str, np.ndarray]
) -> None:
    assert coverage(scifact[metric], 300, narrowed(of_mean)) < LEAST
    assert coverage(moved[metric], 300, narrowed(of_difference)) < LEAST
