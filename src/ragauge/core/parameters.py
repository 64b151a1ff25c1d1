"""The parameters of metrics: read from the signature, checked with one sentence per kind."""

from __future__ import annotations

import inspect
import typing
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ragauge.core.errors import MetricNameError

if TYPE_CHECKING:
    from collections.abc import Callable

ParameterValue = int | float | str


@dataclass(frozen=True, slots=True)
class Bounds:
    """The closed range a number must lie in; ``None`` is open-ended."""

    low: float | None = None
    high: float | None = None


HIGHEST = 2**31 - 1
Cutoff = Annotated[int | None, Bounds(1, HIGHEST)]
"""k: only the first k hits count; ``None`` is the whole list."""
Places = Annotated[int, Bounds(1, HIGHEST)]
"""k where it must be given: the number of places in the list."""
Threshold = Annotated[int, Bounds(1, 1000)]
"""rel: a unit is relevant from this grade on."""
Share = Annotated[float, Bounds(0.0, 1.0)]
"""A number from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a metric, as its signature declares it."""

    name: str
    kind: Literal["int", "float", "choice"]
    required: bool
    default: ParameterValue | None = None
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    def parse(self, text: str, *, metric: str) -> ParameterValue:
        """A value from text, or one sentence about what it must be."""
        try:
            value: ParameterValue = {"int": int, "float": float, "choice": str}[self.kind](text)
        except ValueError:
            value = text
        return self.check(value, metric=metric)

    def check(self, value: object, *, metric: str) -> ParameterValue:
        """The value itself when the metric can take it."""
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return value
        if self.kind != "choice" and isinstance(value, int | float) and not isinstance(value, bool):
            whole = self.kind == "float" or int(value) == value
            if whole and self._within(value):
                return int(value) if self.kind == "int" else float(value)
        beyond = isinstance(value, int | float) and self.high is not None and value > self.high
        most = f" and at most {self.high:.0f}" if beyond and self.high == HIGHEST else ""
        raise MetricNameError(f"{metric}: {self.name} must be {self.expectation}{most}, got {value!r}")

    def _within(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def expectation(self) -> str:
        """What a value must be, in words.

        >>> Parameter("k", "int", required=False, low=1).expectation
        'an integer of at least 1'
        """
        if self.kind == "choice":
            return f"one of {', '.join(self.choices)}"
        noun = "an integer" if self.kind == "int" else "a number"
        if self.low is not None and self.high is not None and self.high != HIGHEST:
            return f"{noun} from {self.low:g} to {self.high:g}"
        return noun if self.low is None else f"{noun} of at least {self.low:g}"

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {**asdict(self), "choices": list(self.choices)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Parameter:
        """Read back what ``to_dict`` wrote."""
        return cls(**{**data, "choices": tuple(data["choices"])})


def read_parameters(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    """The keyword-only parameters of a metric function."""
    hints = typing.get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    keywords = [p for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY]
    return tuple(_read(p.name, hints[p.name], p.default) for p in keywords)


def _read(name: str, hint: Any, default: Any) -> Parameter:
    required = default is inspect.Parameter.empty
    value = None if required else default
    if typing.get_origin(hint) is Literal:
        return Parameter(name, "choice", required, value, choices=typing.get_args(hint))
    base, *marks = typing.get_args(hint) if typing.get_origin(hint) is Annotated else (hint,)
    bounds = next((mark for mark in marks if isinstance(mark, Bounds)), Bounds())
    kind: Literal["int", "float"] = "float" if base is float else "int"
    return Parameter(name, kind, required, value, bounds.low, bounds.high)
