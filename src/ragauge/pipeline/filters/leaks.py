"""Returned hits that a filter should have kept back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.pipeline.filters.hard import with_metadata
from ragauge.pipeline.filters.predicate import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.pipeline.filters.predicate import Predicate


@dataclass(frozen=True, slots=True)
class Leak:
    """A returned document, a predicate that it does not keep, what it has in the field, and why that does not do."""

    item: str
    predicate: Predicate
    stored: object
    outcome: Outcome

    def __str__(self) -> str:
        return f"{self.item!r} has {self.predicate.field} {self.stored!r}: {self.outcome} of {self.predicate}"


@dataclass(frozen=True, slots=True)
class LeakReport:
    """What was found among the returned hits. A document counts once, under its gravest finding.

    ``violations`` break a predicate; ``mismatches`` have a value of another kind, which one engine lets pass and the
    other does not; ``unknown`` lack the field that a negative predicate asks for. ``authorization`` has
    every finding on a predicate of authorization: there, what is not shown to hold is a leak.
    """

    returned: int
    violations: tuple[Leak, ...]
    mismatches: tuple[Leak, ...]
    unknown: tuple[Leak, ...]
    authorization: tuple[Leak, ...]

    @property
    def rate(self) -> float | None:
        """Violating documents ÷ returned documents; None where nothing was returned."""
        return len(self.violations) / self.returned if self.returned else None


def leaks(
    hits: Sequence[Hit], metadata: Mapping[str, Mapping[str, object]], predicates: Sequence[Predicate]
) -> LeakReport:
    """Check every returned hit against the predicates that it was asked for under.

    >>> from ragauge.core.records import Hit
    >>> from ragauge.pipeline.filters.parsing import parse
    >>> fields = {"1": {"tenant": "elm"}, "2": {"tenant": "oak"}}
    >>> report = leaks([Hit("1", 2), Hit("2", 1)], fields, [parse("tenant = elm")])
    >>> report.rate, str(report.violations[0])
    (0.5, '\\'2\\' has tenant \\'oak\\': violated of tenant = "elm"')

    Raises: InputError for a hit whose metadata is not known.
    """
    found: dict[Outcome, list[Leak]] = {outcome: [] for outcome in Outcome}
    secret: list[Leak] = []
    pairs = {hit.item: fields for hit, fields in with_metadata(hits, metadata)}
    for item, fields in pairs.items():
        own = [Leak(item, one, fields.get(one.field), one.check(fields)) for one in predicates]
        bad = [leak for leak in own if leak.outcome is not Outcome.HOLDS]
        if bad:
            gravest = min(bad, key=lambda leak: GRAVITY.index(leak.outcome))
            found[gravest.outcome].append(gravest)
        secret += [leak for leak in bad if leak.predicate.authorization]
    violations, mismatches, unknown = (tuple(found[outcome]) for outcome in GRAVITY)
    return LeakReport(len(pairs), violations, mismatches, unknown, tuple(secret))


GRAVITY = (Outcome.VIOLATED, Outcome.MISMATCH, Outcome.UNKNOWN)
