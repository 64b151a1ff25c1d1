"""Metadata and conditions on it in Qdrant's terms, as far as these mean exactly the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragauge.core.ids import is_truth_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.ports import Condition

    Kind = Literal["keyword", "float"]
    Plain = str | float

EXACT = 2**53
"""Up to here every whole number is a float of its own."""
TRUTH = "t"
BOUNDS = {"lt": ("lt",), "le": ("lte",), "gt": ("gt",), "ge": ("gte",), "eq": ("gte", "lte")}


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to keep a condition: the field has any of the ``texts``, or a number within the ``bounds``."""

    field: str
    texts: tuple[str, ...] = ()
    bounds: tuple[tuple[str, float], ...] = ()


class QdrantPayload:
    """The metadata of all rows as payloads; fields are named f0, f1 …, so that no name needs quoting.

    Truth values are texts in a field of their own (f0t): not every client of Qdrant tells them from 1 and 0.

    Conditions are translated where Qdrant decides as ``pipeline.filters.predicate`` does: equality, membership, and the
    order of numbers. The others (``ne``, ``not_in``, ``prefix``, ``exists``, the order of texts), and those on a field
    with a value that is no text, number or truth value, are not: Qdrant would let other documents pass.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> payload = QdrantPayload([{"год": 2024, "tier": "1"}, {"год": 2025}])
    >>> payload.rows, payload.kinds
    ([{'f1': 2024, 'f0': '1'}, {'f1': 2025}], {'f0': 'keyword', 'f1': 'float'})
    >>> payload.translated([parse("год >= 2025")])
    [[Alternative(field='f1', texts=(), bounds=(('gte', 2025.0),))]]
    >>> payload.translated([parse("tier != 1")]) is None
    True
    """

    def __init__(self, metadata: Sequence[Mapping[str, object]]) -> None:
        fields = sorted({field for row in metadata for field in row})
        self._names = {field: f"f{number}" for number, field in enumerate(fields)}
        self._odd: set[str] = set()
        self.rows = [self._payload(row) for row in metadata]
        kinds: dict[str, set[Kind]] = {}
        for payload in self.rows:
            for name, stored in payload.items():
                kinds.setdefault(name, set()).update(map(_kind, stored if isinstance(stored, list) else [stored]))
        self.kinds: dict[str, Kind] = {name: next(iter(kinds[name])) for name in sorted(kinds) if len(kinds[name]) == 1}
        """The kind of each field that has only one: these get a payload index."""

    def translated(self, conditions: Sequence[Condition]) -> list[list[Alternative]] | None:
        """For every condition the ways to keep it; None where one of them does not mean the same to Qdrant."""
        found = [self._alternatives(one) for one in conditions]
        return [ways for ways in found if ways] if found and all(found) else None

    def _payload(self, row: Mapping[str, object]) -> dict[str, Plain | list[Plain]]:
        payload: dict[str, Plain | list[Plain]] = {}
        for field, stored in row.items():
            values = _listed(stored)
            if not all(map(_is_plain, values)):
                self._odd.add(field)
            name = self._names[field]
            truths: list[Plain] = [_written(value) for value in values if is_truth_value(value)]
            others = [value for value in values if _is_plain(value) and not is_truth_value(value)]
            if truths:
                payload[name + TRUTH] = truths
            if others:
                payload[name] = others[0] if len(others) == 1 else others  # type: ignore[assignment]
        return payload

    def _alternatives(self, condition: Condition) -> list[Alternative]:
        name = self._names.get(condition.field)
        values = _listed(condition.value)
        if name is None or condition.field in self._odd or not all(map(_is_plain, values)):
            return []
        if condition.op in {"eq", "in"}:
            texts = tuple(value for value in values if isinstance(value, str))
            truths = tuple(_written(value) for value in values if is_truth_value(value))
            numbers = [value for value in values if not isinstance(value, str) and not is_truth_value(value)]
            return [
                *([Alternative(name, texts)] if texts else []),
                *([Alternative(name + TRUTH, truths)] if truths else []),
                *(Alternative(name, bounds=_bounds("eq", value)) for value in numbers),
            ]
        if condition.op in BOUNDS and not isinstance(values[0], str):
            return [Alternative(name, bounds=_bounds(condition.op, values[0]))]
        return []


def _listed(stored: object) -> list[object]:
    several = stored if isinstance(stored, list | tuple | set | frozenset) else [stored]
    return [value for value in several if value is not None]


def _written(truth: object) -> str:
    return "true" if truth else "false"


def _bounds(op: str, value: object) -> tuple[tuple[str, float], ...]:
    return tuple((bound, float(value)) for bound in BOUNDS[op])  # type: ignore[arg-type]


def _kind(value: Plain) -> Kind:
    return "keyword" if isinstance(value, str) else "float"


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    if is_truth_value(value):
        return True
    return isinstance(value, int | float) and abs(value) <= EXACT  # false for NaN
