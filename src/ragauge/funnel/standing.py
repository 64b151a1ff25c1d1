"""Where each need stood in the list of a stage: by the same matching of gold and hits as every other number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.errors import InputError
from ragauge.core.ids import IGNORED
from ragauge.funnel.needs import best_ranks
from ragauge.funnel.reach import Ranking
from ragauge.funnel.together import recorded_stages
from ragauge.golden.matching.resolve import resolve
from ragauge.tables.questions import match_questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.evaluation import Surroundings
    from ragauge.funnel.needs import Needs
    from ragauge.funnel.together import Together
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced


CHANCE = 0.05
"""A lane that finds a smaller share of what another one finds may have found it by chance."""


def rankings(
    traced: Traced, needs: Needs, around: Surroundings, trace_of: IntArray, together: Together | None = None
) -> tuple[Ranking, ...]:
    """The rank of every need in every recorded list.

    Hits keep the ranks at which they were handed on: what repeats another one holds its place. A lane that has next
    to no gold, and shares no id with the other lanes, which have some, is foreign.

    ``together`` has the common names of gold and hits, where these could be found for all stages at once.

    Raises: InputError when no stage has anything in common with the gold.
    """
    ranks = None if together is None else together.lists(traced)
    if ranks is None:
        lists = _one_by_one(traced, needs, around)
    else:
        there = recorded_stages(traced, trace_of)
        lists = [
            Ranking(name, traced.kinds[name], rank, recorded)
            for name, rank, recorded in zip(traced.names, ranks, there, strict=True)
        ]
    return tuple(replace(one, foreign=_is_foreign(one, lists, traced)) for one in lists)


def _one_by_one(traced: Traced, needs: Needs, around: Surroundings) -> list[Ranking]:
    """The rankings where what a hit is called may depend on its stage."""
    found: dict[str, Ranking] = {}
    refused: list[InputError] = []
    filled = traced.hits["stage"].n_unique()
    for name in traced.names:
        run = traced.run(name)
        try:
            rank, recorded = standing(run, needs, around)
        except InputError as error:
            refused.append(error)
            rank, recorded = _standing(needs.golden, run, len(needs))
        found[name] = Ranking(name, traced.kinds[name], rank, recorded)
    if refused and len(refused) == filled:
        raise refused[0]
    return list(found.values())


def standing(run: Run, needs: Needs, around: Surroundings) -> tuple[IntArray, BoolArray]:
    """The best rank of each need in a run (0: not there), and which questions of the gold have a list.

    Raises: InputError when nothing of the run is known to the gold.
    """
    matching = replace(around.matching, repeats="keep")
    resolved = resolve(needs.golden, run, matching, chunks=around.chunks, corpus=around.corpus)
    return _standing(resolved.golden, resolved.run, len(needs))


def _items(traced: Traced, name: str) -> pl.Series:
    place = traced.names.index(name)
    return traced.hits.filter(pl.col("stage") == place)["item"].unique()


def _is_foreign(ranking: Ranking, lists: Sequence[Ranking], traced: Traced) -> bool:
    others = [one for one in lists if one.kind == "lane" and one.name != ranking.name]
    most = max((int((one.rank > 0).sum()) for one in others), default=0)
    if ranking.kind != "lane" or int((ranking.rank > 0).sum()) >= CHANCE * most:
        return False
    own = _items(traced, ranking.name)
    return not own.is_empty() and not any(own.is_in(_items(traced, one.name).implode()).any() for one in others)


def _standing(golden: Golden, run: Run, count: int) -> tuple[IntArray, BoolArray]:
    """The best rank of each need, and which questions have a list."""
    pairs, _ = match_questions(golden, run, run.frame["question"].unique(maintain_order=True))
    pairs = pairs.filter(~pl.col("run_question").str.starts_with(IGNORED))
    recorded = np.zeros(len(golden), dtype=bool)
    recorded[pairs["index"].to_numpy()] = True
    wanted = golden.judgments["item"].unique()
    ranked = run.frame.select("question", "item", rank=pl.int_range(1, pl.len() + 1).over("question"))
    hits = ranked.filter(pl.col("item").is_in(wanted.implode()))
    names = golden.questions.select("question").with_row_index("index").cast({"index": pl.Int64})
    gold = golden.judgments.join(names, on="question", how="left").select("index", "item", "need")
    there = hits.join(pairs.select("run_question", "index"), left_on="question", right_on="run_question", how="inner")
    rows = there.select("index", "item", "rank").join(gold, on=["index", "item"], how="inner")
    return best_ranks(count, rows.select("need", "rank")), recorded
