"""The configuration of a gate: found, read, and all that is wrong with it told at once."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.catalog import find_metric
from ragauge.core.errors import InputError, MetricNameError, Problem
from ragauge.gating.rule_fields import Fields
from ragauge.gating.rules import THRESHOLDS, Config, Rule
from ragauge.io.configuration import beside, discovered, find_config, read_configuration
from ragauge.io.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.core.spec import Measure

__all__ = ["find_config", "has_config", "read_config"]

GATE_KEYS = ("scorecard", "baseline", "alpha", "common_only", "on_inconclusive", "min_n", "min_coverage",
             "max_error_rate", "rules")  # fmt: skip
RULE_KEYS = ("metric", "min", "max", "max_regression", "max_losses", "min_n", "min_coverage", "max_error_rate",
             "slices", "strict", "hard", "advisory", "required", "on_inconclusive")  # fmt: skip
RELATIVE = {"max_regression", "max_losses"}
"""Conditions that hold a scorecard against the baseline."""
DEFAULTS = ("min_n", "min_coverage", "max_error_rate", "on_inconclusive")
"""Keys of ``[gate]`` that hold for every rule that does not say otherwise."""
BASELINE = "baseline.json"
"""Where the baseline is, beside the configuration, unless that says otherwise."""
LEAST_ALPHA = 1e-6
HEADER = re.compile(r"^\s*\[\[\s*(?:tool\s*\.\s*ragauge\s*\.\s*)?gate\s*\.\s*rules\s*\]\]")

METRIC = re.compile(r"""^\s*["']?metric["']?\s*=""")


def has_config(folder: Path | None = None) -> bool:
    """Whether ``find_config`` finds one by itself that is not for ``ragauge run`` alone."""
    found = discovered(folder)
    return found is not None and set(read_configuration(found).tables) != {"run"}


def read_config(path: str | Path) -> Config:
    """The gate of a configuration file.

    Raises: InputError with everything that is wrong with it, each problem with the line of its rule.
    """
    content = read_configuration(path)
    file, table = content.file, content.table("gate")
    if table is None:
        near = get_close_matches("gate", content.tables, 1)
        hint = f"; there is [{content.prefix}{near[0]}]" if near else ""
        raise InputError([Problem(f"no [{content.prefix}gate] in it: there are no rules{hint}", file)])
    problems: list[Problem] = []
    content.refuse_unknown(problems)
    fields = Fields(table, file, None, "gate", problems)
    fields.refuse_unknown(GATE_KEYS)
    alpha = fields.number("alpha", LEAST_ALPHA, 0.499)
    config = Config(
        source=file,
        rules=tuple(_rules(table, fields, _lines(path))),
        alpha=alpha or 0.05,
        common_only=fields.flag("common_only", default=False),
        scorecard=beside(path, fields.text("scorecard")),
        baseline=beside(path, fields.text("baseline") or BASELINE),
    )
    if problems:
        raise InputError(problems)
    return config


def _rules(table: dict[str, Any], gate: Fields, lines: list[int]) -> Iterable[Rule]:
    rules = table.get("rules")
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, dict) for rule in rules):
        gate.wrong("no rules: write at least one [[gate.rules]]", "rules")
        return
    defaults = _defaults(gate)
    numbered = lines if len(lines) == len(rules) else [None] * len(rules)
    seen: dict[tuple[str, tuple[str, ...]], int] = {}
    for number, (given, row) in enumerate(zip(rules, numbered, strict=True), start=1):
        fields = Fields(given, gate.file, row, f"rule {number}", gate.problems)
        rule = _rule(fields, defaults)
        if rule is None:
            continue
        key = (rule.metric, tuple(sorted(rule.slices)))
        if key in seen:
            fields.wrong(f"a second rule for {rule.metric} on the same questions; rule {seen[key]} is the first")
        seen.setdefault(key, number)
        yield replace(rule, row=row)


