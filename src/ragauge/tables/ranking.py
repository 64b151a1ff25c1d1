"""From rows to ranks: one canonical ranking for all metrics of a run, found in one vectorised pass.

A block is the run of rows of one question. Where every question is one block whose scores fall, a row's rank
is its offset in the block and only rows with equal scores need sorting (falling id, by bytes: trec_eval's
rule). Anything else is sorted once, and then the same holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.tables.run import Run


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """A run whose rows stand in blocks, with the rank of every row at hand.

    Per block: ``question``, ``start`` (row), ``length``. ``tied_rows`` are the rows that share their score
    with a neighbour; ``tied_rank``, ``tied_first`` and ``tied_size`` their canonical rank, and the first rank
    and the size of their group.
    """

    frame: pl.DataFrame
    question: pl.Series
    start: IntArray
    length: IntArray
    tied_rows: IntArray
    tied_rank: IntArray
    tied_first: IntArray
    tied_size: IntArray

    def block_of(self, rows: IntArray) -> IntArray:
        """The block of each row."""
        return np.searchsorted(self.start, rows, side="right") - 1

    def ranks(self, rows: IntArray) -> tuple[IntArray, IntArray, IntArray]:
        """Rank of each row, and the first rank and the size of its group of equal scores."""
        rank = rows - self.start[self.block_of(rows)] + 1
        first, size = rank.copy(), np.ones_like(rank)
        if len(self.tied_rows):
            place = np.minimum(np.searchsorted(self.tied_rows, rows), len(self.tied_rows) - 1)
            tied = self.tied_rows[place] == rows
            rank[tied] = self.tied_rank[place[tied]]
            first[tied] = self.tied_first[place[tied]]
            size[tied] = self.tied_size[place[tied]]
        return rank, first, size

    def ids(self, block: int) -> list[str]:
        """The ids of a block, best first."""
        start = int(self.start[block])
        rows = np.arange(start, start + int(self.length[block]))
        rank, _, _ = self.ranks(rows)
        return [str(item) for item in self.frame["item"].gather(rows[np.argsort(rank)])]


def rank_run(run: Run) -> Ranked:
    """The canonical ranking of a run."""
    frame = run.frame
    by_score = run.order == "score"
    start, tied, out_of_order = _look(frame, by_score=by_score)
    if out_of_order or frame["question"].gather(start).n_unique() != len(start):
        frame = _sorted(frame, by_score=by_score)
        start, tied, _ = _look(frame, by_score=by_score)
    length = np.diff(np.append(start, frame.height))
    return Ranked(frame, frame["question"].gather(start), start, length, *_tie_groups(frame, start, tied))


def _look(frame: pl.DataFrame, *, by_score: bool) -> tuple[IntArray, BoolArray, bool]:
    """Where blocks start, which rows have the score of the row before, and whether any score rises."""
    before = pl.col("score").shift()
    seen = (
        frame.lazy()
        .select(
            new=(pl.col("question") != pl.col("question").shift()).fill_null(value=True),
            same=(pl.col("score") == before).fill_null(value=False) if by_score else pl.lit(value=False),
            rises=(pl.col("score") > before).fill_null(value=False) if by_score else pl.lit(value=False),
        )
        .with_columns(pl.col("same", "rises") & ~pl.col("new"))
        .collect()
    )
    start = seen["new"].arg_true().to_numpy().astype(np.int64)
    return start, seen["same"].to_numpy(), bool(seen["rises"].any())


def _sorted(frame: pl.DataFrame, *, by_score: bool) -> pl.DataFrame:
    if by_score:
        return frame.sort("question", "score", "item", descending=[False, True, True], nulls_last=True)
    return frame.sort("question", maintain_order=True)


def _tie_groups(frame: pl.DataFrame, start: IntArray, tied: BoolArray) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    follower = np.flatnonzero(tied)
    if len(follower) == 0:
        none = np.zeros(0, dtype=np.int64)
        return none, none, none, none
    rows = np.union1d(follower, follower - 1).astype(np.int64)
    opens = ~tied[rows]
    group = np.cumsum(opens) - 1
    first_row = rows[opens][group]
    size = np.bincount(group)[group]
    first = first_row - start[np.searchsorted(start, first_row, side="right") - 1] + 1
    order = (
        pl.DataFrame({"group": group, "item": frame["item"].gather(rows)})
        .with_row_index("place")
        .sort("group", "item", descending=[False, True])["place"]
        .to_numpy()
    )
    rank = np.empty_like(rows)
    rank[order] = first[order] + (np.arange(len(rows)) - np.searchsorted(group, group[order], side="left"))
    return rows, rank, first, size
