"""What gates say on samples of known populations: false failures, losses that are not found, and what passes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

import ragauge
from _intervals import of_differences, sampled
from _populations import METRICS, SPARSE, STUDIED, dropped, skewed, symmetric, tilted
from _processes import say
from ragauge.gating.claims import POWER, Claim, broken_of_family
from ragauge.stats.student import t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from _populations import Pair, Population

ALPHA = 0.05
BUDGETS = (0.0, 0.01, 0.02, 0.05)
SIZES = (50, 100, 300)
PILOT = 50
MOST = 10**7
"""Larger numbers of questions are not drawn."""
SLACK = 1e-12
CHECKED = 3


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Samples of one population as what the interval of their mean depends on."""

    n: np.ndarray
    mean: np.ndarray
    squares: np.ndarray
    most: np.ndarray

    def ends(self, alpha: float) -> tuple[np.ndarray, np.ndarray]:
        """The interval of ``difference_interval`` at 1 − alpha, for values at most 1 apart."""
        sizes, place = np.unique(self.n, return_inverse=True)
        t = np.array([t_quantile(1 - alpha / 2, int(size) - 1) for size in sizes])[place]
        half = t * np.sqrt((self.squares + self.most**2) / self.n) / np.sqrt(self.n)
        half = np.where(self.most > 0, half, 1 - (alpha / 2) ** (1 / self.n))
        return np.maximum(-1.0, self.mean - half), np.minimum(1.0, self.mean + half)

    def plus(self, other: Drawn) -> Drawn:
        """Both together."""
        n = self.n + other.n
        mean = (self.n * self.mean + other.n * other.mean) / n
        apart = self.n * other.n / n * (self.mean - other.mean) ** 2
        return Drawn(n, mean, self.squares + other.squares + apart, np.maximum(self.most, other.most))

    def where(self, mask: np.ndarray) -> Drawn:
        """Some of the samples."""
        return Drawn(self.n[mask], self.mean[mask], self.squares[mask], self.most[mask])


def gate_tables(pairs: Sequence[Pair], *, samples: int, quick: bool) -> Iterator[str]:
    """All tables, as Markdown."""
    yield (
        f"Gates at alpha {ALPHA:g}: a budget fails when the two-sided {1 - ALPHA:.0%} interval lies beyond it, so that "
        f"{ALPHA / 2:.1%} of false failures are expected at most. {samples:,} samples a population, size and budget: "
        f"the standard error of one share near {ALPHA:.0%} is {100 * math.sqrt(ALPHA * (1 - ALPHA) / samples):.1f} "
        f"points, near 20 % {100 * math.sqrt(0.16 / samples):.1f}."
    )
    nulls = list(_nulls(pairs))
    yield from no_difference(nulls[:: 4 if quick else 1], samples)
    yield families(pairs[:: 4 if quick else 1], samples)
    yield from regressions(nulls[:: 6 if quick else 1], samples)


def _nulls(pairs: Sequence[Pair]) -> Iterator[tuple[Population, np.ndarray]]:
    """Populations of mean zero, and the values of the base that a question can lose."""
    for pair in pairs:
        for place, metric in enumerate(STUDIED):
            moved = pair.moved[:, place]
            density = "sparse" if (moved != 0).mean() < SPARSE else "dense"
            if moved.any():
                both = symmetric(f"{density}, symmetric", pair.name, metric, moved)
                for one in (both, *skewed(f"{density}, skewed", pair.name, metric, moved)):
                    yield one, pair.base[:, place]


def no_difference(nulls: Sequence[tuple[Population, np.ndarray]], samples: int) -> Iterator[str]:
    """False failures without a difference, and with a loss of exactly the budget, which is still allowed."""
    free: dict[tuple[object, ...], list[tuple[float, ...]]] = {}
    edge: dict[tuple[object, ...], list[tuple[float, ...]]] = {}
    for place, (null, base) in enumerate(nulls):
        for n in SIZES:
            rng = np.random.default_rng([place, n])
            drawn = draw(null, rng, np.full(samples, n))
            _check_ends(null, rng, n)
            for budget in BUDGETS:
                free.setdefault((null.kind, n, budget), []).append(_shares(drawn, budget))
                if budget and (lost := dropped(null, base, budget)) is not None:
                    told = _shares(draw(lost, rng, np.full(samples, n)), budget)
                    edge.setdefault((null.kind, n, budget), []).append(told)
    heads = ("population", "n", "budget")
    yield _table("No difference", heads, free)
    yield _table("A loss of exactly the budget, by questions that lose everything", heads, edge)


