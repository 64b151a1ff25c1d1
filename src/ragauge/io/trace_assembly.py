"""The tables of traces, gathered batch by batch from the records of single questions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ragauge.core.entries import refuse_contradiction
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import NO_ID
from ragauge.core.trace import KINDS
from ragauge.io.problem_list import ProblemList
from ragauge.tables.anchors import anchor_table
from ragauge.tables.traced import ASKED, HITS, RECORDED, VERSIONS, Traced

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.core.anchors import Anchor
    from ragauge.core.trace import StageHits, Trace

HIT = {name: HITS[name] for name in ("item", "score")}
"""The columns of a table of hits before it is known what they are of; an item is null where a hit has no id."""
STAGES = {"trace": pl.UInt32, "name": pl.String, "kind": pl.String, "length": pl.UInt32}
"""A row for every stage of every trace, with the number of its hits."""
LARGEST = 2**63 - 1
BATCH = 4096
"""So many traces are held as records at a time."""


def gathered(traces: Iterable[Trace], source: str, notes: Iterable[str] = ()) -> Traced:
    """The tables of traces, of which only so many are in memory as records at a time.

    Raises: InputError when a question has two traces, an item two places, or a stage two kinds.
    """
    tables = TraceTables(source)
    batch: list[Trace] = []
    for trace in traces:
        batch.append(trace)
        if len(batch) == BATCH:
            tables.extend(batch)
            batch = []
    tables.extend(batch)
    return tables.traced(notes)


@dataclass(frozen=True, slots=True)
class Lists:
    """The stages of each trace, how many hits each of them has, and all of these, one stage after the other."""

    stages: Sequence[Sequence[StageHits]]
    lengths: Sequence[int]
    hits: pl.DataFrame

    @classmethod
    def of(cls, traces: Sequence[Trace]) -> Lists:
        """The lists that stand in the traces."""
        stages = [trace.stages or () for trace in traces]
        lists = [stage.hits for group in stages for stage in group]
        hits = pl.DataFrame([hit for one in lists for hit in one], schema=HIT, orient="row")
        return cls(stages, list(map(len, lists)), hits)


class TraceTables:
    """Tables that grow by batches of traces, whose lists may come beside them."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._count = 0
        self._asked: list[pl.DataFrame] = [pl.DataFrame(schema=ASKED)]
        self._stages: list[pl.DataFrame] = [pl.DataFrame(schema=STAGES)]
        self._hits: list[pl.DataFrame] = [pl.DataFrame(schema=HIT)]
        self._versions: list[pl.DataFrame] = [pl.DataFrame(schema=VERSIONS)]
        self._seen: set[str] = set()
        self._kinds: dict[str, str] = {}
        self._anchors: dict[str, Anchor] = {}
        self._problems = ProblemList()

    def extend(self, traces: Sequence[Trace], lists: Lists | None = None) -> None:
        """Add traces; ``lists`` stand for their stages where these are not in them."""
        lists = Lists.of(traces) if lists is None else lists
        rows = []
        for number, (trace, stages) in enumerate(zip(traces, lists.stages, strict=True), start=self._count):
            self._check(trace, stages, number + 1)
            rows += [(number, stage.name, stage.kind) for stage in stages]
        start, self._count = self._count, self._count + len(traces)
        if self._problems:
            return  # nothing will come of the tables
        named = pl.DataFrame(rows, schema={name: STAGES[name] for name in ("trace", "name", "kind")}, orient="row")
        self._stages.append(named.with_columns(length=pl.Series(lists.lengths, dtype=pl.UInt32)))
        self._asked.append(asked_of(traces))
        self._versions.append(versions_of((trace.versions for trace in traces), start))
        self._hits.append(lists.hits)

    def traced(self, notes: Iterable[str] = ()) -> Traced:
        """All of them.

        Raises: InputError with every question that has two traces, item that has two places, stage that has two kinds.
        """
        if self._problems:
            raise InputError(self._problems.all())
        asked, stages, hits = (pl.concat(frames) for frames in (self._asked, self._stages, self._hits))
        self._hits.clear()
        versions = pl.concat(self._versions)
        return assembled(asked, stages, hits, anchor_table(self._anchors), self._source, notes, versions)

    def _check(self, trace: Trace, stages: Sequence[StageHits], place: int) -> None:
        if trace.question in self._seen:
            self._refuse(f"question {trace.question!r} has a trace already", place)
        self._seen.add(trace.question)
        for name in ("prompt_tokens", "window"):
            if (getattr(trace, name) or 0) > LARGEST:
                self._refuse(f"{name} of question {trace.question!r} is larger than {LARGEST}", place)
        for stage in stages:
            if (kind := self._kinds.setdefault(stage.name, stage.kind)) != stage.kind:
                self._refuse(f"stage {stage.name!r} is {stage.kind} here and {kind} before", place)
        for item, anchor in trace.anchors.items():
            try:
                refuse_contradiction(item, self._anchors.setdefault(item, anchor), anchor)
            except ValueError as error:
                self._refuse(str(error), place)

    def _refuse(self, message: str, place: int) -> None:
        self._problems.add(Problem(message, self._source, place))


