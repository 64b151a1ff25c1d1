"""The tables of the study of filters, in raw values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.pipeline.filters.kinds import kind
from ragauge.pipeline.filters.predicate import Outcome
from ragauge.studying.filter.extraction import KINDS
from ragauge.studying.filter.observing import predicates_of_all
from ragauge.studying.paired import PAIRED, difference_cells, ends
from ragauge.studying.study import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.studying.filter.exclusion import Parts
    from ragauge.studying.filter.extraction import Agreement, ExtractionError
    from ragauge.studying.filter.families import Family
    from ragauge.studying.filter.leaking import Leaking
    from ragauge.studying.filter.measured import Measured
    from ragauge.studying.filter.searching import Searching
    from ragauge.studying.paired import Held
    from ragauge.tables.golden import Golden

FILTER = Column("filter")
LONGEST = 100
"""Rows that name single documents: more of them nobody reads."""


def exclusion_table(found: Sequence[Measured]) -> Table:
    """What the filters remove of the gold."""
    columns = (
        FILTER,
        Column("questions", "count"),
        Column("with gold", "count"),
        Column("documents that pass", "share"),
        Column("lose all gold", "count"),
        Column("false exclusion", "share"),
        Column("interval", "share interval"),
        Column("gold removed", "count"),
        Column("of", "count"),
        Column("exclusion", "share"),
        Column("interval of exclusion", "share interval"),
    )
    return Table("What the filters remove of the gold", columns, tuple(map(_exclusion_row, found)))


def _exclusion_row(one: Measured) -> tuple[Any, ...]:
    told = one.exclusion
    return (
        one.family.name,
        told.questions,
        told.false.n,
        told.passes,
        len({loss.question for loss in told.losses if loss.all_gone}),
        told.false.value,
        ends(told.false.interval),
        told.removed,
        told.relevant,
        told.documents.value,
        ends(told.documents.interval),
    )


def value_table(found: Sequence[Measured], metric: str) -> Table:
    """A metric without filter, under it, and at each boost, over the same gold."""
    columns = (FILTER, Column("as"), Column("n", "count"), Column(metric, "value"), *PAIRED)
    rows = [
        (one.family.name, held.name, held.card[metric].n, held.card[metric].value, *_against(one, held, metric))
        for one in found
        for held in one.rows()
    ]
    return Table(f"As a hard filter and as a soft boost: {metric}, differences from no filter", columns, tuple(rows))


def _against(one: Measured, held: Held, metric: str) -> tuple[Any, ...]:
    row = held.difference(metric)
    if row is None or one.tested:
        return difference_cells(row)
    return row.difference, ends(row.interval), None, "too few questions"


def leak_table(what: str, found: Sequence[tuple[Family, Leaking]]) -> Table:
    """How many hits break the predicates."""
    columns = (
        FILTER,
        Column("questions", "count"),
        Column("hits", "count"),
        Column("violate it", "count"),
        Column("leak rate", "share"),
        Column("other type", "count"),
        Column("unknown", "count"),
        Column("past authorization", "count"),
    )
    rows = [
        (
            family.name,
            one.questions,
            one.returned,
            one.violations,
            one.rate,
            one.mismatches,
            one.unknown,
            len(one.authorization) if family.authorization else None,
        )
        for family, one in found
    ]
    return Table(f"What the {what} hold that the filter keeps back", columns, tuple(rows))


def loss_table(found: Sequence[Measured]) -> Table:
    """The gold that filters remove, by name."""
    columns = (
        FILTER, Column("question"), Column("document"), Column("it has"), Column("asked for"), Column("because"),
        Column("of its gold"),
    )  # fmt: skip
    rows = [
        (
            one.family.name,
            loss.question,
            loss.document,
            f"{loss.predicate.field} {'missing' if loss.stored is None else repr(loss.stored)}",
            str(loss.predicate),
            loss.outcome.value,
            "all is gone" if loss.all_gone else "some is left",
        )
        for one in found
        for loss in one.exclusion.losses
    ]
    more = f" (the first {LONGEST} of {len(rows)})" if len(rows) > LONGEST else ""
    return Table(f"Gold that the filters remove{more}", columns, tuple(rows[:LONGEST]))


def mismatch_table(found: Sequence[Measured], metadata: Mapping[str, Mapping[str, object]]) -> Table:
    """Predicates whose value is of another kind than what documents have: one engine lets these pass, another not."""
    columns = (Column("predicate"), Column("its value is a"), Column("documents", "count"), Column("such as"),
               Column("with"))  # fmt: skip
    rows = []
    for one in predicates_of_all(found):
        other = [name for name, fields in metadata.items() if one.check(fields) is Outcome.MISMATCH]
        if other:
            stored = metadata[other[0]][one.field]
            told = f"{one.field} {stored!r}" + ("" if isinstance(stored, tuple) else f" ({kind(stored)})")
            kinds = " or ".join(dict.fromkeys(map(kind, one.values)))
            rows.append((str(one), kinds, len(other), other[0], told))
    return Table("Values of another type than the predicate's", columns, tuple(rows))


def agreement_table(found: Sequence[Agreement]) -> Table:
    """How well extraction does, field by field."""
    columns = (
        Column("field"),
        Column("questions", "count"),
        Column("extracted", "count"),
        Column("labelled", "count"),
        Column("right", "count"),
        Column("precision", "share"),
        Column("recall", "share"),
        Column("exact match", "share"),
    )
    rows = tuple(
        (one.field or "all fields", one.questions, one.extracted, one.labelled, one.right, one.precision, one.recall,
         one.exact_match)
        for one in found
    )  # fmt: skip
    return Table("Extracted predicates against the labels", columns, rows)


def error_table(errors: Sequence[ExtractionError], golden: Golden, parts: Parts, searching: Searching) -> Table:
    """What each kind of error did to the gold: how many of its predicates remove some of it, and how many all."""
    columns = (Column("error"), Column("times", "count"), Column("remove gold", "count"), Column("remove all", "count"),
               Column("questions"))  # fmt: skip
    gold: dict[str, set[str]] = {}
    for question, item, grade in golden.judgments.select("question", "item", "grade").iter_rows():
        if grade > 0:
            gold.setdefault(question, set()).add(item)

    def left(error: ExtractionError) -> tuple[int, int]:
        items = gold.get(error.question, set())
        if error.extracted is None:
            return len(items), len(items)
        passing = searching.allowed((error.extracted,))
        return sum(any(part in passing for part in parts.get(item, (item,))) for item in items), len(items)

    rows = []
    for name in KINDS:
        own = [error for error in errors if error.kind == name]
        kept = [left(error) for error in own]
        removing = sum(some < every for some, every in kept)
        removing_all = sum(not some and every > 0 for some, every in kept)
        questions = ", ".join(dict.fromkeys(error.question for error in own))
        rows.append((name, len(own), removing, removing_all, questions))
    return Table("What is wrong with the extracted predicates, and what it does to the gold", columns, tuple(rows))
