"""One declaration per metric: the decorator that makes it, and the spec that everyone reads."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ragauge.core.errors import MetricNameError
from ragauge.core.parameters import Parameter, ParameterValue, read_parameters
from ragauge.core.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ragauge.core.score import Values

Direction = Literal["higher", "lower", "none"]
F = TypeVar("F", bound="Callable[..., Any]")

LAWS = {
    "bounded": "every value lies in the declared range",
    "ideal_is_one": "the best possible ranking scores 1",
    "nothing_is_zero": "a ranking without a relevant unit scores 0",
    "promotion": "moving a relevant hit up, past one that is not, never makes the value worse",
    "tail_free": "appending unjudged hits at the end does not change the value",
}


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """What is known about a metric: read by the CLI, the docs, the reports and the contract tests.

    ``range`` ends with ``None`` where there is no bound; ``direction`` says which way is better;
    ``undefined`` maps each case without a value to what happens then; ``holds`` and ``breaks`` put the
    metric in or out of every law of ``LAWS``; ``compat`` maps a reference version to the parameters that
    reproduce it; ``revision`` rises whenever the numbers change.
    """

    name: str
    stage: Stage
    summary: str
    doc: str
    parameters: tuple[Parameter, ...]
    inputs: tuple[str, ...]
    range: tuple[float, float | None]
    direction: Direction
    unit: str
    binary: bool
    undefined: Mapping[str, str]
    holds: tuple[str, ...]
    breaks: tuple[str, ...]
    references: tuple[str, ...]
    aliases: tuple[str, ...]
    oracle: str | None
    compat: Mapping[str, Mapping[str, ParameterValue]]
    revision: int
    function: Callable[..., Values] | None = field(default=None, compare=False, repr=False)

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of this name."""
        return next((p for p in self.parameters if p.name == name), None)

    @property
    def width(self) -> float | None:
        """How far apart two values can be, None without a bound."""
        low, high = self.range
        return None if high is None else high - low

    @property
    def cut(self) -> Parameter | None:
        """The parameter that ``@`` stands for: k, or else the first one that must be given."""
        required = next((p for p in self.parameters if p.required), None)
        return self.parameter("k") or required

    def bind(self, **given: ParameterValue | None) -> Measure:
        """This metric with its parameters set and checked; those without a default must be among them."""
        values = self.check(**given)
        for parameter in self.parameters:
            if parameter.required and parameter.name not in values:
                raise MetricNameError(f"{self.name} needs {parameter.name}: {parameter.expectation}")
        return Measure(self, {p.name: values[p.name] for p in self.parameters if p.name in values})

    def check(self, **given: ParameterValue | None) -> dict[str, ParameterValue]:
        """The given parameters, each checked."""
        values: dict[str, ParameterValue] = {}
        for name, value in given.items():
            parameter = self.parameter(name)
            if parameter is None:
                known = ", ".join(p.name for p in self.parameters) or "none"
                raise MetricNameError(f"{self.name} has no parameter {name!r}; it has: {known}")
            if value is not None:
                values[name] = parameter.check(value, metric=self.name)
        return values

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON; the function itself stays behind."""
        return {
            "name": self.name,
            "stage": str(self.stage),
            "summary": self.summary,
            "doc": self.doc,
            "parameters": [p.to_dict() for p in self.parameters],
            "inputs": list(self.inputs),
            "range": list(self.range),
            "direction": self.direction,
            "unit": self.unit,
            "binary": self.binary,
            "undefined": dict(self.undefined),
            "holds": list(self.holds),
            "breaks": list(self.breaks),
            "references": list(self.references),
            "aliases": list(self.aliases),
            "oracle": self.oracle,
            "compat": {version: dict(values) for version, values in self.compat.items()},
            "revision": self.revision,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MetricSpec:
        """Read back what ``to_dict`` wrote, without the function."""
        low, high = data["range"]
        lists = ("inputs", "holds", "breaks", "references", "aliases")
        return cls(
            **{
                **data,
                **{name: tuple(data[name]) for name in lists},
                "range": (low, high),
                "stage": Stage(data["stage"]),
                "parameters": tuple(Parameter.from_dict(p) for p in data["parameters"]),
            }
        )


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric with bound parameters; its canonical name is its identity everywhere."""

    spec: MetricSpec
    given: Mapping[str, ParameterValue]

    @property
    def name(self) -> str:
        """The canonical name, defaults left out: ``ndcg(gain=exp)@10``."""
        shown = [
            f"{p.name}={_text(self.given[p.name])}"
            for p in self.spec.parameters
            if p.name in self.given and p.name != "k" and self.given[p.name] != p.default
        ]
        inside = f"({','.join(shown)})" if shown else ""
        cut = f"@{self.given['k']}" if "k" in self.given else ""
        return f"{self.spec.name}{inside}{cut}"

    def compute(self, data: Any, *, compat: str | None = None) -> Values:
        """The values of all questions."""
        if self.spec.function is None:
            raise MetricNameError(f"{self.name} was read from a file; look it up in the catalog to compute it")
        extra = self.spec.compat.get(compat, {}) if compat else {}
        return self.spec.function(data, **{**extra, **self.given})


def metric(
    *,
    stage: str,
    direction: Direction,
    undefined: Mapping[str, str],
    references: tuple[str, ...],
    holds: tuple[str, ...],
    breaks: tuple[str, ...],
    inputs: tuple[str, ...] = ("run", "gold"),
    range: tuple[float, float | None] = (0, 1),  # noqa: A002  (the field's own word)
    unit: str = "ratio",
    binary: bool = False,
    aliases: tuple[str, ...] = (),
    oracle: str | None = None,
    compat: Mapping[str, Mapping[str, ParameterValue]] | None = None,
    revision: int = 1,
) -> Callable[[F], F]:
    """Declare a metric; the function comes back as it is, with its spec in ``__metric__``.

    Name, parameters, summary and formula are read from the function itself and are not said again here.
    """

    def declare(function: F) -> F:
        doc = inspect.getdoc(function) or ""
        function.__metric__ = MetricSpec(  # type: ignore[attr-defined]
            name=function.__name__,
            stage=Stage(stage),
            summary=doc.partition("\n")[0],
            doc=doc,
            parameters=read_parameters(function),
            inputs=inputs,
            range=range,
            direction=direction,
            unit=unit,
            binary=binary,
            undefined=dict(undefined),
            holds=holds,
            breaks=breaks,
            references=references,
            aliases=aliases,
            oracle=oracle,
            compat=dict(compat or {}),
            revision=revision,
            function=function,
        )
        return function

    return declare


def _text(value: ParameterValue) -> str:
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)
