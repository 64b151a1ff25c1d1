"""Traces as tables: one row a question, one a recorded stage, one a hit; whatever their number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from ragauge.tables.anchors import ANCHORS
from ragauge.tables.run import Run

if TYPE_CHECKING:
    from collections.abc import Mapping

ASKED: dict[str, type[pl.DataType] | pl.DataType] = {
    "question": pl.String,
    "text": pl.String,
    "extracted": pl.String,
    "authorization": pl.String,
    "prompt_tokens": pl.Int64,
    "window": pl.Int64,
    "answer": pl.String,
    "citations": pl.List(pl.String),
    "refusal": pl.Boolean,
    "error": pl.String,
    "failed_in": pl.String,
}
"""The columns of ``Traced.asked``; null is not recorded. The predicates are JSON texts."""
RECORDED = {"trace": pl.UInt32, "stage": pl.UInt16}
"""The columns of ``Traced.recorded``: a row for every stage that a trace has, in the order in which they ran."""
VERSIONS = {"trace": pl.UInt32, "filter": pl.String, "chunks": pl.String}
"""The columns of ``Traced.versions``: what the versions of a trace say of these two; a row for each that says any."""
TOLD: dict[str, type[pl.DataType] | pl.DataType] = {
    "trace": pl.UInt32,
    "references": pl.List(pl.String),
    "confidence": pl.Float64,
}
"""The columns of ``Traced.told``: right answers and the system's confidence; a row for each trace that tells any."""
HITS = {"trace": pl.UInt32, "stage": pl.UInt16, "item": pl.String, "score": pl.Float64}
"""The columns of ``Traced.hits``; the hits of a stage of a trace stand best first."""


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """Traces, as they are looked at in their thousands.

    ``trace`` is the row of ``asked``, ``stage`` the place in ``names``, whose kinds (``lane``, ``fused``, ``reranked``,
    ``selected``, ``context``) are in ``kinds``. ``anchors`` says what is known of where the items stand. ``versions``
    has the mode of the filter, and the fingerprint of the table of chunks that was searched. ``told`` has what plain
    tables of answers say beside all this.
    """

    asked: pl.DataFrame
    recorded: pl.DataFrame
    hits: pl.DataFrame
    names: tuple[str, ...]
    kinds: Mapping[str, str]
    anchors: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=ANCHORS))
    source: str = "traces"
    notes: tuple[str, ...] = ()
    versions: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=VERSIONS))
    told: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=TOLD))

    def __len__(self) -> int:
        return self.asked.height

    def stages(self, kind: str) -> list[str]:
        """The names of the stages of a kind, in the order of the pipeline."""
        return [name for name in self.names if self.kinds[name] == kind]

    def run(self, stage: str) -> Run:
        """What a stage handed on, as a run; traces that have not recorded it are not in it."""
        place = self.names.index(stage)
        names = self.asked["question"]
        rows = self.hits.filter(pl.col("stage") == place)
        there = self.recorded.filter(pl.col("stage") == place)["trace"]
        empty = there.filter(~there.is_in(rows["trace"].unique().implode()))
        frame = rows.select(names.gather(rows["trace"]).alias("question"), "item", "score")
        named = self.anchors
        if not named.is_empty():
            named = named.filter(pl.col("item").is_in(rows["item"].unique().implode()))
        texts = self.asked.select("question", "text").drop_nulls().iter_rows()
        return Run(
            frame,
            "given",
            f"{self.source}: {stage}",
            empty_questions=tuple(names.gather(empty)),
            texts=dict(texts),
            anchors=named,
        )
