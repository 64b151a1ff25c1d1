"""Predicates in families: those of one source on one field with one operator, and all of a source together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.studying.filter.sources import Source

    Filters = Mapping[str, tuple[Predicate, ...]]

SIGNS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "not_in": "not in"}
TOGETHER = "all together"


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """The predicates that are judged as one filter, by question; a question without one is not in it."""

    name: str
    by_question: Filters
    authorization: bool = False


def families_of(source: Source) -> list[Family]:
    """The families of a source, and where there are several that may be softened, these together.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> from ragauge.studying.filter.sources import Source
    >>> source = Source("column filter", {"q1": (parse("locale = en-US"), parse("year >= 2020")), "q2": ()})
    >>> [(family.name, list(family.by_question)) for family in families_of(source)][-1]
    ('column filter: all together', ['q1'])
    """
    found: dict[tuple[str, str, bool], dict[str, tuple[Predicate, ...]]] = {}
    together: dict[str, tuple[Predicate, ...]] = {}
    for question, predicates in source.by_question.items():
        for one in predicates:
            held = found.setdefault((one.field, one.op, one.authorization), {})
            held[question] = (*held.get(question, ()), one)
        if soft := tuple(one for one in predicates if not one.authorization):
            together[question] = soft
    families = [
        Family(f"{source.name}: {field} {SIGNS.get(op, op)}", held, secret)
        for (field, op, secret), held in found.items()
    ]
    if sum(not one.authorization for one in families) > 1:
        families.append(Family(f"{source.name}: {TOGETHER}", together))
    return families


def guards_of(sources: Sequence[Source]) -> dict[str, tuple[Predicate, ...]]:
    """The predicates of authorization of every question, from all sources: every search is held to them."""
    found: dict[str, dict[str, Predicate]] = {}
    for source in sources:
        for question, predicates in source.by_question.items():
            for one in predicates:
                if one.authorization:
                    found.setdefault(question, {})[str(one)] = one
    return {question: tuple(held.values()) for question, held in found.items()}
