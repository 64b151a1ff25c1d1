"""What lanes have in common, and what each of them finds that the others do not."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ragauge.pipeline.fusion.checks import disjoint_lanes
from ragauge.pipeline.fusion.overlap import overlaps
from ragauge.stats.intervals import mean_interval
from ragauge.stats.means import exact_mean
from ragauge.studying.fusion.settings import side_by_side
from ragauge.studying.paired import ends
from ragauge.studying.spent import median_and_p95
from ragauge.studying.study import Advice, Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.core.arrays import IntArray
    from ragauge.studying.evidence import Evidence
    from ragauge.studying.fusion.settings import Lane
    from ragauge.studying.subject import Subject


def overlap_table(subject: Subject, lanes: Sequence[Lane], k: int) -> Table:
    """The mean Jaccard of the first k ids of every two lanes; a question for which both are empty has none."""
    columns = (
        Column("lanes"),
        Column("n", "count"),
        Column(f"Jaccard@{k}", "value"),
        Column("interval", "interval"),
        Column("questions that share no id", "count"),
        Column(f"of these at {k}", "count"),
    )
    return Table(f"what lanes share: ids of the first {k} hits", columns, tuple(_overlaps(subject, lanes, k)))


def _overlaps(subject: Subject, lanes: Sequence[Lane], k: int) -> Iterable[tuple[object, ...]]:
    codes = _codes(subject)
    for one, other in combinations(lanes, 2):
        pair = (one.name, other.name)
        both = [side_by_side((one, other), question) for question in subject.questions]
        at_k = [overlaps(lists, k=k)[pair] for lists in both]
        whole = [overlaps(lists)[pair] for lists in both]
        told = np.array([found.either > 0 for found in at_k], dtype=bool)
        shares = np.array([found.jaccard for found in at_k if found.jaccard is not None])
        interval = _interval(subject, shares, None if codes is None else codes[told])
        apart = sum(found.either > 0 and not found.shared for found in whole)
        apart_at_k = sum(found.either > 0 and not found.shared for found in at_k)
        mean = exact_mean(shares) if len(shares) else None
        yield " and ".join(pair), len(shares), mean, interval, apart, apart_at_k


def contribution_table(subject: Subject, lanes: Sequence[Lane], evidence: Evidence, k: int) -> Table:
    """The needs that each lane meets within its first k hits, and those that only it meets; then all lanes together.

    The last row is what no fusion can exceed if it hands on the first k hits of every lane; it has needs too that hits
    of several lanes meet only together.
    """
    columns = (
        Column("lane"),
        Column("n", "count"),
        Column("needs", "count"),
        Column("met", "count"),
        Column("only by it", "count"),
        Column("in questions", "count"),
        Column("share only by it", "share"),
        Column("interval", "share interval"),
    )
    asked = [question for question in subject.questions if question in evidence.needs]
    total = sum(len(evidence.needs[question]) for question in asked)
    codes = _codes(subject)
    chosen = None if codes is None else codes[[question in evidence.needs for question in subject.questions]]
    met = {
        lane.name: [evidence.met_by(question, lane.lists.get(question, ())[:k]) for question in asked] for lane in lanes
    }
    rows: list[tuple[object, ...]] = []
    for name, found in met.items():
        others = _union(needs for one, needs in met.items() if one != name)
        alone = [needs - rest for needs, rest in zip(found, others, strict=True)]
        shares = np.array([len(only) / len(evidence.needs[q]) for q, only in zip(asked, alone, strict=True)])
        mean = exact_mean(shares) if len(shares) else None
        counts = (sum(map(len, found)), sum(map(len, alone)), sum(map(bool, alone)))
        rows.append((name, len(asked), total, *counts, mean, _interval(subject, shares, chosen)))
    every = [[hit for lane in lanes for hit in lane.lists.get(question, ())[:k]] for question in asked]
    together = sum(len(evidence.met_by(question, hits)) for question, hits in zip(asked, every, strict=True))
    rows.append(("all together", len(asked), total, together, None, None, None, None))
    return Table(f"what each lane finds: needs that the first {k} hits meet", columns, tuple(rows))


def _union(lanes: Iterable[Sequence[frozenset[str]]]) -> list[frozenset[str]]:
    """The needs that any of the lanes meets, question by question."""
    return [frozenset().union(*parts) for parts in zip(*lanes, strict=True)]


def time_table(lanes: Sequence[Lane]) -> list[Table]:
    """What a search takes in each lane, and in all of them one after the other; nothing where no times are known."""
    known = [lane for lane in lanes if len(lane.seconds)]
    if not known:
        return []
    columns = (Column("lane"), Column("questions", "count"), Column("p50", "seconds"), Column("p95", "seconds"))
    rows = [(lane.name, len(lane.seconds), *median_and_p95(lane.seconds)) for lane in known]
    if len(known) == len(lanes):
        together = [sum(parts) for parts in zip(*(lane.seconds for lane in lanes), strict=True)]
        rows.append(("one after the other", len(together), *median_and_p95(together)))
    return [Table("what it takes, a question", columns, tuple(rows))]


def disjoint_advice(subject: Subject, lanes: Sequence[Lane]) -> list[Advice]:
    """An advice for every two lanes that share no id in any question: their ids are probably of different kinds."""
    found = disjoint_lanes(side_by_side(lanes, question) for question in subject.questions)
    return [Advice("lanes", "disjoint ids", message) for message in found]


def _codes(subject: Subject) -> IntArray | None:
    column = subject.options.clusters
    return None if column is None else subject.golden.clusters(column)


def _interval(subject: Subject, shares: np.ndarray[tuple[int], np.dtype[np.float64]], codes: IntArray | None) -> object:
    return ends(mean_interval(shares, bounds=(0.0, 1.0), clusters=codes, level=subject.options.level))