def assembled(
    asked: pl.DataFrame,
    stages: pl.DataFrame,
    hits: pl.DataFrame,
    anchors: pl.DataFrame,
    source: str,
    notes: Iterable[str] = (),
    versions: pl.DataFrame | None = None,
) -> Traced:
    """The tables of traces that are known to be sound, from the tables ``ASKED``, ``STAGES`` and ``HIT``.

    A hit without an id gets a name that matches nothing.
    """
    kinds: Mapping[str, Any] = dict(stages.select("name", "kind").unique(maintain_order=True).iter_rows())
    names = tuple(sorted(kinds, key=lambda name: KINDS.index(kinds[name])))
    numbers = {name: number for number, name in enumerate(names)}
    place = (
        stages["name"].replace_strict(numbers, return_dtype=pl.UInt16) if numbers else stages["name"].cast(pl.UInt16)
    )
    recorded = stages.select("trace", place.alias("stage")).cast(pl.Schema(RECORDED))
    length = stages["length"].to_numpy()
    missing = hits["item"].is_null()
    if missing.any():
        nameless = pl.select(pl.format(f"{NO_ID}{{}}", pl.int_range(hits.height))).to_series()
        hits = hits.with_columns(item=nameless.zip_with(missing, hits["item"]))
    whole = hits.select(
        pl.Series("trace", np.repeat(recorded["trace"].to_numpy(), length)),
        pl.Series("stage", np.repeat(recorded["stage"].to_numpy(), length)),
        "item",
        "score",
    )
    told = pl.DataFrame(schema=VERSIONS) if versions is None else versions
    return Traced(asked, recorded, whole, names, kinds, anchors, source, tuple(notes), told)


def asked_of(traces: Sequence[Trace]) -> pl.DataFrame:
    """The table ``ASKED`` of traces; predicates are JSON texts, with their keys sorted."""
    columns: dict[str, list[Any]] = {name: [getattr(trace, name) for trace in traces] for name in ASKED}
    for name in ("extracted", "authorization"):
        columns[name] = [None if value is None else json_text(value) for value in columns[name]]
    columns["citations"] = [None if value is None else list(value) for value in columns["citations"]]
    return pl.DataFrame(columns, schema=ASKED)


def versions_of(told: Iterable[Mapping[str, Any] | None], start: int = 0) -> pl.DataFrame:
    """The table ``VERSIONS`` of the versions of traces, whose numbers count from ``start``."""
    names = tuple(VERSIONS)[1:]
    rows = [
        (number, *(one.get(name) for name in names))
        for number, one in enumerate(told, start)
        if one is not None and any(name in one for name in names)
    ]
    return pl.DataFrame(rows, schema=VERSIONS, orient="row")


def json_text(value: Any, *, strict: bool = False) -> str:
    """A mapping of a trace as it stands in a table.

    Raises: TypeError or ValueError for what JSON has not; NaN and infinity only if ``strict``.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=not strict)
