"""The name grammar: ``ndcg(gain=exp)@10`` and the spellings of other tools, parsed against the known metrics."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from ragauge.core.errors import MetricNameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.parameters import ParameterValue
    from ragauge.core.spec import Measure, MetricSpec

NAME = re.compile(
    r"\s*(?P<name>[a-z0-9_.\-]*[a-z0-9])\s*(?:\(\s*(?P<args>[^()]*)\))?\s*(?:@\s*(?P<cut>[0-9.]+))?\s*", re.IGNORECASE
)
LONGEST = 200
SUFFIX = re.compile(r"(?P<name>.*[a-z])[_.](?P<cut>[0-9]+(?:\.[0-9]+)?)")


def parse_name(text: str, specs: Mapping[str, MetricSpec]) -> Measure:
    """The metric and parameters that a name stands for.

    Case does not matter. ``name(parameter=value)@k`` is the canonical form; trec_eval's and ir_measures'
    spellings (``ndcg_cut_10``, ``P_5``, ``nDCG@10``, ``RR@10``, ``AP``) are read too.

    Raises: MetricNameError naming the nearest known metrics, or the parameter that does not fit.
    """
    spec, args, cut = _split(text, specs)
    given = _arguments(text, args, spec)
    if cut is not None:
        given |= _cut(text, cut, spec, given)
    return spec.bind(**given)


def parse_spec(text: str, specs: Mapping[str, MetricSpec]) -> MetricSpec:
    """The metric that a name stands for, whatever parameters it carries or lacks.

    Raises: MetricNameError naming the nearest known metrics.
    """
    spec, args, cut = _split(text, specs)
    given = _arguments(text, args, spec)
    if cut is not None:
        given |= _cut(text, cut, spec, given)
    spec.check(**given)
    return spec


def _split(text: str, specs: Mapping[str, MetricSpec]) -> tuple[MetricSpec, str, str | None]:
    match = NAME.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if match is None:
        raise MetricNameError(f"cannot read the metric name {text!r}; write it like ndcg(gain=exp)@10")
    name, cut = match["name"].lower(), match["cut"]
    spec = _find(name, specs)
    if spec is None and cut is None and (suffixed := SUFFIX.fullmatch(name)):
        name, cut = suffixed["name"], suffixed["cut"]
        spec = _find(name, specs)
    if spec is None:
        raise MetricNameError(f"unknown metric {text!r}{_suggestion(name, specs)}")
    return spec, match["args"] or "", cut


def _find(name: str, specs: Mapping[str, MetricSpec]) -> MetricSpec | None:
    if name in specs:
        return specs[name]
    return next((spec for spec in specs.values() if name in spec.aliases), None)


def _suggestion(name: str, specs: Mapping[str, MetricSpec]) -> str:
    if "," in name:
        return "; name one metric at a time (-m recall@5 -m mrr)"
    names = {*specs, *(alias for spec in specs.values() for alias in spec.aliases)}
    near = difflib.get_close_matches(name, sorted(n for n in names if len(n) > 2), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else "; `ragauge metrics` lists them all"


def _arguments(text: str, args: str, spec: MetricSpec) -> dict[str, ParameterValue]:
    given: dict[str, ParameterValue] = {}
    for part in filter(None, (part.strip() for part in args.split(","))):
        key, equals, value = (piece.strip().lower() for piece in part.partition("="))
        if not equals:
            raise MetricNameError(f"{text!r}: write parameters as name=value, got {part!r}")
        if key in given:
            raise MetricNameError(f"{text!r}: {key} is given twice")
        parameter = spec.parameter(key)
        given[key] = value if parameter is None else parameter.parse(value, metric=spec.name)
    return given


def _cut(text: str, cut: str, spec: MetricSpec, given: Mapping[str, object]) -> dict[str, ParameterValue]:
    parameter = spec.cut
    if parameter is None:
        raise MetricNameError(f"{text!r}: {spec.name} takes no cut-off")
    if parameter.name in given:
        raise MetricNameError(f"{text!r}: {parameter.name} is given twice")
    return {parameter.name: parameter.parse(cut, metric=spec.name)}
