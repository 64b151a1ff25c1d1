"""From rows to ranks: one canonical ranking for all metrics of a run, found in one vectorised pass.

A block is the run of rows of one question. Where every question is one block whose scores fall, a row's rank
is its offset in the block and only rows with equal scores need sorting (falling id, by bytes: trec_eval's
rule). Anything else is sorted once, and then the same holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ragauge.core.arrays import IntArray
    from ragauge.tables.run import Run


@dataclass(frozen=True, eq=False)
class Ranked:
    """A run whose rows stand in blocks, with the rank of every row at hand.

    Per block: ``question``, ``start`` (row), ``length``. ``followers`` are the rows whose score is that of the
    row before, ascending. ``was_sorted``: the rows did not stand in rank order, so they were sorted.
    """

    frame: pl.DataFrame
    question: pl.Series
    start: IntArray
    length: IntArray
    followers: IntArray
    was_sorted: bool = False

    @cached_property
    def item_hash(self) -> NDArray[np.uint64]:
        """A hash of each row's id, for finding rows fast; equal ids have equal hashes."""
        return self.frame["item"].hash().to_numpy()

    def block_of(self, rows: IntArray) -> IntArray:
        """The block of each row."""
        return np.searchsorted(self.start, rows, side="right") - 1

    def ranks(self, rows: IntArray) -> tuple[IntArray, IntArray, IntArray]:
        """Rank of each row, and the first rank and the size of its group of equal scores."""
        offset = self.start[self.block_of(rows)]
        rank = rows - offset + 1
        first, size = rank.copy(), np.ones_like(rank)
        tied, opener, members = self._tie_groups(rows)
        first[tied], size[tied] = opener - offset[tied] + 1, members
        rank[tied] = first[tied] + self._places(rows[tied], opener, members)
        return rank, first, size

    def ids(self, block: int) -> list[str]:
        """The ids of a block, best first."""
        start = int(self.start[block])
        rows = np.arange(start, start + int(self.length[block]))
        rank, _, _ = self.ranks(rows)
        return [str(item) for item in self.frame["item"].gather(rows[np.argsort(rank)])]

    def _tie_groups(self, rows: IntArray) -> tuple[IntArray, IntArray, IntArray]:
        """Which of the rows are tied, the first row of their group, and its size."""
        runs = np.flatnonzero(np.diff(self.followers, prepend=-2) != 1)  # where a stretch of followers begins
        opener = self.followers[runs] - 1
        members = np.diff(np.append(runs, len(self.followers))) + 1
        group = np.searchsorted(opener, rows, side="right") - 1
        inside = group >= 0
        inside[inside] = rows[inside] < (opener + members)[group[inside]]
        tied = np.flatnonzero(inside)
        return tied, opener[group[tied]], members[group[tied]]

    def _places(self, rows: IntArray, opener: IntArray, members: IntArray) -> IntArray:
        """The place of each row in its tie group, from 0: falling id, by bytes."""
        groups, index = np.unique(opener, return_index=True)
        sizes = members[index]
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        everyone = np.repeat(groups, sizes) + within
        order = (
            pl.DataFrame({"group": np.repeat(groups, sizes), "item": self.frame["item"].gather(everyone)})
            .with_row_index("place")
            .sort("group", "item", descending=[False, True])["place"]
            .to_numpy()
        )
        place = np.empty(len(everyone), dtype=np.int64)
        place[order] = within
        return place[np.searchsorted(everyone, rows)]


def rank_run(run: Run) -> Ranked:
    """The canonical ranking of a run."""
    frame = run.frame
    by_score = run.order == "score"
    if by_score and frame["score"].null_count():
        frame = _scored_by_place(frame)
    start, followers, out_of_order = _look(frame, by_score=by_score)
    was_sorted = out_of_order or frame["question"].gather(start).n_unique() != len(start)
    if was_sorted:
        frame = _sorted(frame, by_score=by_score)
        start, followers, _ = _look(frame, by_score=by_score)
    length = np.diff(np.append(start, frame.height))
    return Ranked(frame, frame["question"].gather(start), start, length, followers, was_sorted)


def _scored_by_place(frame: pl.DataFrame) -> pl.DataFrame:
    """Where a hit has no score the order of its question's list counts: falling stand-in scores."""
    unscored = pl.col("score").is_null().any().over("question")
    place = pl.int_range(pl.len()).cast(pl.Float64)
    return frame.with_columns(score=pl.when(unscored).then(-place).otherwise("score"))


def _look(frame: pl.DataFrame, *, by_score: bool) -> tuple[IntArray, IntArray, bool]:
    """Where blocks start, the rows with the score of the row before, and whether any score rises."""
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
    followers = seen["same"].arg_true().to_numpy().astype(np.int64)
    return start, followers, bool(seen["rises"].any())


def _sorted(frame: pl.DataFrame, *, by_score: bool) -> pl.DataFrame:
    if by_score:
        return frame.sort("question", "score", "item", descending=[False, True, True], nulls_last=True)
    return frame.sort("question", maintain_order=True)
