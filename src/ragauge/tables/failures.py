"""The questions whose evidence is not all in the first k hits, with what came instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.judged import SCORED
from ragauge.core.parameters import HIGHEST
from ragauge.core.records import Failure

if TYPE_CHECKING:
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined


def find_failures(golden: Golden, joined: Joined, *, k: int, limit: int) -> tuple[list[Failure], int]:
    """The first ``limit`` failures, those with the largest share of unmet needs first, and how many there are."""
    judged, k = joined.judged, min(k, HIGHEST)
    relevant, met = judged.needs(rel=1, k=k)
    wanted = judged.count(judged.need_question[relevant])
    unmet = wanted - judged.count(judged.need_question[met])
    failed = np.flatnonzero((unmet > 0) & (judged.status == SCORED))
    worst = failed[np.argsort(-unmet[failed] / wanted[failed], kind="stable")]
    shown = worst[:limit].tolist()
    needs = _needs_of(golden, shown)
    return [_failure(golden, joined, index, needs, k) for index in shown], len(failed)


def _needs_of(golden: Golden, indices: list[int]) -> dict[str, dict[object, list[str]]]:
    """The alternatives of every need of some questions."""
    names = golden.questions["question"].gather(indices)
    rows = golden.judgments.filter((pl.col("grade") >= 1) & pl.col("question").is_in(names.implode()))
    needs: dict[str, dict[object, list[str]]] = {}
    for question, item, need in rows.select("question", "item", "need").iter_rows():
        needs.setdefault(question, {}).setdefault(item if need is None else need, []).append(item)
    return needs


def _failure(golden: Golden, joined: Joined, index: int, needs: dict[str, dict[object, list[str]]], k: int) -> Failure:
    question, text = golden.questions.select("question", "text").row(index)
    block = int(joined.block[index])
    came = joined.ranked.ids(block)[: joined.depth] if block >= 0 else []
    if joined.condensed:
        judged = golden.judgments.filter((pl.col("question") == question) & (pl.col("grade") >= 0))["item"]
        came = [item for item in came if item in set(judged)]
    rank = {item: place for place, item in enumerate(came, start=1)}
    placed = (tuple((item, rank.get(item)) for item in need) for need in needs[question].values())
    return Failure(question, text, tuple(placed), tuple(came[:k]))
