"""The evidence of all rows as one table: plain ids column by column, everything else row by row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.ids import WHITE
from ragauge.io.frame_columns import text_column

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.anchors import Anchor
    from ragauge.golden.reading.evidence import Evidence, EvidenceReader
    from ragauge.golden.reading.separators import Separator
    from ragauge.io.table import Table

SCHEMA = {"place": pl.Int64, "item": pl.String, "grade": pl.Int64, "need": pl.Int64}
STRUCTURED = r"^\s*[\[{]|\x00"
"""Cells that are no plain ids: JSON, and what is to be refused."""


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """The evidence of a table of questions, by the place of their rows.

    ``judgments`` are ``SCHEMA``; ``has`` says which rows name any evidence; ``bare`` are the places of lists of several
    sources that do not say whether all are needed; ``answers`` are (place, item, answer); ``faults`` are (place,
    message, column).
    """

    judgments: pl.DataFrame
    has: pl.Series
    bare: list[int]
    anchors: Mapping[str, Anchor] = field(default_factory=dict)
    answers: list[tuple[int, str, str]] = field(default_factory=list)
    faults: list[tuple[int, str, str | None]] = field(default_factory=list)


def read_gold(table: Table, reader: EvidenceReader) -> Gold:
    """The evidence of all rows of a table."""
    if reader.is_plain:
        ((_, column),) = reader.columns.items()
        gold = _of_plain_ids(table.columns[column], reader.separators.get(column), reader.match)
        if gold is not None:
            return gold
    return _row_by_row(table, reader)


def _of_plain_ids(cells: list[object], separator: Separator | None, match: str) -> Gold | None:
    """What ``_row_by_row`` makes of cells that hold nothing but ids, or None if some cell holds something else."""
    texts = text_column(cells)
    if texts is None or texts.str.contains(STRUCTURED).any():
        return None
    rows = pl.DataFrame({"place": pl.int_range(len(texts), eager=True), "item": texts}).drop_nulls("item")
    if separator is not None and separator.text is not None:
        rows = rows.with_columns(pl.col("item").str.split(separator.text)).explode("item")
    rows = rows.with_columns(pl.col("item").str.strip_chars(WHITE)).filter(pl.col("item") != "")
    rows = rows.unique(["place", "item"], keep="first", maintain_order=True)
    several = rows.group_by("place", maintain_order=True).len().filter(pl.col("len") > 1)["place"]
    need = pl.col("place").rank("dense") - 1 if match == "any" else pl.int_range(pl.len())
    judgments = rows.with_columns(grade=pl.lit(1), need=need).cast(pl.Schema(SCHEMA))
    return Gold(judgments, _marked(len(texts), rows["place"]), several.to_list())


def _row_by_row(table: Table, reader: EvidenceReader) -> Gold:
    columns = [*reader.columns.values(), *([reader.answers[0]] if reader.answers else [])]
    cells = {name: table.columns[name] for name in dict.fromkeys(columns)}
    rows: list[tuple[int, str, int, int | None]] = []
    gold = Gold(pl.DataFrame(schema=SCHEMA), pl.Series(), [], reader.anchors)
    has: list[int] = []
    needs = 0
    only = next(iter(reader.columns.values())) if len(reader.columns) == 1 else None
    for place, values in enumerate(zip(*cells.values(), strict=True)):
        try:
            evidence = reader.read(dict(zip(cells, values, strict=True)))
        except ValueError as error:
            gold.faults.append((place, str(error), getattr(error, "column", only)))
            continue
        if evidence.is_empty:
            continue
        has.append(place)
        rows += _judgments(place, evidence, needs)
        needs += len(evidence.needs)
        gold.answers.extend((place, item, answer) for item, answer in evidence.answers.items())
        if evidence.bare:
            gold.bare.append(place)
    judgments = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    marked = _marked(len(table), pl.Series(has, dtype=pl.Int64))
    return Gold(judgments, marked, gold.bare, gold.anchors, gold.answers, gold.faults)


def _judgments(place: int, evidence: Evidence, first: int) -> list[tuple[int, str, int, int | None]]:
    rows: list[tuple[int, str, int, int | None]] = [
        (place, item, grade, first + at) for at, need in enumerate(evidence.needs) for item, grade in need.items()
    ]
    met = {item for need in evidence.needs for item in need}
    return rows + [(place, item, grade, None) for item, grade in evidence.others.items() if item not in met]


def _marked(count: int, places: pl.Series) -> pl.Series:
    marks = pl.repeat(value=False, n=count, dtype=pl.Boolean, eager=True)
    return marks.scatter(places.unique(), values=True) if len(places) else marks
