"""The study of filters: what predicates remove of the gold, and what they win as hard filters and as soft boosts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.catalog import find_metric
from ragauge.core.errors import InputError
from ragauge.studying.filter.advising import Figures, advice_on, advice_on_authorization
from ragauge.studying.filter.extraction import agreements, errors
from ragauge.studying.filter.families import families_of, guards_of
from ragauge.studying.filter.gold import eligible, gold_documents
from ragauge.studying.filter.leaking import leaking, lists_in_documents
from ragauge.studying.filter.measured import WITHOUT, Gold, compared, directed, measured
from ragauge.studying.filter.observing import observations
from ragauge.studying.filter.searching import Searching
from ragauge.studying.filter.sources import sources_of
from ragauge.studying.filter.tables import (
    agreement_table,
    error_table,
    exclusion_table,
    leak_table,
    loss_table,
    mismatch_table,
    value_table,
)
from ragauge.studying.paired import Held, cut_of, names_of, notes_of
from ragauge.studying.study import Advice, Study

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.studying.filter.families import Family, Filters
    from ragauge.studying.filter.leaking import Leaking
    from ragauge.studying.filter.measured import Measured
    from ragauge.studying.filter.plan import Plan
    from ragauge.studying.filter.sources import Source
    from ragauge.studying.study import Table
    from ragauge.studying.subject import Subject

LEAKS = "leaks"


def filter_study(subject: Subject, plan: Plan) -> Study:
    """Which predicates are worth a hard filter, which a boost, and which nothing.

    Every search is measured over the gold as it is: gold that a filter removes counts as not found. The metric that a
    hard filter must gain in is the first precision among the metrics; one at the k of the first metric is added where
    there is none.

    Raises: InputError for predicates that cannot be read, documents without metadata, and no predicate at all.
    """
    subject = replace(subject, metrics=with_precision(names_of(subject)))
    sources, labels = sources_of(subject.golden, plan)
    families = [family for source in sources for family in families_of(source)]
    _refuse_nothing(subject, families)
    guards = guards_of(sources)
    searching = Searching(subject, plan.lanes, guards)
    gold, notes = _gold(subject, searching, guards)
    found = [measured(subject, family, gold, searching, plan.boosts) for family in families]
    tests = compared(subject, found)
    of_run = _of_run(subject, plan, families)
    return Study(
        name="filter",
        title="Hard filter or soft boost",
        tables=(*_tables(subject, found, searching, of_run), *_extracted(sources, labels, gold, searching)),
        advice=(*_leaks(of_run), *(_advice(subject, one, plan, tests) for one in found)),
        notes=tuple(dict.fromkeys([*observations(subject, found, searching), *notes, *_warnings(subject, searching)])),
        provenance={
            **subject.provenance(),
            "lanes": list(plan.lanes),
            "metrics": list(subject.metrics),
            "predicates": {
                one.name: sorted({str(p) for ps in one.by_question.values() for p in ps}) for one in families
            },
            "authorization": list(plan.authorization),
            "boosts": list(plan.boosts),
            "epsilon": plan.epsilon,
            "tests": tests,
        },
    )


def with_precision(names: Sequence[str]) -> tuple[str, ...]:
    """The metrics, with precision at the k of the first one where there is none.

    >>> with_precision(["recall@5"]), with_precision(["recall@5", "precision@3"])
    (('recall@5', 'precision@5'), ('recall@5', 'precision@3'))
    """
    there = any(_is_precision(name) for name in names)
    return tuple(names) if there else (*names, f"precision@{cut_of(names[0])}")


def leaks_past_authorization(study: Study) -> bool:
    """Whether a study found hits of a run that their asker is not shown to be allowed to see."""
    return any(one.says == LEAKS for one in study.advice)


def _is_precision(name: str) -> bool:
    return find_metric(name).spec.name == "precision"


def _refuse_nothing(subject: Subject, families: Sequence[Family]) -> None:
    if not families:
        raise InputError(f"{subject.golden.source}: no question has a predicate; --predicate and --when give some")
    if not any(subject.corpus.metadata.values()):
        raise InputError(f"{subject.corpus.source}: no document has metadata to filter by (front matter, or columns)")


def _gold(subject: Subject, searching: Searching, guards: Filters) -> tuple[Gold, tuple[str, ...]]:
    found = gold_documents(subject.golden, subject.corpus)
    parts = found.parts()
    seen = eligible(subject.golden, found.of_item, searching.metadata, guards)
    seen_documents = eligible(found.golden, parts, searching.metadata, guards)
    documents = {name for several in parts.values() for name in several}
    places = subject.chunks.select("id", "document").iter_rows()
    items = tuple(item for item, document in places if document in documents)
    return Gold(found.golden, parts, seen, seen_documents, items), found.notes


def _tables(
    subject: Subject, found: Sequence[Measured], searching: Searching, of_run: Sequence[tuple[Family, Leaking]]
) -> list[Table]:
    k = cut_of(subject.metrics[0])
    tables = [
        exclusion_table(found),
        *(value_table(found, name) for name in subject.metrics),
        leak_table(f"first {k} hits without the filter", [(one.family, one.leaking) for one in found]),
        loss_table(found),
        mismatch_table(found, searching.metadata),
        leak_table("hits of the run", of_run),
    ]
    return [table for table in tables if table.rows]


def _extracted(sources: Sequence[Source], labels: Source | None, gold: Gold, searching: Searching) -> list[Table]:
    """How well extraction does, where there are labels."""
    extracted = [one.by_question for one in sources if one.name == "phrases"]
    if labels is None or not extracted:
        return []
    agreed = agreement_table(agreements(extracted[0], labels.by_question))
    wrong = errors(extracted[0], labels.by_question)
    return [agreed, error_table(wrong, gold.documents, gold.parts, searching)]


def _advice(subject: Subject, one: Measured, plan: Plan, tests: int) -> Advice:
    names = subject.metrics
    figures = Figures(
        exclusion=one.exclusion,
        hard={name: row for name in names if (row := one.hard.difference(name)) is not None},
        soft={
            boost: {name: row for name in names if (row := held.difference(name)) is not None}
            for boost, held in one.soft.items()
        },
        gain=next(name for name in names if _is_precision(name)),
        tests=tests if one.tested else tests + one.tests(directed(names)),
        epsilon=plan.epsilon,
        tested=one.tested,
        leak_rate=one.leaking.rate,
    )
    return (advice_on_authorization if one.family.authorization else advice_on)(one.family.name, figures)


def _of_run(subject: Subject, plan: Plan, families: Sequence[Family]) -> list[tuple[Family, Leaking]]:
    """What the run that was given holds of what its filters should keep back."""
    if plan.run is None:
        return []
    lists = lists_in_documents(plan.run, subject.golden, subject.corpus)
    metadata = {name: subject.corpus.metadata.get(name, {}) for name in subject.corpus.texts}
    return [(family, leaking(lists, metadata, family.by_question)) for family in families]


def _leaks(of_run: Sequence[tuple[Family, Leaking]]) -> list[Advice]:
    """A leak past authorization is a finding above all others."""
    found = []
    for family, one in of_run:
        if one.authorization:
            question, leak = one.authorization[0]
            more = f", and {len(one.authorization) - 1} more" if len(one.authorization) > 1 else ""
            found.append(Advice(family.name, LEAKS, f"question {question!r} got {leak}{more}: nothing else counts"))
    return found


def _warnings(subject: Subject, searching: Searching) -> list[str]:
    """What is to be known of the golden set and the corpus."""
    everything = subject.card(WITHOUT, searching.unguarded(dict.fromkeys(subject.questions, ())))
    return [*notes_of([Held(WITHOUT, everything)]), *subject.corpus.notes]
