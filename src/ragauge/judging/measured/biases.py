"""The biases of every judge in a file of pairwise verdicts."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge._version import __version__
from ragauge.stats.bootstrap import bootstrap_means, percentile_interval
from ragauge.stats.intervals import mean_interval
from ragauge.stats.length_control import length_controlled_win_rate
from ragauge.stats.longer_share import longer_points
from ragauge.stats.repeats import repeat_consistency
from ragauge.stats.self_preference import JudgedPair, self_preference
from ragauge.stats.swaps import POINTS, swap_statistics

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.arrays import IntArray
    from ragauge.core.score import Interval
    from ragauge.judging.measured.pairs import Pair, Pairs
    from ragauge.stats.length_control import LengthControlled
    from ragauge.stats.repeats import Repeats
    from ragauge.stats.self_preference import SelfPreference
    from ragauge.stats.swaps import Swaps


@dataclass(frozen=True, slots=True, eq=False)
class Verbosity:
    """The share of wins that go to the longer answer, by the judge and by humans on the same pairs, and win rates."""

    longer: float | None
    interval: Interval | None
    pairs: int
    human: float | None
    difference: float | None
    difference_interval: Interval | None
    both: int
    controlled: LengthControlled | None


@dataclass(frozen=True, slots=True, eq=False)
class JudgeBias:
    """One judge. ``agreement`` is that of its single verdicts with the humans' winners, over ``agreement_n`` pairs.

    Of its ``rows`` it failed on ``failed``, and was not asked about ``unasked``.
    """

    judge: str
    rows: int
    failed: int
    unasked: int
    position: Swaps
    flip_interval: Interval | None
    agreement: float | None
    agreement_n: int
    verbosity: Verbosity | None
    repeats: Repeats


@dataclass(frozen=True, slots=True, eq=False)
class Biases:
    """All judges of a file, and the families that take their own."""

    source: str
    columns: Mapping[str, str]
    judges: tuple[JudgeBias, ...]
    self_preference: Mapping[str, SelfPreference | None]
    failed: Mapping[str, int]
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "format": "ragauge judge bias",
            "version": 1,
            "source": self.source,
            "columns": dict(self.columns),
            "judges": [_judge(one) for one in self.judges],
            "self_preference": {name: None if one is None else asdict(one) for name, one in
                                self.self_preference.items()},
            "failed": dict(self.failed),
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }  # fmt: skip

    def to_json(self) -> str:
        """JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _judge(one: JudgeBias) -> dict[str, Any]:
    rates = ("consistency", "flip_rate", "first_slot_share", "adjusted_win_rate", "mean_of_orders")
    shares = {name: getattr(one.position, name) for name in rates}
    return {**asdict(one), "position": {**asdict(one.position), **shares}}


def measure_biases(
    pairs: Pairs,
    families: Mapping[str, str] | None = None,
    *,
    level: float = 0.95,
    seed: int = 0,
    resamples: int = 2000,
) -> Biases:
    """Position, verbosity, repeats and self-preference, as far as the columns tell.

    Position takes pairs with a verdict in both orders; a row with a failed one is left out and counted, and so,
    apart, is one that nobody was asked about. Verbosity
    takes the mean of the orders that there are. Rows of one item by one judge are repeats, resampled together.
    ``families`` are by the name of a model or a judge; a name that is not there is a family of its own.
    """
    by_judge: dict[str, list[Pair]] = defaultdict(list)
    for row in pairs.rows:
        by_judge[row.judge].append(row)
    known = families or {}
    judged = [one for row in pairs.rows for one in _judged(row, known)]
    preferences = self_preference(judged, seed=seed, level=level, resamples=resamples)
    return Biases(
        source=pairs.source,
        columns=pairs.columns,
        judges=tuple(_bias(name, rows, level, seed, resamples) for name, rows in sorted(by_judge.items())),
        self_preference=preferences,
        failed=pairs.failed,
        notes=tuple(_notes(pairs, preferences)),
        provenance={
            "ragauge": __version__,
            "level": level,
            "seed": seed,
            "resamples": resamples,
            "families": dict(known),
        },
    )


