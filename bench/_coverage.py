"""How often intervals cover the mean of the population, and the tables of that."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from _intervals import bootstraps, of_differences, of_means, sampled, student
from _processes import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from _intervals import Ends
    from _populations import Population

LEVEL = 0.95
SIZES = (20, 50, 300)
CLUSTERS = (20, 50, 100)
LARGEST_CLUSTER = 5
ALIKE = (0.0, 0.3, 0.7)
"""How much of what decides a question is shared by its cluster (the correlation of two latent normal values)."""
RESAMPLES = 2_000
WITHIN = (0.93, 0.97)
HEADS = ("method", "populations", "coverage %", "lowest %", "93 to 97 %", "at least 93 %", "below the mean %",
         "above it %", "width ÷ t's")  # fmt: skip
"""``below`` and ``above``: the share of intervals that lie wholly on that side of the mean."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many samples are drawn for each population and size; bootstraps take a part of them."""

    samples: int = 4_000
    bootstrapped: int = 1_000


@dataclass(frozen=True, slots=True)
class Covered:
    """One method on the samples of one population: shares of intervals, and their mean width."""

    group: str
    n: int
    method: str
    where: str
    covers: float
    below: float
    above: float
    width: float


def independent(
    populations: Sequence[Population], own: str, effort: Effort, *, of_mean: bool, sizes: Sequence[int] = SIZES
) -> Iterator[Covered]:
    """The library's interval beside Student's t and two bootstraps, for samples of independent questions."""
    for place, population in enumerate(populations):
        if place % 20 == 0:
            say(f"{own}: population {place + 1} of {len(populations)}")
        for n in sizes:
            rng = np.random.default_rng([place, n])
            sample = sampled(population.sample(rng, effort.samples, n))
            some = sample.first(effort.bootstrapped)
            found = {own: (of_means if of_mean else of_differences)(sample, LEVEL), "t": student(sample, LEVEL)}
            found |= bootstraps(some, LEVEL, resamples=RESAMPLES, seed=place)
            yield from _told(population, n, population.kind, found, of_mean=of_mean)


def clustered(populations: Sequence[Population], own: str, effort: Effort, *, of_mean: bool) -> Iterator[Covered]:
    """Clusters of 1 to 5 questions that share a part of what decides their values, which leaves the mean as it is."""
    library = of_means if of_mean else of_differences
    for place, population in enumerate(populations):
        say(f"{own}: population {place + 1} of {len(populations)}")
        for alike in ALIKE:
            for units in CLUSTERS:
                rng = np.random.default_rng([place, units, round(10 * alike)])
                sizes = rng.integers(1, LARGEST_CLUSTER + 1, size=units)
                rows = _alike(population, rng, effort.samples, sizes, alike)
                whole, single = sampled(rows, sizes), sampled(rows)
                found = {
                    f"{own}_clustered": library(whole, LEVEL),
                    "t of clusters": student(whole, LEVEL),
                    f"{own}, clusters ignored": library(single, LEVEL),
                }
                yield from _told(population, units, f"alike {alike:g}", found, of_mean=of_mean)


def table(title: str, rows: Sequence[Covered], counted: str = "n") -> str:
    """A Markdown table: one line a group, size and method."""
    groups: dict[tuple[str, int, str], list[Covered]] = {}
    for row in rows:
        groups.setdefault((row.group, row.n, row.method), []).append(row)
    t = {(row.group, row.n, row.where): row.width for row in rows if row.method in ("t", "t of clusters")}
    lines = [
        f"**{title}**",
        "",
        f"| group | {counted} | {' | '.join(HEADS)} |",
        "| --- " * (2 + len(HEADS)) + "|",
    ]
    for (group, n, method), found in sorted(groups.items(), key=lambda item: item[0][:2]):
        covers = np.array([row.covers for row in found])
        widths = [row.width / t[group, n, row.where] for row in found]
        cells = [
            group, f"{n}", method, f"{len(found)}", _percent(covers.mean()), _percent(covers.min()),
            f"{100 * ((covers >= WITHIN[0]) & (covers <= WITHIN[1])).mean():.0f}",
            f"{100 * (covers >= WITHIN[0]).mean():.0f}",
            _percent(np.mean([row.below for row in found])), _percent(np.mean([row.above for row in found])),
            f"{np.median(widths):.2f}",
        ]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def low(title: str, rows: Sequence[Covered], own: str) -> str:
    """The populations that the library's own interval covers in fewer than 93 % of the samples."""
    found = sorted((row for row in rows if row.method == own and row.covers < WITHIN[0]), key=lambda row: row.covers)
    lines = [f"{_percent(row.covers)} %: {row.group}, n = {row.n}: {row.where}" for row in found]
    return "\n".join([f"**{title}, below 93 %: {len(lines) or 'none'}**", "", *(f"- {line}" for line in lines)])


def _told(population: Population, n: int, group: str, found: dict[str, Ends], *, of_mean: bool) -> Iterator[Covered]:
    mean, slack = population.mean, 1e-9
    where = f"{population.name}, {population.metric}"
    for method, ends in found.items():
        low, high = np.maximum(ends[0], 0.0 if of_mean else -1.0), np.minimum(ends[1], 1.0)
        below, above = float((high < mean - slack).mean()), float((low > mean + slack).mean())
        yield Covered(group, n, method, where, 1 - below - above, below, above, float((high - low).mean()))


def _alike(
    population: Population, rng: np.random.Generator, samples: int, sizes: np.ndarray, alike: float
) -> np.ndarray:
    """Values by the place of a latent normal number, of which each cluster shares a shift."""
    ends = np.cumsum(population.weights)[:-1]
    steps = np.array([NormalDist().inv_cdf(share) for share in np.clip(ends, 1e-12, 1 - 1e-12).tolist()])
    shared = np.repeat(rng.standard_normal((samples, len(sizes))), sizes, axis=1)
    own = rng.standard_normal((samples, int(sizes.sum())))
    latent = np.sqrt(alike) * shared + np.sqrt(1 - alike) * own
    return population.values[np.searchsorted(steps, latent)]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
