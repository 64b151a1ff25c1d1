"""What a measurement gives: per-question values with their undefined cases, and scores that aggregate them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ragauge.core.arrays import BoolArray, FloatArray


@dataclass(frozen=True, slots=True)
class Item:
    """One question's value, or the reason why it has none; never NaN.

    >>> Item("q1", 0.5)
    Item(question='q1', value=0.5, case=None)
    >>> Item("q2", None, "no_relevant").value is None
    True
    """

    question: str
    value: float | None
    case: str | None = None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.case is None):
            raise ValueError(f"an item has a value or an undefined case, not both or neither: {self!r}")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Values:
    """The values of one metric for all questions at a time, with the undefined cases beside them.

    ``value`` is a float array with one entry a question; ``undefined`` maps a case name to a mask. Where a
    mask is set the value is not defined and is never read. Masks do not overlap: the first case named wins.

    >>> Values(np.array([0.5, 0.0]), {"no_relevant": np.array([False, True])})
    Values(0.5, no_relevant)
    """

    value: FloatArray
    undefined: Mapping[str, BoolArray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        taken = np.zeros(len(self.value), dtype=bool)
        masks = {}
        for case, mask in self.undefined.items():
            fresh = mask & ~taken
            taken |= fresh
            if fresh.any():
                masks[case] = fresh
        if not np.isfinite(self.value[~taken]).all():
            raise ValueError("a metric returned NaN or infinity without naming an undefined case")
        object.__setattr__(self, "undefined", masks)

    def __len__(self) -> int:
        return len(self.value)

    @property
    def defined(self) -> BoolArray:
        """True where the question has a value."""
        mask = np.ones(len(self.value), dtype=bool)
        for undefined in self.undefined.values():
            mask &= ~undefined
        return mask

    def mask(self, case: str) -> BoolArray:
        """Where a case applies; nowhere when it does not occur."""
        return self.undefined.get(case, np.zeros(len(self.value), dtype=bool))

    def cells(self) -> Iterator[float | str]:
        """Each question's value, or the name of its undefined case."""
        cases: list[str | None] = [None] * len(self.value)
        for case, mask in self.undefined.items():
            for index in np.flatnonzero(mask).tolist():
                cases[index] = case
        for value, name in zip(self.value.tolist(), cases, strict=True):
            yield value if name is None else name

    def items(self, questions: tuple[str, ...]) -> Iterator[Item]:
        """The same as ``Item`` objects."""
        for question, cell in zip(questions, self.cells(), strict=True):
            if isinstance(cell, str):
                yield Item(question, None, cell)
            else:
                yield Item(question, cell)

    def where(self, mask: BoolArray) -> Values:
        """The values of the questions in ``mask``."""
        return Values(self.value[mask], {case: undefined[mask] for case, undefined in self.undefined.items()})

    def __repr__(self) -> str:
        shown = [cell if isinstance(cell, str) else f"{cell:.6g}" for cell in self.cells()]
        return f"Values({', '.join(shown)})"


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval: where it lies, its level, and how it was made.

    >>> Interval(0.4, 0.8, 0.95, "wilson").contains(0.5)
    True
    """

    low: float
    high: float
    level: float
    method: str

    def contains(self, value: float) -> bool:
        """Whether the value lies within, ends included."""
        return self.low <= value <= self.high

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {"low": self.low, "high": self.high, "level": self.level, "method": self.method}


@dataclass(frozen=True, slots=True)
class Score:
    """One metric over one set of questions: a number that never travels alone.

    ``n + Σ excluded + Σ failed = items`` always holds, and ``value`` is ``None`` exactly when ``n`` is 0.
    ``missing`` counts the questions that the run does not answer; they are in ``n`` (scored 0) or, with
    ``--skip-missing``, in ``excluded``. ``flagged`` counts scored questions whose value rests on a policy:
    ``empty_result`` (nothing was returned) and ``no_relevant`` (judged, nothing relevant).
    ``bounds`` hold the value if every unjudged hit were not relevant / relevant, or over the orders of ties.
    """

    metric: str
    value: float | None
    interval: Interval | None
    n: int
    items: int
    excluded: Mapping[str, int] = field(default_factory=dict)
    failed: Mapping[str, int] = field(default_factory=dict)
    missing: int = 0
    flagged: Mapping[str, int] = field(default_factory=dict)
    bounds: Mapping[str, float] | None = None
    slice: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        if self.n + sum(self.excluded.values()) + sum(self.failed.values()) != self.items:
            raise ValueError(f"{self.metric}: n, excluded and failed do not add up to items: {self!r}")
        if (self.value is None) != (self.n == 0):
            raise ValueError(f"{self.metric}: a value needs at least one scored item: {self!r}")

    @property
    def small(self) -> bool:
        """Whether fewer than five questions carry the value: shown, never trusted alone."""
        return self.n < 5

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "metric": self.metric,
            "slice": None if self.slice is None else dict(self.slice),
            "value": self.value,
            "interval": None if self.interval is None else self.interval.to_dict(),
            "n": self.n,
            "items": self.items,
            "excluded": dict(self.excluded),
            "failed": dict(self.failed),
            "missing": self.missing,
            "flagged": dict(self.flagged),
            "bounds": None if self.bounds is None else dict(self.bounds),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Score:
        """Read back what ``to_dict`` wrote."""
        interval = data["interval"]
        return cls(**{**data, "interval": None if interval is None else Interval(**interval)})
