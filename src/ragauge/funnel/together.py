"""Gold and the hits of all stages under common names at once, where nothing but ids has to be compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.ids import NO_ID
from ragauge.funnel.needs import best_ranks
from ragauge.golden.ids.shared import shared_labels

if TYPE_CHECKING:
    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.evaluation import Surroundings
    from ragauge.funnel.needs import Needs
    from ragauge.tables.traced import Traced


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """``labels`` has the number (``label``) of the gold id that an ``item`` stands for, ``gold`` the needs of traces.

    ``exact``: ids are compared letter by letter, so that it is no mistake if none is the same.
    """

    labels: pl.DataFrame
    gold: pl.DataFrame
    count: int
    exact: bool

    @classmethod
    def of(cls, traced: Traced, needs: Needs, around: Surroundings, trace_of: IntArray) -> Together | None:
        """None where the stages have to be resolved one by one."""
        golden = needs.golden
        bare = golden.anchors.is_empty() and traced.anchors.is_empty() and around.chunks is None
        if not bare or golden.judgments.is_empty():
            return None
        cited = traced.asked["citations"].explode().drop_nulls()
        items = pl.concat([traced.hits["item"].unique(), cited]).unique()
        items = items.filter(~items.str.starts_with(NO_ID)).alias("item")
        wanted = golden.judgments["item"].unique(maintain_order=True)
        exact = around.matching.ids == "exact" or golden.verbatim
        same = items.filter(items.is_in(wanted.implode()))
        labels = pl.DataFrame({"item": same, "label": same}) if exact else shared_labels(wanted, items)
        if labels is None or labels.is_empty():
            return None
        numbers = pl.DataFrame({"label": wanted}).with_row_index("number")
        traces = golden.questions.select("question", trace=pl.Series(trace_of)).filter(pl.col("trace") >= 0)
        gold = golden.judgments.join(traces, on="question").join(numbers, left_on="item", right_on="label")
        named = labels.join(numbers, on="label").select("item", label="number")
        return cls(named, gold.select(_key("number"), "need"), len(needs), exact)

    def lists(self, traced: Traced) -> list[IntArray] | None:
        """For every stage the best rank of each need; None where no stage has anything in common with the gold."""
        rows = traced.hits.lazy().with_columns(rank=_ranks(traced)).join(self.labels.lazy(), on="item")
        found = rows.select(_key("label"), "stage", "rank").join(self.gold.lazy(), on="key")
        least = found.group_by("stage", "need").agg(pl.col("rank").min()).collect()
        common = not least.is_empty() or traced.hits["item"].is_in(self.labels["item"].implode()).any()
        if not self.exact and not common:
            return None
        return [best_ranks(self.count, least.filter(pl.col("stage") == place)) for place in range(len(traced.names))]

    def cited(self, traced: Traced) -> IntArray | None:
        """For every need the place of its citation, 0 where there is none; None where no citation is a gold id's."""
        rows = traced.asked.select(pl.int_range(pl.len()).alias("trace"), item="citations").explode("item").drop_nulls()
        rows = rows.with_columns(rank=pl.int_range(1, pl.len() + 1).over("trace")).join(self.labels, on="item")
        if rows.is_empty() and not self.exact:
            return None
        return best_ranks(self.count, rows.select(_key("label"), "rank").join(self.gold, on="key"))


def _key(number: str) -> pl.Expr:
    """A trace and the number of a gold id, as one number."""
    return (pl.col("trace").cast(pl.Int64) * 2**32 + pl.col(number)).alias("key")


def _ranks(traced: Traced) -> pl.Series:
    """The rank of each hit in its list."""
    trace, stage = (traced.hits[name].to_numpy() for name in ("trace", "stage"))
    first = np.ones(len(trace), dtype=bool)
    first[1:] = (trace[1:] != trace[:-1]) | (stage[1:] != stage[:-1])
    starts = np.flatnonzero(first)
    if pl.DataFrame({"trace": trace[starts], "stage": stage[starts]}).is_duplicated().any():
        return traced.hits.select(pl.int_range(1, pl.len() + 1, dtype=pl.Int64).over("trace", "stage")).to_series()
    length = np.diff(np.append(starts, len(trace)))
    return pl.Series(np.arange(1, len(trace) + 1) - np.repeat(starts, length))


def recorded_stages(traced: Traced, trace_of: IntArray) -> list[BoolArray]:
    """For every stage which questions of the gold have its list."""
    there = np.zeros((len(traced.names), len(traced) + 1), dtype=bool)
    there[traced.recorded["stage"].to_numpy(), traced.recorded["trace"].to_numpy()] = True
    return list(there[:, trace_of])
