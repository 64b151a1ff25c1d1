"""A condition on one field of the metadata, and whether a document keeps it."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, get_args

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.pipeline.filters.kinds import Scalar, kind, same

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Op = Literal["eq", "ne", "in", "not_in", "lt", "le", "gt", "ge", "exists", "prefix"]

OPS: tuple[str, ...] = get_args(Op)
NEGATIVE = frozenset({"ne", "not_in"})
ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


class Outcome(StrEnum):
    """What came of a predicate on one document; only HOLDS lets a document pass."""

    HOLDS = "holds"
    VIOLATED = "violated"
    MISMATCH = "type mismatch"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition: a field, an operator, a value.

    ``in`` and ``not_in`` take several values, ``exists`` True or False, ``prefix`` a text. ``authorization`` marks
    a condition on what the asker may see: it is never softened.

    Numbers are compared with numbers, texts with texts (by code point, so dates as 2024-05-31 compare right), truth
    values with truth values; where the kinds differ, 1 and "1", the outcome is MISMATCH. A list of values in the
    metadata keeps a condition if any of its values does, ``ne`` and ``not_in`` if all do.
    Of a document without the field, ``ne`` and ``not_in`` are UNKNOWN, as search engines differ there, and all others
    violated. None and an empty list are no value.

    >>> predicate = Predicate("tier", "eq", "1")
    >>> [predicate.check({"tier": tier}).value for tier in (1, "1", "2")]
    ['type mismatch', 'holds', 'violated']
    >>> print(Predicate("year", "in", [2023, 2024]))
    year in {2023, 2024}

    Raises: InputError for an unknown operator, and a value that it cannot take.
    """

    field: str
    op: Op
    value: Scalar | tuple[Scalar, ...] = True
    authorization: bool = False

    def __post_init__(self) -> None:
        if self.op not in OPS:
            raise InputError(f"no operator {self.op!r}; there are {', '.join(OPS)}")
        given: object = self.value
        if self.op in {"in", "not_in"} and isinstance(given, Iterable) and not isinstance(given, str):
            several = sorted(given, key=repr) if isinstance(given, set | frozenset) else given
            object.__setattr__(self, "value", tuple(several))
        for value in self.values:
            self._check_value(value)

    @property
    def values(self) -> tuple[Scalar, ...]:
        """The value, or the values, as a tuple."""
        return self.value if isinstance(self.value, tuple) else (self.value,)

    def check(self, metadata: Mapping[str, object]) -> Outcome:
        """What comes of the predicate on a document with this metadata."""
        stored = metadata.get(self.field)
        several = stored if isinstance(stored, list | tuple | set | frozenset) else [stored]
        found = [value for value in several if value is not None]
        if self.op == "exists":
            return Outcome.HOLDS if bool(found) is self.value else Outcome.VIOLATED
        if not found:
            return Outcome.UNKNOWN if self.op in NEGATIVE else Outcome.VIOLATED
        outcomes = [self._outcome(value) for value in found]
        first, last = Outcome.HOLDS, Outcome.VIOLATED
        if self.op in NEGATIVE:
            first, last = last, first
        return next((outcome for outcome in (first, Outcome.MISMATCH) if outcome in outcomes), last)

    def holds(self, metadata: Mapping[str, object]) -> bool:
        """Whether a document passes."""
        return self.check(metadata) is Outcome.HOLDS

    def _outcome(self, stored: object) -> Outcome:
        alike = [value for value in self.values if kind(value) == kind(stored)]
        if self.values and not alike:
            return Outcome.MISMATCH
        if self.op in ORDER:
            kept = ORDER[self.op](stored, alike[0])
        elif self.op == "prefix":
            kept = str(stored).startswith(str(alike[0]))
        else:
            kept = any(same(stored, value) for value in alike) is not (self.op in NEGATIVE)
        return Outcome.HOLDS if kept else Outcome.VIOLATED

    def _check_value(self, value: Scalar) -> None:
        right = {"exists": ("truth value",), "prefix": ("text",)}.get(self.op, ("truth value", "number", "text"))
        many = isinstance(self.value, tuple)
        wrong = kind(value) not in right or (isinstance(value, float) and not math.isfinite(value))
        if wrong or many is not (self.op in {"in", "not_in"}) or (self.op in ORDER and kind(value) == "truth value"):
            raise InputError(f"field {self.field!r}: {self.op} cannot take {brief(self.value)}")

    def __str__(self) -> str:
        sign = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "not_in": "not in"}.get(
            self.op, self.op
        )
        if self.op == "exists":
            return f"{self.field} exists" if self.value else f"{self.field} not exists"
        listed = ", ".join(_written(value) for value in self.values)
        return f"{self.field} {sign} {{{listed}}}" if isinstance(self.value, tuple) else f"{self.field} {sign} {listed}"


def _written(value: Scalar) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' if isinstance(value, str) else repr(value)