def families(pairs: Sequence[Pair], samples: int) -> str:
    """Five rules on the same questions, as correlated as metrics are: how often any of them fails."""
    found: dict[tuple[object, ...], list[tuple[float, ...]]] = {}
    for place, pair in enumerate(pairs):
        for n in SIZES:
            rng = np.random.default_rng([place, n])
            rows = rng.integers(0, len(pair.moved), size=(samples, n))
            signs = rng.choice([-1.0, 1.0], size=(samples, n))
            moved = pair.moved[rows] * signs[:, :, None]
            for budget in (0.0, 0.01):
                whole = np.zeros(samples, dtype=bool)
                alone = np.zeros(samples, dtype=bool)
                for column in range(len(METRICS)):
                    one = sampled(np.ascontiguousarray(moved[:, :, column]))
                    some = one.rows.any(axis=1)
                    whole |= some & (of_differences(one, 1 - ALPHA / len(METRICS))[1] < -budget - SLACK)
                    alone |= some & (of_differences(one, 1 - ALPHA)[1] < -budget - SLACK)
                _check_family(moved[:CHECKED], budget, whole)
                found.setdefault((n, budget), []).append((float(whole.mean()), float(alone.mean())))
    heads = ("n", "budget")
    return _table(f"{len(METRICS)} rules at once, no difference", heads, found, ("any fails", "uncorrected"))


def regressions(nulls: Sequence[tuple[Population, np.ndarray]], samples: int) -> Iterator[str]:
    """A loss of twice the budget, with as many questions as were asked for."""
    planned: dict[tuple[object, ...], list[tuple[float, ...]]] = {}
    seen: dict[tuple[object, ...], list[tuple[float, ...]]] = {}
    for place, (null, base) in enumerate(nulls):
        if place % 20 == 0:
            say(f"losses: population {place + 1} of {len(nulls)}")
        for budget in BUDGETS[1:]:
            rng = np.random.default_rng([place, round(1000 * budget)])
            pilot = draw(null, rng, np.full(samples, PILOT))
            asked = np.minimum(needed(pilot, budget), MOST)
            _check_needed(null, budget, rng)
            moving = pilot.most > 0
            unmoved = 1 - _shares(draw(null, rng, asked[moving]), budget)[1]
            for lost in (dropped(null, base, 2 * budget), tilted(null, 2 * budget)):
                if lost is None:
                    continue
                told = _shares(draw(lost, rng, asked[moving]), budget)
                row = (1 - told[0], told[1], unmoved, float(np.median(asked[moving])))
                planned.setdefault((lost.kind, null.kind.split(",")[0], budget), []).append(row)
            for times in (2, 4):
                if (lost := dropped(null, base, times * budget)) is not None:
                    told = _after_a_loss(draw(lost, rng, np.full(samples, PILOT)), lost, budget, rng)
                    seen.setdefault((f"{times} budgets", budget), []).append(told)
    heads = ("loss", "population", "budget")
    what = ("not failed", "passed", "not passed without it", "questions")
    yield _table(f"A loss of 2 budgets, at the n asked for by {PILOT} without a difference", heads, planned, what)
    what = ("undecided at first", "not failed, as many new", "not failed, the same and more", "questions")
    yield _table(f"At the n asked for by {PILOT} undecided questions with the loss", heads[::2], seen, what)


def needed(pilot: Drawn, budget: float) -> np.ndarray:
    """``Claim.needed`` for values at most 1 apart."""
    spread = pilot.squares > 0
    guarded = (pilot.squares + pilot.most**2) / pilot.n
    lost = min(2 * budget, 0.5)
    first, second = NormalDist().inv_cdf(1 - ALPHA / 2), NormalDist().inv_cdf(POWER)
    planned = np.ceil((first + second) ** 2 * (guarded + lost * (1 - lost)) / budget**2 + first**2 / 2)
    beyond = -pilot.mean - budget
    low, high = pilot.ends(ALPHA)
    half = np.where(beyond <= 0, pilot.mean - low, high - pilot.mean)
    sure = (1 + NormalDist().inv_cdf(POWER) / NormalDist().inv_cdf(1 - ALPHA / 2)) ** 2
    distance = np.maximum(np.abs(beyond), SLACK)
    by_distance = np.ceil(pilot.n * (half / distance) ** 2 * sure)
    return np.where(spread & (planned > pilot.n), planned, np.minimum(by_distance, MOST)).astype(np.int64)


