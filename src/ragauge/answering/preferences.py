"""Which of two runs has the better answers, with what the judge's verdicts depend on besides."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.judging.results import Failure
from ragauge.stats.intervals import mean_interval
from ragauge.stats.length_control import length_controlled_win_rate
from ragauge.stats.swaps import swap_statistics

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.answering.preferring import AnswerPair
    from ragauge.core.arrays import IntArray
    from ragauge.core.score import Interval
    from ragauge.judging.results import Results
    from ragauge.stats.length_control import LengthControlled
    from ragauge.stats.swaps import Swaps

EVEN = 0.5


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair with what became of it: ``value`` is what B has of it, 1, ½ or 0, or None, ``outcome`` why.

    ``outcome`` is one of ``preference``, a reason of ``AnswerPair``, or ``judge_`` with the kind of a failure. The
    verdicts of both orders name the answer, and are None where the judge gave none.
    """

    pair: AnswerPair
    outcome: str
    value: float | None = None
    forward: Any = None
    swapped: Any = None
    rationales: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Preferences:
    """Two runs compared by one judge.

    ``win_rate`` is that of B: wins in both orders, and half of all else, over the pairs that have a value; ``bounds``
    are what it would be if the failures were all losses, and all wins; ``lacking`` what it is if a run that gave no
    answer, where the other one did, has lost there (None: both answered everywhere). ``swaps`` are of the pairs that
    the judge was asked about, A and B as there; ``controlled`` is the win rate of B at equal lengths.
    """

    models: tuple[str, str]
    judge: str
    rows: tuple[Compared, ...]
    win_rate: float | None
    interval: Interval | None
    bounds: tuple[float, float] | None
    lacking: float | None
    swaps: Swaps
    flip_interval: Interval | None
    controlled: LengthControlled | None
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        """The pairs by outcome."""
        return dict(Counter(row.outcome for row in self.rows))

    @property
    def n(self) -> int:
        """The pairs that have a value."""
        return sum(row.value is not None for row in self.rows)

    @property
    def verdict(self) -> str:
        """``B is better``, ``A is better``: the interval lies on one side of ½; else ``no difference shown``."""
        if self.interval is not None and self.interval.low > EVEN:
            return "B is better"
        if self.interval is not None and self.interval.high < EVEN:
            return "A is better"
        return "no difference shown"

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        shares = {name: getattr(self.swaps, name) for name in ("consistency", "flip_rate", "first_slot_share")}
        return {
            "format": "ragauge judge prefer",
            "version": 1,
            "models": {"A": self.models[0], "B": self.models[1]},
            "judge": self.judge,
            "verdict": self.verdict,
            "win_rate": self.win_rate,
            "interval": _plain(self.interval),
            "n": self.n,
            "pairs": len(self.rows),
            "bounds": None if self.bounds is None else list(self.bounds),
            "win_rate_if_lacking_is_losing": self.lacking,
            "outcomes": self.counts,
            "position": {**asdict(self.swaps), **shares, "flip_interval": _plain(self.flip_interval)},
            "length_controlled": _plain(self.controlled),
            "questions": [_row(row) for row in self.rows],
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }

    def to_json(self) -> str:
        """JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def preferences_of(
    pairs: Sequence[AnswerPair],
    results: Results,
    models: tuple[str, str],
    judge: str,
    *,
    clusters: IntArray | None = None,
    level: float = 0.95,
    seed: int = 0,
    provenance: Mapping[str, Any] | None = None,
) -> Preferences:
    """The win rate of B over the pairs of two runs, from a run of ``preference_flows``.

    Formula: (wins of B in both orders + half of the ties, of the undecided and of the flips) ÷ pairs with a value; the
    rule of MT-Bench. Interval: ``mean_interval`` in [0, 1], by clusters where there are some. At equal lengths: see
    ``length_controlled_win_rate``, of characters.

    Undefined: None without a pair that has a value.
    """
    rows = tuple(_compared(one, results) for one in pairs)
    valued = np.array([row.value is not None for row in rows], dtype=bool)
    values = np.array([row.value for row in rows if row.value is not None])
    lengths = np.array([row.pair.lengths for row in rows if row.value is not None]).reshape(-1, 2)
    own = None if clusters is None else clusters[valued]
    asked = [row for row in rows if row.forward and row.swapped]
    flips = np.array([float(row.outcome == "position_flip") for row in asked])
    theirs = None if clusters is None else clusters[np.array([bool(row.forward) for row in rows], dtype=bool)]
    found = Preferences(
        models=models,
        judge=judge,
        rows=rows,
        win_rate=float(values.mean()) if len(values) else None,
        interval=mean_interval(values, bounds=(0.0, 1.0), clusters=own, level=level),
        bounds=_bounds(rows),
        lacking=_lacking(rows),
        swaps=swap_statistics([(row.forward, row.swapped) for row in asked]),
        flip_interval=mean_interval(flips, binary=True, bounds=(0.0, 1.0), clusters=theirs, level=level),
        controlled=length_controlled_win_rate(
            values, lengths[:, 1], lengths[:, 0], clusters=own, seed=seed, level=level
        ),
        provenance=provenance or {},
    )
    return replace(found, notes=(*results.notes, *_notes(found)))


def _compared(pair: AnswerPair, results: Results) -> Compared:
    if pair.why is not None:
        return Compared(pair, pair.why)
    found = results.outcomes.get(pair.question)
    if found is None or isinstance(found, Failure):
        return Compared(pair, "judge_unfinished" if found is None else f"judge_{found.kind}")
    grounds = results.grounds[pair.question]
    return Compared(
        pair,
        outcome=grounds["outcome"],
        value=1 - float(found),
        forward=grounds.get("forward"),
        swapped=grounds.get("swapped"),
        rationales=tuple(grounds.get("rationales", ())),
    )


def _bounds(rows: Sequence[Compared]) -> tuple[float, float] | None:
    """None without failures of the judge."""
    values = [row.value for row in rows if row.value is not None]
    failed = sum(row.outcome.startswith("judge_") for row in rows)
    if not failed or not values:
        return None
    return sum(values) / (len(values) + failed), (sum(values) + failed) / (len(values) + failed)


def _lacking(rows: Sequence[Compared]) -> float | None:
    lost = {row.outcome[-2:]: 0 for row in rows if row.value is None and row.outcome[-2:] in ("_a", "_b")}
    if not lost:
        return None
    points = {"_a": 1.0, "_b": 0.0}
    values = [points.get(row.outcome[-2:]) if row.value is None else row.value for row in rows]
    known = [value for value in values if value is not None]
    return sum(known) / len(known)


def _notes(found: Preferences) -> Iterator[str]:
    counts = found.counts
    if same := counts.get("same_answer"):
        have = "1 pair has" if same == 1 else f"{same:,} pairs have"
        yield f"{have} the same answer twice: a tie, about which nobody was asked"
    if failed := {kind: count for kind, count in counts.items() if kind.startswith("judge_")}:
        listed = ", ".join(f"{kind.removeprefix('judge_')} {count:,}" for kind, count in sorted(failed.items()))
        bounds = "" if found.bounds is None else f"; as losses or wins of B: {_between(found.bounds)}"
        yield f"the judge failed on {sum(failed.values()):,} of {len(found.rows):,} pairs ({listed}){bounds}"
    valued = {row.outcome for row in found.rows if row.value is not None}
    if out := {kind: count for kind, count in counts.items() if kind not in valued and kind not in failed}:
        listed = ", ".join(f"{kind} {count:,}" for kind, count in sorted(out.items()))
        lost = "" if found.lacking is None else f"; with no answer as a loss B wins {found.lacking:.4f}"
        yield f"{sum(out.values()):,} of {len(found.rows):,} pairs are left out ({listed}){lost}"


def _between(ends: tuple[float, float]) -> str:
    return f"{ends[0]:.4f} to {ends[1]:.4f}"


def _plain(found: Any) -> Any:
    return None if found is None else asdict(found)


def _row(row: Compared) -> dict[str, Any]:
    lengths = row.pair.lengths
    return {
        "id": row.pair.question,
        "outcome": row.outcome,
        "value": row.value,
        "forward": row.forward,
        "swapped": row.swapped,
        "length_a": lengths[0],
        "length_b": lengths[1],
        "rationales": list(row.rationales),
    }
