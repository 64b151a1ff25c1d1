"""The catalog: every declared metric, found by walking ``ragauge.metrics``; the only registry there is."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

import ragauge.metrics
from ragauge.core.errors import MetricNameError
from ragauge.core.naming import parse_name, parse_spec
from ragauge.core.spec import MetricSpec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

    from ragauge.core.spec import Measure


@cache
def all_metrics() -> Mapping[str, MetricSpec]:
    """Every metric by its name, in pipeline order and then by name.

    >>> "ndcg" in all_metrics()
    True
    """
    specs = [spec for module in _modules(ragauge.metrics) for spec in _declared(module)]
    specs.sort(key=lambda spec: (spec.stage.position, spec.name))
    return {spec.name: spec for spec in specs}


def find_metric(text: str) -> Measure:
    """The metric that a name stands for, with its parameters.

    >>> find_metric("ndcg_cut_10").name, find_metric("nDCG(gain=EXP)@10").name, find_metric("P_5").name
    ('ndcg@10', 'ndcg(gain=exp)@10', 'precision@5')
    """
    return parse_name(_text(text), all_metrics())


def find_spec(text: str) -> MetricSpec:
    """The metric that a name stands for; required parameters may be left out.

    >>> find_spec("rbp").name, find_spec("ndcg@10").name
    ('rbp', 'ndcg')
    """
    return parse_spec(_text(text), all_metrics())


def _text(name: object) -> str:
    if not isinstance(name, str):
        raise MetricNameError(f"a metric name is text, got {name!r}")
    return name


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(info.name)


def _declared(module: ModuleType) -> Iterator[MetricSpec]:
    for _, function in inspect.getmembers(module, inspect.isfunction):
        spec = getattr(function, "__metric__", None)
        if isinstance(spec, MetricSpec) and function.__module__ == module.__name__:
            yield spec
