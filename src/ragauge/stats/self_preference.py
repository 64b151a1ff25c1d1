"""Self-preference: whether a judge takes the answers of its own family where humans do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.bootstrap import bootstrap_means, percentile_interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.score import Interval


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """One verdict on two answers; families instead of models, so that a judge knows its relatives.

    ``winner`` and ``human`` are the family of the answer taken, or None for a tie.
    """

    item: str
    judge: str
    first: str
    second: str
    winner: str | None
    human: str | None


@dataclass(frozen=True, slots=True)
class SelfPreference:
    """How often a family takes its own where humans did not, and how often neutral judges do on the same items."""

    family: str
    own: float
    neutral: float
    difference: float
    interval: Interval | None
    n: int


def self_preference(
    pairs: Sequence[JudgedPair], *, resamples: int = 5000, seed: int = 0, level: float = 0.95
) -> Mapping[str, SelfPreference | None]:
    """The self-preference of every judge's family that has answers among the pairs.

    Formula: over the items where exactly one answer is of the family and humans took the other one or called a tie,
    P(the family's judges take it) − P(neutral judges take it). Both are means over the same items, each item by the
    mean of its verdicts. Neutral is a judge of neither answer's family; a tie is not taking it.

    Range: −1 to 1; 0 without self-preference, above 0 with it. The neutral judges take out that the answer is good
    after all, or long. Undefined: None for a family without an item that both its judges and neutral ones judged:
    rotate the judges. The interval is a bootstrap over items; None for a single one, and without spread.
    Source: after Panickssery et al. 2024 and Zheng et al. 2023; the contrast with neutral judges is this package's.

    >>> def pair(item, judge, winner):
    ...     return JudgedPair(item, judge, "gpt", "claude", winner, human="claude")
    >>> found = self_preference([pair("q1", "gpt", "gpt"), pair("q1", "llama", "claude"), pair("q2", "gpt", "gpt"),
    ...                          pair("q2", "llama", "gpt")])
    >>> found["gpt"].own, found["gpt"].neutral, found["gpt"].difference, found["gpt"].n
    (1.0, 0.5, 0.5, 2)
    """
    judges = sorted({one.judge for one in pairs})
    return {
        family: _of(family, pairs, resamples, seed, level)
        for family in judges
        if any(_has_one(one, family) for one in pairs)
    }


def _has_one(pair: JudgedPair, family: str) -> bool:
    return (pair.first == family) != (pair.second == family)


def _of(family: str, pairs: Sequence[JudgedPair], resamples: int, seed: int, level: float) -> SelfPreference | None:
    taken: dict[tuple[str, str], tuple[list[bool], list[bool]]] = {}
    for one in pairs:
        if not _has_one(one, family) or one.human == family:
            continue
        other = one.second if one.first == family else one.first
        own, neutral = taken.setdefault((one.item, other), ([], []))
        if one.judge == family:
            own.append(one.winner == family)
        elif one.judge != other:
            neutral.append(one.winner == family)
    both = sorted((item, sum(own) / len(own), sum(neutral) / len(neutral))
                  for (item, _), (own, neutral) in taken.items() if own and neutral)  # fmt: skip
    if not both:
        return None
    items = np.unique([item for item, _, _ in both], return_inverse=True)[1]
    shares = np.array([(own, neutral) for _, own, neutral in both])
    difference = shares[:, 0] - shares[:, 1]
    means = bootstrap_means(difference[:, None], resamples=resamples, seed=seed, clusters=items)[:, 0]
    spread = len(means) and np.ptp(means) > 0
    return SelfPreference(
        family,
        own=float(shares[:, 0].mean()),
        neutral=float(shares[:, 1].mean()),
        difference=float(difference.mean()),
        interval=percentile_interval(means, level=level) if spread else None,
        n=len(both),
    )
