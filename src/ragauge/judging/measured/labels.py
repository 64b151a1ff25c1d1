"""A file of labels: per item what the humans said, and what the judge said."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError, Problem
from ragauge.io.source_table import source_table
from ragauge.judging.measured.columns import CLUSTER, ITEM, JUDGE, human_columns, one_column
from ragauge.judging.measured.identity import identity_of, only
from ragauge.judging.measured.joining import joined
from ragauge.judging.measured.plain_label import plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ragauge.core.arrays import IntArray
    from ragauge.io.table import Table


@dataclass(frozen=True, slots=True)
class LabelColumns:
    """Which columns to read; None and () are found by their names."""

    judge: str | None = None
    humans: tuple[str, ...] = ()
    item: str | None = None
    cluster: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """The rows of a file: ``humans`` by annotator, ``judge``, all in one spelling, None where a cell is empty."""

    source: str
    lines: Sequence[int]
    items: Sequence[str | None]
    judge: Sequence[str | None]
    humans: Mapping[str, Sequence[str | None]]
    clusters: Sequence[str] | None
    identity: Mapping[str, str | None]
    columns: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.lines)

    def consensus(self) -> tuple[list[str | None], int]:
        """The label that most annotators gave to each item; None where two are as frequent, and how often that is."""
        made: list[str | None] = []
        undecided = 0
        for given in zip(*self.humans.values(), strict=True):
            counts = Counter(label for label in given if label is not None).most_common(2)
            tied = len(counts) == 2 and counts[0][1] == counts[1][1]
            undecided += tied
            made.append(counts[0][0] if counts and not tied else None)
        return made, undecided

    def cluster_codes(self, rows: Sequence[int]) -> IntArray | None:
        """A number for the cluster of each of these rows."""
        if self.clusters is None:
            return None
        codes: IntArray = np.unique([self.clusters[row] for row in rows], return_inverse=True)[1].astype(np.int64)
        return codes


def read_labels(
    source: Any,
    columns: LabelColumns = LabelColumns(),
    *,
    identity: Mapping[str, str | None] | None = None,
    wanted: Mapping[str, str] | None = None,
    verdicts: Any = None,
) -> Labels:
    """Read a CSV, TSV, JSONL, JSON, Parquet or XLSX file, a data frame, or a list of objects.

    ``verdicts`` is another such file with what the judge says of the same items, where the labels stand alone.

    Raises: InputError for columns that are not there, items that stand twice or have no verdict
    there, and an empty cell of the cluster.
    """
    table = source_table(source, "labels")
    if verdicts is not None:
        table = joined(table, source_table(verdicts, "verdicts"), columns.item)
    table = only(table, wanted or {})
    judge = one_column(table, columns.judge, JUDGE, "the judge's", "--judge")
    assert judge is not None  # noqa: S101 - it is needed
    humans = human_columns(table, columns.humans, judge)
    item = one_column(table, columns.item, ITEM, "the item", "--item", needed=False)
    cluster = one_column(table, columns.cluster, CLUSTER, "the cluster", "--cluster", needed=False)
    items = _texts(table, item)
    problems = [*_repeated(table, item, items), *_empty(table, cluster)]
    if not len(table):
        problems.append(Problem("no rows", table.source))
    if problems:
        raise InputError(problems)
    return Labels(
        source=table.source,
        lines=table.lines,
        items=items,
        judge=[plain_label(cell) for cell in table.columns[judge]],
        humans={name: [plain_label(cell) for cell in table.columns[name]] for name in humans},
        clusters=None if cluster is None else [str(cell) for cell in table.columns[cluster]],
        identity=identity_of(table, identity or {}),
        columns={"judge": judge, "humans": humans, "item": item, "cluster": cluster},
    )


def read_judged(source: Any, columns: LabelColumns, labels: Labels) -> tuple[list[str | None], list[str] | None, int]:
    """The judgements of items without labels, their clusters, and how many were left out since they have labels.

    Raises: InputError for columns that are not there.
    """
    table = source_table(source, "unlabelled")
    judge = one_column(table, columns.judge or labels.columns["judge"], (), "the judge's", "--judge")
    assert judge is not None  # noqa: S101
    item = labels.columns["item"] if labels.columns["item"] in table.columns else None
    named = columns.cluster or labels.columns["cluster"]
    cluster = one_column(table, named, (), "the cluster", "--cluster", needed=False)
    if problems := _empty(table, cluster):
        raise InputError(problems)
    known = {name for name in labels.items if name is not None}
    kept = [row for row, name in enumerate(_texts(table, item)) if name is None or name not in known]
    judged = [plain_label(table.columns[judge][row]) for row in kept]
    clusters = None if cluster is None else [str(table.columns[cluster][row]) for row in kept]
    return judged, clusters, len(table) - len(kept)


def _texts(table: Table, column: str | None) -> list[str | None]:
    if column is None:
        return [None] * len(table)
    return [None if cell is None or not str(cell).strip() else str(cell).strip() for cell in table.columns[column]]


def _repeated(table: Table, column: str | None, items: Sequence[str | None]) -> list[Problem]:
    """One problem for every item that stands more than once, where it stands first."""
    counts = Counter(name for name in items if name is not None)
    first = {name: table.lines[row] for row, name in reversed(list(enumerate(items))) if name is not None}
    return [
        Problem(f"{name!r} stands {count} times; one row an item is needed", table.source, first[name], column)
        for name, count in counts.items()
        if count > 1
    ]


def _empty(table: Table, column: str | None) -> list[Problem]:
    if column is None:
        return []
    return [
        Problem("an empty cell; every item needs its cluster", table.source, line, column)
        for line, cell in zip(table.lines, table.columns[column], strict=True)
        if cell is None or not str(cell).strip()
    ]
