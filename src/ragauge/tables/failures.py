"""The questions whose evidence is not all in the first k hits, with what came instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.judged import SCORED
from ragauge.core.records import Failure

if TYPE_CHECKING:
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined


def find_failures(golden: Golden, joined: Joined, *, k: int, limit: int) -> tuple[list[Failure], int]:
    """The first ``limit`` failures, those with the largest share of unmet needs first, and how many there are."""
    judged = joined.judged
    relevant, met = judged.needs(rel=1, k=k)
    wanted = judged.count(judged.need_question[relevant])
    unmet = wanted - judged.count(judged.need_question[met])
    failed = np.flatnonzero((unmet > 0) & (judged.status == SCORED))
    worst = failed[np.argsort(-unmet[failed] / wanted[failed], kind="stable")]
    return [_failure(golden, joined, index, k) for index in worst[:limit].tolist()], len(failed)


def _failure(golden: Golden, joined: Joined, index: int, k: int) -> Failure:
    question, text = golden.questions.select("question", "text").row(index)
    block = int(joined.block[index])
    came = joined.ranked.ids(block)[: joined.depth] if block >= 0 else []
    rank = {item: place for place, item in enumerate(came, start=1)}
    gold = golden.judgments.filter((pl.col("question") == question) & (pl.col("grade") >= 1))
    needs: dict[object, list[tuple[str, int | None]]] = {}
    for item, need in gold.select("item", "need").iter_rows():
        needs.setdefault(item if need is None else need, []).append((item, rank.get(item)))
    return Failure(question, text, tuple(tuple(need) for need in needs.values()), tuple(came[:k]))