def draw(population: Population, rng: np.random.Generator, n: np.ndarray) -> Drawn:
    """A sample of each of these sizes, as counts of every value."""
    counts = rng.multinomial(n, population.weights)
    values = population.values
    mean = counts @ values / n
    squares = np.maximum(counts @ values**2 - n * mean**2, 0.0)
    most = np.where(counts > 0, np.abs(values), 0.0).max(axis=1)
    squares[squares < 1e-12 * most**2] = 0.0
    return Drawn(n, mean, squares, most)


def _after_a_loss(pilot: Drawn, lost: Population, budget: float, rng: np.random.Generator) -> tuple[float, ...]:
    """Of the pilots that decide nothing: how many still do not fail with as many questions as they ask for."""
    fail, passed = _verdicts(pilot, budget)
    undecided = ~fail & ~passed
    pilot = pilot.where(undecided)
    if not len(pilot.n):
        return 0.0, math.nan, math.nan, math.nan
    asked = np.maximum(np.minimum(needed(pilot, budget), MOST), PILOT + 1)
    fresh = draw(lost, rng, asked)
    more = pilot.plus(draw(lost, rng, asked - PILOT))
    missed = [1 - float(_verdicts(one, budget)[0].mean()) for one in (fresh, more)]
    return float(undecided.mean()), *missed, float(np.median(asked))


def _verdicts(drawn: Drawn, budget: float) -> tuple[np.ndarray, np.ndarray]:
    """Which samples fail and which pass."""
    low, high = drawn.ends(ALPHA)
    moved = drawn.most > 0
    return moved & (high + budget < -SLACK), ~moved | (low + budget >= -SLACK)


def _shares(drawn: Drawn, budget: float) -> tuple[float, ...]:
    return tuple(float(one.mean()) for one in _verdicts(drawn, budget))


def _claim(moved: np.ndarray, budget: float) -> Claim:
    return Claim("max_regression", budget, moved, ragauge.find_metric("recall@5").spec)


def _check_ends(null: Population, rng: np.random.Generator, n: int) -> None:
    """The verdicts of samples, against the library's."""
    rows = null.sample(rng, CHECKED, n)
    for row in rows:
        claim = _claim(row, 0.02)
        fail, passed = _verdicts(_drawn(row), 0.02)
        assert (claim.broken(ALPHA), claim.holds(ALPHA)) == (bool(fail[0]), bool(passed[0])), row


def _check_needed(null: Population, budget: float, rng: np.random.Generator) -> None:
    """The number asked for, against the library's."""
    row = null.sample(rng, 1, PILOT)[0]
    if row.any():
        own = _claim(row, budget).needed(ALPHA, float(row.mean()))
        found = int(needed(_drawn(row), budget)[0])
        assert own is not None, row
        assert abs(found - own) <= 1, (found, own)


def _check_family(moved: np.ndarray, budget: float, fails: np.ndarray) -> None:
    for place, sample in enumerate(moved):
        claims = {(column, 0): _claim(values, budget) for column, values in enumerate(sample.T)}
        assert bool(broken_of_family(claims, ALPHA)) == bool(fails[place])


def _drawn(row: np.ndarray) -> Drawn:
    one = sampled(row[None, :])
    return Drawn(np.array([len(row)]), one.mean, one.squares, np.abs(row).max(keepdims=True))


def _table(
    title: str,
    heads: Sequence[str],
    found: dict[tuple[object, ...], list[tuple[float, ...]]],
    what: Sequence[str] = ("failed", "passed"),
) -> str:
    """Mean and highest of every share in percent, the median of a number of questions."""
    names = [f"{name}, median" if name == "questions" else f"{name} %, mean (highest)" for name in what]
    lines = [f"**{title}**", "", f"| {' | '.join((*heads, 'populations', *names))} |"]
    lines.append("| --- " * (len(heads) + 1 + len(what)) + "|")
    for key, rows in sorted(found.items(), key=lambda item: [str(one).rjust(9) for one in item[0]]):
        cells = [str(one) for one in key] + [str(len(rows))]
        for name, whole in zip(what, np.array(rows).T, strict=True):
            column = whole[~np.isnan(whole)]
            if not len(column):
                cells.append("")
            elif name == "questions":
                cells.append(f"{np.median(column):,.0f}")
            else:
                cells.append(f"{100 * column.mean():.1f} ({100 * column.max():.1f})")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
