"""Traces as Parquet: a row for each, with the lists of its stages nested in it (``docs/traces-parquet.md``)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ragauge.core.anchors import ANCHOR_FIELDS
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import NO_ID
from ragauge.core.trace import TRACE_FIELDS
from ragauge.io.parquet import POLARS_ERRORS
from ragauge.io.trace_assembly import BATCH, HIT, Lists, json_text
from ragauge.io.traces import traces_text
from ragauge.io.writing import check_target, write_all
from ragauge.tables.anchors import ANCHORS
from ragauge.tables.traced import ASKED, Traced

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ragauge.core.anchors import Anchor
    from ragauge.core.arrays import IntArray
    from ragauge.core.trace import Trace

STAGE = pl.Struct({"name": pl.String, "kind": pl.String, "hits": pl.List(pl.Struct(HIT))})
OBJECTS = ("extracted", "authorization", "timings", "tokens", "cache_hits", "versions")
"""Parts that are objects; in a table they are JSON texts, since a struct has no absent keys."""
TABLE: dict[str, Any] = {
    **dict.fromkeys(TRACE_FIELDS, pl.String),
    **dict.fromkeys(("seconds", "cost"), pl.Float64),
    **ASKED,
    "rewrites": pl.List(pl.String),
    "stages": pl.List(STAGE),
    "anchors": pl.List(pl.Struct(ANCHORS)),
}
"""The columns of a file, in the order of the parts of a trace; null is not recorded."""
ROWS = 1 << 14
"""So many traces are read at a time by whoever reads a part of the file."""


def write_traces_parquet(path: str | Path, traces: Iterable[Trace] | Traced) -> None:
    """Write traces as Parquet, whole or not at all.

    Tables of traces hold less than their records, and say of each item only once where it stands.

    Raises: InputError when a trace holds what JSON has not, or the file cannot be written.
    """
    check_target(path)
    frame = table_of_traced(traces) if isinstance(traces, Traced) else table_of_traces(traces)
    data = io.BytesIO()
    frame.write_parquet(data, row_group_size=ROWS)
    write_all([(path, data.getvalue())])


def table_of_traces(traces: Iterable[Trace]) -> pl.DataFrame:
    """The table of the records of traces.

    >>> from ragauge.core.trace import StageHits, Trace
    >>> table = table_of_traces([Trace("q1", stages=(StageHits("a", "lane", (("c1", 7.5),)),), tokens={"prompt": 9})])
    >>> table["stages"][0].to_list(), table["tokens"][0]
    ([{'name': 'a', 'kind': 'lane', 'hits': [{'item': 'c1', 'score': 7.5}]}], '{"prompt": 9}')

    Raises: InputError with every trace that holds what JSON has not.
    """
    traces = list(traces)
    try:
        frames = [_table(traces[start : start + BATCH]) for start in range(0, len(traces), BATCH)]
    except (TypeError, ValueError, RecursionError, *POLARS_ERRORS) as error:
        traces_text(traces)  # says which of them it is, in the words of the other format
        raise InputError([Problem(f"cannot be written as Parquet: {error}", "traces")]) from error
    return pl.concat([pl.DataFrame(schema=TABLE), *frames])


def table_of_traced(traced: Traced) -> pl.DataFrame:
    """The table of traces that are tables; of the parts that these have not, nothing is recorded."""
    numbered = traced.recorded.with_row_index("number")
    hits = traced.hits.join(numbered, on=["trace", "stage"], how="inner").sort("number", maintain_order=True)
    hits = hits.with_columns(item=pl.when(~pl.col("item").str.starts_with(NO_ID)).then("item"))
    names = pl.Series(traced.names, dtype=pl.String).gather(traced.recorded["stage"])
    stages = _stages(
        names,
        names.replace_strict(dict(traced.kinds), return_dtype=pl.String),
        hits,
        np.bincount(hits["number"].to_numpy(), minlength=numbered.height),
        np.bincount(traced.recorded["trace"].to_numpy(), minlength=len(traced)),
    )
    table = traced.asked.with_columns(
        stages.alias("stages"), _first_anchors(traced).alias("anchors"), _versions(traced).alias("versions")
    )
    missing = [pl.lit(None, dtype=dtype).alias(name) for name, dtype in TABLE.items() if name not in table.columns]
    return table.with_columns(missing).select(list(TABLE))


def _table(traces: Sequence[Trace]) -> pl.DataFrame:
    lists = Lists.of(traces)
    if not lists.hits["score"].is_finite().all():
        raise ValueError("a score that is no finite number")
    columns = {name: _cells(name, traces) for name in TABLE if name != "stages"}
    flat = [stage for group in lists.stages for stage in group]
    names, kinds = [stage.name for stage in flat], [stage.kind for stage in flat]
    nested = _stages(names, kinds, lists.hits, lists.lengths, [len(group) for group in lists.stages])
    known = pl.Series([trace.stages is not None for trace in traces], dtype=pl.Boolean)
    frame = pl.DataFrame(columns, schema={name: TABLE[name] for name in columns})
    return frame.with_columns(pl.when(known).then(nested).alias("stages")).select(list(TABLE))


def _cells(name: str, traces: Iterable[Trace]) -> list[Any]:
    values = [getattr(trace, name) for trace in traces]
    if name in OBJECTS:
        return [None if value is None else json_text(value, strict=True) for value in values]
    if name == "anchors":
        return [[_place(item, anchor) for item, anchor in value.items()] or None for value in values]
    return [list(value) if isinstance(value, tuple) else value for value in values]


def _place(item: str, anchor: Anchor) -> dict[str, Any]:
    return {"item": item, **{name: getattr(anchor, name) for name in ANCHOR_FIELDS}}


def _stages(
    names: Any, kinds: Any, hits: pl.DataFrame, lengths: Sequence[int] | IntArray, counts: Sequence[int] | IntArray
) -> pl.Series:
    """The column of stages: ``lengths`` has the number of hits of each stage, ``counts`` of stages of each trace."""
    lists = _nested(hits.select(pl.struct(*HIT)).to_series(), lengths, STAGE.to_schema()["hits"])
    rows = pl.DataFrame({"name": names, "kind": kinds, "hits": lists}, schema=STAGE.to_schema())
    return _nested(rows.select(pl.struct(pl.all())).to_series(), counts, TABLE["stages"])


def _nested(values: pl.Series, lengths: Sequence[int] | IntArray, dtype: Any) -> pl.Series:
    """A column of lists of so many values each."""
    count = np.asarray(lengths, dtype=np.int64)
    rows = pl.DataFrame({"place": np.repeat(np.arange(len(count)), count), "value": values})
    lists = rows.group_by("place", maintain_order=True).agg("value")["value"]
    if len(lists) == len(count):
        return lists.cast(dtype)
    number = np.where(count > 0, np.cumsum(count > 0), 0)
    return pl.concat([pl.Series([[]], dtype=dtype), lists.cast(dtype).alias("")]).gather(number)


def _versions(traced: Traced) -> pl.Series:
    """What the versions say, as far as tables of traces have it."""
    told: list[str | None] = [None] * len(traced)
    for row in traced.versions.iter_rows(named=True):
        told[row["trace"]] = json_text({name: row[name] for name in row if name != "trace" and row[name] is not None})
    return pl.Series(told, dtype=pl.String)


def _first_anchors(traced: Traced) -> pl.Series:
    """The places of items, each in the first trace that has it; those that no trace has are in the first of all."""
    first = traced.hits.select("item", "trace").unique("item", keep="first", maintain_order=True)
    told = traced.anchors.join(first, on="item", how="left", maintain_order="left")
    rows = told.with_columns(pl.col("trace").fill_null(0)).sort("trace", maintain_order=True)
    count = np.bincount(rows["trace"].to_numpy(), minlength=len(traced))
    return _nested(rows.select(pl.struct(*ANCHORS)).to_series(), count, TABLE["anchors"])