def _bias(judge: str, rows: Sequence[Pair], level: float, seed: int, resamples: int) -> JudgeBias:
    twice = [row for row in rows if row.forward and row.swapped]
    swaps = swap_statistics([(row.forward, row.swapped) for row in twice if row.forward and row.swapped])
    flips = np.array([{row.forward, row.swapped} == {"A", "B"} for row in twice], dtype=np.float64)
    right = [[float(verdict == row.human) for verdict in (row.forward, row.swapped) if verdict]
             for row in rows if row.human in ("A", "B") and (row.forward or row.swapped)]  # fmt: skip
    repeated: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row.forward:
            repeated[row.item].append(row.forward)
    return JudgeBias(
        judge=judge,
        rows=len(rows),
        failed=sum(row.failed for row in rows),
        unasked=sum(not row.asked for row in rows),
        position=swaps,
        flip_interval=mean_interval(flips, binary=True, bounds=(0.0, 1.0), clusters=_clusters(twice), level=level),
        agreement=float(np.mean([np.mean(one) for one in right])) if right else None,
        agreement_n=len(right),
        verbosity=_verbosity(rows, level, seed, resamples),
        repeats=repeat_consistency(list(repeated.values())),
    )


def _verbosity(rows: Sequence[Pair], level: float, seed: int, resamples: int) -> Verbosity | None:
    """None where no row has lengths and a verdict."""
    kept = [row for row in rows if row.lengths is not None and (row.forward or row.swapped)]
    if not kept:
        return None
    wins = np.array([np.mean([POINTS[verdict] for verdict in (row.forward, row.swapped) if verdict]) for row in kept])
    first, second = np.array([row.lengths for row in kept]).T
    clusters = _clusters(kept)
    points, unequal = longer_points(wins, first, second)
    human = np.array([POINTS[row.human] if row.human else np.nan for row in kept])
    both = unequal & ~np.isnan(human)
    theirs = longer_points(human[both], first[both], second[both])[0]
    gap = points[both] - theirs
    means = bootstrap_means(gap[:, None], resamples=resamples, seed=seed, clusters=_where(clusters, both))[:, 0]
    return Verbosity(
        longer=float(points[unequal].mean()) if unequal.any() else None,
        interval=mean_interval(points[unequal], bounds=(0.0, 1.0), clusters=_where(clusters, unequal), level=level),
        pairs=int(unequal.sum()),
        human=float(theirs.mean()) if both.any() else None,
        difference=float(gap.mean()) if both.any() else None,
        difference_interval=percentile_interval(means, level=level) if len(means) and np.ptp(means) > 0 else None,
        both=int(both.sum()),
        controlled=length_controlled_win_rate(
            wins, first, second, clusters=clusters, seed=seed, level=level, resamples=resamples
        ),
    )


def _clusters(rows: Sequence[Pair]) -> IntArray | None:
    """The clusters of rows; None where every row is one of its own."""
    names, codes = np.unique([row.cluster for row in rows], return_inverse=True)
    return None if len(names) == len(rows) else codes.astype(np.int64)


def _where(clusters: IntArray | None, mask: Any) -> IntArray | None:
    return None if clusters is None else clusters[mask]


def _judged(row: Pair, families: Mapping[str, str]) -> list[JudgedPair]:
    """The verdicts of a row on two families; nothing without models, a judge, or the humans' verdict."""
    if row.models is None or not row.judge or row.human is None:
        return []
    first, second = (families.get(model, model) for model in row.models)
    named = {"A": first, "B": second, "tie": None}
    judge, human = families.get(row.judge, row.judge), named[row.human]
    return [
        JudgedPair(row.item, judge, first, second, named[verdict], human)
        for verdict in (row.forward, row.swapped)
        if verdict is not None
    ]


def _notes(pairs: Pairs, preferences: Mapping[str, SelfPreference | None]) -> list[str]:
    """What was not measured, and why."""
    notes = []
    if unasked := sum(not row.asked for row in pairs.rows):
        notes.append(f"{unasked} rows have no verdict at all: nobody was asked, and they count nowhere")
    if pairs.failed:
        listed = ", ".join(f"{word!r} ({count})" for word, count in sorted(pairs.failed.items())[:5])
        notes.append(f"{sum(pairs.failed.values())} replies are no verdict, and are left out: {listed}")
    if "swapped" not in pairs.columns:
        notes.append("position bias is not measured: that needs the verdicts of both orders (--swapped)")
    if not any(row.lengths for row in pairs.rows):
        notes.append("verbosity is not measured: that needs lengths or answers (--length-a, --length-b)")
    if not {"model_a", "model_b", "judge", "human"} <= set(pairs.columns):
        notes.append("self-preference is not measured: that needs columns of models, of judges and of human verdicts")
    notes += [
        f"self-preference of {family!r} is not measured: no item where humans did not take it has verdicts both of its "
        "own judges and of neutral ones; rotate the judges"
        for family, found in preferences.items()
        if found is None
    ]
    if "human" not in pairs.columns:
        notes.append("no human verdicts: a taste for length cannot be told from long answers that are better")
    return notes