def _defaults(gate: Fields) -> Rule:
    return Rule(
        metric="",
        min_n=gate.whole("min_n"),
        min_coverage=gate.number("min_coverage", 0, 1),
        max_error_rate=gate.number("max_error_rate", 0, 1),
        on_inconclusive=gate.on_inconclusive("warn"),
    )


def _rule(fields: Fields, defaults: Rule) -> Rule | None:
    fields.refuse_unknown(RULE_KEYS)
    measure = _measure(fields)
    low, high = measure.spec.range if measure else (float("-inf"), None)
    width = measure.spec.width if measure else None
    named = f" (the range of {measure.name})" if measure else ""
    change = f" (a change of {measure.name})" if measure else ""
    rule = Rule(
        metric=measure.name if measure else "",
        min=fields.number("min", low, high, what=named),
        max=fields.number("max", low, high, what=named),
        max_regression=fields.number("max_regression", 0, width, what=change),
        max_losses=fields.whole("max_losses", 0),
        min_n=fields.whole("min_n") or defaults.min_n,
        min_coverage=_or(fields.number("min_coverage", 0, 1), defaults.min_coverage),
        max_error_rate=_or(fields.number("max_error_rate", 0, 1), defaults.max_error_rate),
        slices=fields.texts("slices"),
        strict=fields.flag("strict", default=False),
        hard=fields.flag("hard", default=False),
        advisory=fields.flag("advisory", default=False) if "advisory" in fields.table else None,
        required=fields.flag("required", default=True),
        on_inconclusive=fields.on_inconclusive(defaults.on_inconclusive),
    )
    given = [key for key in THRESHOLDS if key in fields.table]
    if not given:
        fields.wrong(f"no threshold, so it could never fail; give one of {', '.join(THRESHOLDS)}")
    elif measure and all(getattr(rule, key) == _unbreakable(key, measure) for key in given):
        told = ", ".join(f"{key} = {getattr(rule, key):g}" for key in given)
        fields.wrong(f"no value can break it ({told}), so it could never fail")
    if rule.min is not None and rule.max is not None and rule.min > rule.max:
        fields.wrong(f"min {rule.min:g} is above max {rule.max:g}")
    if measure:
        _check_direction(fields, measure)
    return rule if measure else None


def _unbreakable(key: str, measure: Measure) -> float | None:
    """The threshold that every value keeps."""
    low, high = measure.spec.range
    ends = {"min": low, "max": high, "max_regression": measure.spec.width, "min_coverage": 0.0, "max_error_rate": 1.0}
    return ends.get(key)


def _check_direction(fields: Fields, measure: Measure) -> None:
    """A rule that would punish what is better, or cannot tell what that is."""
    direction, given = measure.spec.direction, fields.table
    if direction == "none":
        for key in RELATIVE & given.keys():
            fields.wrong(f"{measure.name} has no better direction, so it cannot regress; give min or max", key)
    wrong_end = {"lower": "min", "higher": "max"}.get(direction)
    other = "max" if wrong_end == "min" else "min"
    if wrong_end in given and not {other, *RELATIVE} & given.keys():
        message = f"{measure.name} is better when {direction}: {wrong_end} alone lets the worst pass; give {other}"
        fields.wrong(message, wrong_end)


def _measure(fields: Fields) -> Measure | None:
    name = fields.text("metric")
    if name is None:
        if "metric" not in fields.table:
            fields.wrong("no metric")
        return None
    try:
        return find_metric(name)
    except MetricNameError as error:
        fields.wrong(str(error), "metric")
        return None


def _or(value: float | None, default: float | None) -> float | None:
    return default if value is None else value


def _lines(path: str | Path) -> list[int]:
    """The line of each rule: where it names its metric, else its header; TOML itself does not tell."""
    lines: list[int] = []
    named = True
    for number, line in enumerate(read_bytes(Path(path)).decode().split("\n"), start=1):
        if HEADER.match(line):
            lines.append(number)
            named = False
        elif not named and METRIC.match(line):
            lines[-1] = number
            named = True
    return lines
