"""Where the predicates of the questions come from: a column, rules, phrases, or they are forced on all of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from ragauge.core.errors import InputError, Problem
from ragauge.pipeline.filters.extract import RuleExtractor
from ragauge.pipeline.filters.recorded import predicates_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.studying.filter.plan import Plan
    from ragauge.tables.golden import Golden

T = TypeVar("T")
COLUMN = "filter"
"""The column that is read where nobody names another source."""
_WHEN = re.compile(r"(?P<column>[^=:]+)=(?P<value>[^:]*):(?P<predicates>.+)", re.DOTALL)
SHOWN = 8


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Predicates by question from one place; a question that says it has none has an empty tuple."""

    name: str
    by_question: Mapping[str, tuple[Predicate, ...]]


def sources_of(golden: Golden, plan: Plan) -> tuple[list[Source], Source | None]:
    """The sources that a plan names, and the labels that extracted predicates are held against.

    A column with the name ``filter`` is read where no other source is named, and for labels.

    Raises: InputError with every predicate that cannot be read, a rule for a value that no question has, and a field of
        authorization that no predicate is on.
    """
    problems: list[Problem] = []
    found: list[Source] = []
    others = bool(plan.predicates or plan.when or plan.phrases)
    wanted = plan.column or (COLUMN if not others or _has_labels(golden, plan) else None)
    labels = None if wanted is None else _from_column(golden, wanted, problems)
    if labels is not None and (plan.column or not others):
        found.append(labels)
    found += _forced(golden, plan.predicates, problems)
    found += _rules(golden, plan.when, problems)
    if plan.phrases:
        extract = RuleExtractor(plan.phrases)
        texts = golden.questions.select("question", "text").iter_rows()
        found.append(Source("phrases", {name: tuple(extract(text or "")) for name, text in texts}))
    if problems:
        raise InputError(problems)
    _refuse_idle(found, plan.authorization)
    marked = [_marked(one, plan.authorization) for one in found]
    return marked, None if labels is None or plan.phrases is None else _marked(labels, plan.authorization)


def _has_labels(golden: Golden, plan: Plan) -> bool:
    return plan.phrases is not None and COLUMN in golden.slices.columns


def _from_column(golden: Golden, name: str, problems: list[Problem]) -> Source:
    column = golden.column(name, "filter")
    found = {}
    for question, cell in zip(golden.questions["question"], column, strict=True):
        if cell is None or not cell.strip():
            continue
        try:
            found[question] = _each_once(predicates_of(cell))
        except InputError as error:
            problems.append(Problem(f"question {question!r}: {error}", golden.source, column=column.name))
    return Source(f"column {column.name}", found)


def _forced(golden: Golden, given: Sequence[str], problems: list[Problem]) -> list[Source]:
    predicates = _read(given, "--predicate", predicates_of, problems)
    flat = _each_once(one for several in predicates for one in several)
    return [Source("forced", dict.fromkeys(golden.questions["question"], flat))] if flat else []


def _rules(golden: Golden, given: Sequence[str], problems: list[Problem]) -> list[Source]:
    """One source for every column that rules are about."""
    by_column: dict[str, dict[str, tuple[Predicate, ...]]] = {}
    for column, questions, predicates in _read(given, "--when", lambda text: _rule(golden, text), problems):
        held = by_column.setdefault(column, {})
        for question in questions:
            held[question] = _each_once((*held.get(question, ()), *predicates))
    return [Source(f"when {column}", held) for column, held in by_column.items()]


def _rule(golden: Golden, text: str) -> tuple[str, list[str], tuple[Predicate, ...]]:
    parts = _WHEN.fullmatch(text.strip())
    if parts is None:
        raise InputError("is no rule, such as: lang=en: locale = en-US")
    column = golden.column(parts["column"].strip(), "filter")
    value = parts["value"].strip()
    questions = golden.questions["question"].filter(column.fill_null("").str.strip_chars() == value).to_list()
    if not questions:
        known = sorted(column.drop_nulls().unique())
        there = ", ".join(map(repr, known[:SHOWN])) + (" …" if len(known) > SHOWN else "")
        raise InputError(f"no question has {column.name} = {value!r}; there are: {there or 'none'}")
    predicates = predicates_of(parts["predicates"])
    if not predicates:
        raise InputError("has no predicate")
    return column.name, questions, predicates


def _read(given: Iterable[str], option: str, read: Callable[[str], T], problems: list[Problem]) -> list[T]:
    found = []
    for text in given:
        try:
            found.append(read(text))
        except InputError as error:
            problems.append(Problem(f"{option} {text!r}: {error}"))
    return found


def _each_once(predicates: Iterable[Predicate]) -> tuple[Predicate, ...]:
    """By how they are written: 1 and true are equal to Python, and two things here."""
    return tuple({str(one): one for one in predicates}.values())


def _refuse_idle(sources: Sequence[Source], authorization: Sequence[str]) -> None:
    """A field of authorization that is spelt wrong must not leave its predicates to be softened."""
    fields = {one.field for source in sources for several in source.by_question.values() for one in several}
    if idle := [name for name in authorization if name not in fields]:
        there = ", ".join(sorted(fields)) or "none"
        raise InputError(f"--authorization {', '.join(idle)}: no predicate is on that; the fields are: {there}")


def _marked(source: Source, authorization: Sequence[str]) -> Source:
    return Source(
        source.name,
        {
            question: tuple(replace(one, authorization=one.field in authorization) for one in several)
            for question, several in source.by_question.items()
        },
    )
