"""What a family of filters removes of the gold, counted by the metrics of the catalog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.catalog import find_metric
from ragauge.pipeline.filters.predicate import Outcome
from ragauge.scoring import score_all, with_policies
from ragauge.studying.filter.gold import only
from ragauge.tables.join import join
from ragauge.tables.run import SCHEMA, Run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.judged import Judged
    from ragauge.core.options import Options
    from ragauge.core.score import Score
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.studying.filter.families import Family, Filters
    from ragauge.studying.filter.searching import Searching
    from ragauge.tables.golden import Golden

    Parts = Mapping[str, tuple[str, ...]]

METRICS = ("filter_false_exclusion", "filter_exclusion")


@dataclass(frozen=True, slots=True)
class Loss:
    """A relevant document that a filter removes: by which predicate, and what the document has in that field.

    ``all_gone``: the filter leaves nothing of the gold of this question.
    """

    question: str
    document: str
    predicate: Predicate
    stored: object
    outcome: Outcome
    all_gone: bool


@dataclass(frozen=True, slots=True, eq=False)
class Exclusion:
    """What a family removes.

    ``questions`` are under it, ``passes`` is the mean share of the documents that its filters let pass. ``false`` is
    the share of questions that lose all of their gold, ``documents`` the mean share of the gold that a question loses;
    ``removed`` of ``relevant`` gold documents are gone.
    """

    questions: int
    passes: float | None
    false: Score
    documents: Score
    relevant: int
    removed: int
    losses: tuple[Loss, ...]


def exclusion_of(family: Family, golden: Golden, parts: Parts, searching: Searching, options: Options) -> Exclusion:
    """What a family removes of a golden set whose units are documents; ``parts`` has the documents of every unit."""
    asked = only(golden, family.by_question)
    allowed = {question: searching.allowed(one) for question, one in family.by_question.items()}
    judged = judged_of(asked, parts, allowed)
    measures = [find_metric(name) for name in METRICS]
    everything = [(None, np.ones(len(judged), dtype=bool))]
    (false, documents), _, _ = score_all(measures, with_policies(judged, options), everything)
    losses, relevant = _losses(asked, parts, family.by_question, searching)
    shares = [len(one) / len(searching.metadata) for one in allowed.values()]
    return Exclusion(
        questions=len(allowed),
        passes=float(np.mean(shares)) if shares else None,
        false=false,
        documents=documents,
        relevant=relevant,
        removed=len(losses),
        losses=tuple(losses),
    )


def judged_of(golden: Golden, parts: Parts, allowed: Mapping[str, frozenset[str]]) -> Judged:
    """The join of the gold with what the filter of each question lets pass, which has no order.

    Only what is gold for a question is looked at: the rest of what passes says nothing of it. A unit passes where any
    of its parts does. A question that is not in ``allowed`` has no filter.
    """
    rows = golden.judgments.select("question", "item").unique(maintain_order=True).iter_rows()
    passed = [
        (question, item, 0.0)
        for question, item in rows
        if question in allowed and any(part in allowed[question] for part in parts.get(item, (item,)))
    ]
    there = {question for question, _, _ in passed}
    run = Run(
        pl.DataFrame(passed, schema=SCHEMA, orient="row"),
        "given",
        "what the filters let pass",
        empty_questions=tuple(name for name in golden.questions["question"] if name in allowed and name not in there),
        verbatim=True,
    )
    return join(golden, run).judged


def _losses(golden: Golden, parts: Parts, filters: Filters, searching: Searching) -> tuple[list[Loss], int]:
    """The relevant documents that are removed, and how many there are with those that stay."""
    scored = golden.questions.filter(pl.col("status") == "scored")["question"].implode()
    rows = golden.judgments.filter((pl.col("grade") > 0) & pl.col("question").is_in(scored))
    by_question: dict[str, dict[str, None]] = {}
    for question, item in rows.select("question", "item").iter_rows():
        by_question.setdefault(question, {})[item] = None
    found: list[Loss] = []
    for question, items in by_question.items():
        passing = searching.allowed(filters[question])
        gone = [item for item in items if not any(part in passing for part in parts.get(item, (item,)))]
        found += [_loss(question, item, filters[question], searching, len(gone) == len(items)) for item in gone]
    return found, sum(map(len, by_question.values()))


def _loss(question: str, document: str, predicates: Sequence[Predicate], searching: Searching, all_gone: bool) -> Loss:
    fields = searching.metadata[document]
    outcomes = [(one, one.check(fields)) for one in predicates]
    predicate, outcome = next(pair for pair in outcomes if pair[1] is not Outcome.HOLDS)
    return Loss(question, document, predicate, fields.get(predicate.field), outcome, all_gone)
