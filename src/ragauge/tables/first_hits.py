"""What stood at the top of every list, small enough to keep beside the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.ids import NO_ID

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.arrays import IntArray
    from ragauge.core.judged import Judged
    from ragauge.tables.join import Joined
    from ragauge.tables.ranking import Ranked

KEPT = 10


def first_hits(joined: Joined, keep: int = KEPT) -> Callable[[], list[list[str]]]:
    """The first hits of every question: picked now, so that the run can go; made into lists when called."""
    keep = min(keep, joined.depth or keep)
    rows, rank, block = _top(joined.ranked, keep)
    order = np.lexsort((rank, block))
    items = joined.ranked.frame["item"].gather(rows[order])
    end = np.cumsum(np.bincount(block, minlength=len(joined.ranked.start)))
    start = np.append(0, end)
    of_question = joined.block

    def lists() -> list[list[str]]:
        names = ["(no id)" if name.startswith(NO_ID) else name for name in items.to_list()]
        return [names[start[place] : start[place + 1]] if place >= 0 else [] for place in of_question.tolist()]

    return lists


def relevant_ranks(judged: Judged) -> list[list[int]]:
    """The ranks of the relevant hits of every question, at any depth."""
    question, rank = judged.relevant_hits(rel=1)
    ranks: list[list[int]] = [[] for _ in range(len(judged))]
    for index, place in zip(question.tolist(), rank.tolist(), strict=True):
        ranks[index].append(place)
    return ranks


def _top(ranked: Ranked, keep: int) -> tuple[IntArray, IntArray, IntArray]:
    """Row, rank and block of all hits up to rank ``keep``; a tie that goes on beyond is looked at as a whole."""
    size = np.minimum(ranked.length, keep)
    while True:
        block: IntArray = np.repeat(np.arange(len(size), dtype=np.int64), size)
        rows = ranked.start[block] + np.arange(len(block)) - np.repeat(np.cumsum(size) - size, size)
        rank, first, tied = ranked.ranks(rows)
        wanted = np.zeros_like(size)
        np.maximum.at(wanted, block, first + tied - 1)
        wanted = np.minimum(wanted, ranked.length)
        if (wanted <= size).all():
            kept = rank <= keep
            return rows[kept], rank[kept], block[kept]
        size = np.maximum(size, wanted)
