"""What an expansion lost and gained of the gold, and how far its lists moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import shorten
from ragauge.pipeline.fusion.overlap import overlaps
from ragauge.stats.intervals import mean_interval
from ragauge.stats.means import exact_mean
from ragauge.studying.paired import ends
from ragauge.studying.study import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.studying.evidence import Evidence
    from ragauge.studying.expansion.methods import Method
    from ragauge.studying.subject import Subject

SHOWN = 3
LONGEST = 50
"""Characters of a question, and of what was added to it."""


def drift_table(
    subject: Subject, raw: Mapping[str, Sequence[Hit]], methods: Sequence[Method], evidence: Evidence, k: int
) -> Table:
    """Needs of the gold that the first k hits met before and no longer do, and the other way round."""
    columns = (
        Column("expansion"),
        Column("n", "count"),
        Column("questions that lost gold", "count"),
        Column("that gained", "count"),
        Column("needs lost", "count"),
        Column("gained", "count"),
        Column(f"Jaccard@{k} with the raw list", "value"),
        Column("interval", "interval"),
    )
    rows = []
    for one in methods:
        moved = _moved(raw, one, evidence, k)
        lost, gained = ([side[place] for side in moved.values()] for place in (0, 1))
        rows.append(
            (
                one.name,
                len(moved),
                sum(map(bool, lost)),
                sum(map(bool, gained)),
                sum(map(len, lost)),
                sum(map(len, gained)),
                *_jaccard(subject, raw, one, list(moved), k),
            )
        )
    return Table(f"drift: the gold in the first {k} hits", columns, tuple(rows))


def lost_table(
    subject: Subject, raw: Mapping[str, Sequence[Hit]], methods: Sequence[Method], evidence: Evidence, k: int
) -> Table:
    """The first questions that lost gold, those that lost most first, with what was added to them."""
    rows = []
    for one in methods:
        moved = _moved(raw, one, evidence, k)
        worst = sorted((name for name in moved if moved[name][0]), key=lambda name: (-len(moved[name][0]), name))
        for name in worst[:SHOWN]:
            asked, added = subject.questions[name], one.added.get(name, "")
            told = (shorten(asked, LONGEST), shorten(added, LONGEST))
            rows.append((one.name, name, len(moved[name][0]), *told))
    columns = (
        Column("expansion"),
        Column("question"),
        Column("needs lost", "count"),
        Column("asked"),
        Column("added"),
    )
    return Table(f"questions that lost gold from the first {k} hits", columns, tuple(rows))


def _moved(
    raw: Mapping[str, Sequence[Hit]], one: Method, evidence: Evidence, k: int
) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """The needs that were lost and gained, for every question that has some."""
    found = {}
    for question in evidence.needs:
        before = evidence.met_by(question, raw.get(question, ())[:k])
        now = evidence.met_by(question, one.lists.get(question, ())[:k])
        found[question] = (before - now, now - before)
    return found


def _jaccard(
    subject: Subject, raw: Mapping[str, Sequence[Hit]], one: Method, questions: Sequence[str], k: int
) -> tuple[object, object]:
    pair = ("raw", "other")
    found = [
        overlaps(dict(zip(pair, (raw.get(name, ()), one.lists.get(name, ())), strict=True)), k=k)[pair].jaccard
        for name in questions
    ]
    shares = np.array([share for share in found if share is not None])
    if not len(shares):
        return None, None
    column = subject.options.clusters
    codes = None
    if column is not None:
        of_question = dict(zip(subject.golden.questions["question"], subject.golden.clusters(column), strict=True))
        told = [name for name, share in zip(questions, found, strict=True) if share is not None]
        codes = np.array([of_question[name] for name in told], dtype=np.int64)
    interval = mean_interval(shares, bounds=(0.0, 1.0), clusters=codes, level=subject.options.level)
    return exact_mean(shares), ends(interval)
