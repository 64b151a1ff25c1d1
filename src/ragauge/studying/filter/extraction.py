"""Extracted predicates held against labelled ones, and what each kind of error did to the gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragauge.pipeline.filters.kinds import kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.studying.filter.families import Filters

Triple = tuple[str, str, frozenset[tuple[str, object]]]
ErrorKind = Literal["missed", "invented", "wrong operator", "wrong value"]
KINDS: tuple[ErrorKind, ...] = ("missed", "invented", "wrong operator", "wrong value")


def triple(predicate: Predicate) -> Triple:
    """Field, operator and value, the same for what means the same: ``in {a}`` is ``= a``, and a set has no order.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> triple(parse("n in {1}")) == triple(parse("n = 1.0")), triple(parse("n = 1")) == triple(parse('n = "1"'))
    (True, False)
    """
    op = predicate.op
    if len(predicate.values) == 1:
        op = {"in": "eq", "not_in": "ne"}.get(op, op)  # type: ignore[assignment]
    return predicate.field, op, frozenset((kind(value), value) for value in predicate.values)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well extraction does on a field (None: all of them).

    Precision: right ÷ extracted, recall: right ÷ labelled, over triples of (field, operator, value); exact match:
    questions whose triples are the same ÷ ``questions``, which are those with a triple on either side. None where
    there is nothing to divide by.
    """

    field: str | None
    questions: int
    extracted: int
    labelled: int
    right: int
    exact: int

    @property
    def precision(self) -> float | None:
        """Share of the extracted triples that are labelled."""
        return self.right / self.extracted if self.extracted else None

    @property
    def recall(self) -> float | None:
        """Share of the labelled triples that are extracted."""
        return self.right / self.labelled if self.labelled else None

    @property
    def exact_match(self) -> float | None:
        """Share of the questions that have exactly the labelled triples."""
        return self.exact / self.questions if self.questions else None


@dataclass(frozen=True, slots=True)
class ExtractionError:
    """A triple that is on one side only.

    ``missed``: nothing was extracted on a labelled field; ``invented``: something on a field without label; ``wrong
    operator``: the labelled values under another operator; ``wrong value``: other values.
    """

    question: str
    kind: ErrorKind
    extracted: Predicate | None
    labelled: Predicate | None

    @property
    def field(self) -> str:
        """The field that it is about."""
        one = self.extracted or self.labelled
        return one.field if one else ""


def agreements(extracted: Filters, labelled: Filters) -> list[Agreement]:
    """How well extraction does on each field, and on all of them, over the questions that are labelled.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> labelled = {"q1": (parse("locale = en-US"),), "q2": ()}
    >>> found = agreements({"q1": (parse("locale = en-US"),), "q2": (parse("year = 2024"),)}, labelled)
    >>> [(one.field, one.precision, one.recall, one.exact_match) for one in found]
    [('locale', 1.0, 1.0, 1.0), ('year', 0.0, None, 0.0), (None, 0.5, 1.0, 0.5)]
    """
    pairs = [(_triples(extracted.get(question, ())), _triples(labels)) for question, labels in labelled.items()]
    fields = sorted({name for sides in pairs for side in sides for name, _, _ in side})
    return [_agreement(name, pairs) for name in fields] + [_agreement(None, pairs)]


def _agreement(field: str | None, pairs: Iterable[tuple[set[Triple], set[Triple]]]) -> Agreement:
    own = [tuple({one for one in side if field in (None, one[0])} for side in sides) for sides in pairs]
    told = [(found, labels) for found, labels in own if found or labels]
    return Agreement(
        field,
        questions=len(told),
        extracted=sum(len(found) for found, _ in told),
        labelled=sum(len(labels) for _, labels in told),
        right=sum(len(found & labels) for found, labels in told),
        exact=sum(found == labels for found, labels in told),
    )


def _triples(predicates: Iterable[Predicate]) -> set[Triple]:
    return set(map(triple, predicates))


def errors(extracted: Filters, labelled: Filters) -> list[ExtractionError]:
    """What is wrong with the predicates of the labelled questions, each error once."""
    return [
        error
        for question, labels in labelled.items()
        for field in dict.fromkeys(one.field for one in (*labels, *extracted.get(question, ())))
        for error in _errors(
            question,
            {triple(one): one for one in extracted.get(question, ()) if one.field == field},
            {triple(one): one for one in labels if one.field == field},
        )
    ]


def _errors(
    question: str, found: Mapping[Triple, Predicate], labels: Mapping[Triple, Predicate]
) -> Iterable[ExtractionError]:
    wrong = {key: one for key, one in found.items() if key not in labels}
    lacking = {key: one for key, one in labels.items() if key not in found}
    if not wrong:
        yield from (ExtractionError(question, "missed", None, one) for one in lacking.values())
        return
    for (_, _, values), one in wrong.items():
        same = [other for (_, _, others), other in lacking.items() if others == values]
        meant = same[0] if same else next(iter(lacking.values()), None)
        name: ErrorKind = "invented" if meant is None else "wrong operator" if same else "wrong value"
        yield ExtractionError(question, name, one, meant)
