"""The configuration of a gate: found, read, and all that is wrong with it told at once."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.catalog import find_metric
from ragauge.core.brief import brief
from ragauge.core.errors import InputError, MetricNameError, Problem
from ragauge.gating.rule_fields import Fields
from ragauge.gating.rules import THRESHOLDS, Config, Rule
from ragauge.io.files import existing_file, read_bytes, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.core.spec import Measure

GATE_KEYS = ("scorecard", "baseline", "alpha", "common_only", "on_inconclusive", "min_n", "min_coverage",
             "max_error_rate", "rules")  # fmt: skip
RULE_KEYS = ("metric", "min", "max", "max_regression", "max_losses", "min_n", "min_coverage", "max_error_rate",
             "slices", "strict", "hard", "required", "on_inconclusive")  # fmt: skip
RELATIVE = {"max_regression", "max_losses"}
"""Conditions that hold a scorecard against the baseline."""
DEFAULTS = ("min_n", "min_coverage", "max_error_rate", "on_inconclusive")
"""Keys of ``[gate]`` that hold for every rule that does not say otherwise."""
TABLES = ("gate",)
"""The tables of a configuration."""
BASELINE = "baseline.json"
"""Where the baseline is, beside the configuration, unless that says otherwise."""
LEAST_ALPHA = 1e-6
HEADER = re.compile(r"^\s*\[\[\s*(?:tool\s*\.\s*ragauge\s*\.\s*)?gate\s*\.\s*rules\s*\]\]")

METRIC = re.compile(r"""^\s*["']?metric["']?\s*=""")


def find_config(given: str | Path | None, folder: Path | None = None) -> Path:
    """The configuration: the file that was named, ``ragauge.toml``, or ``pyproject.toml`` with ``[tool.ragauge]``.

    Raises: InputError when there is none.
    """
    found = Path(given) if given is not None else _discovered(folder or Path())
    if found is None:
        raise InputError("no configuration: neither ragauge.toml nor [tool.ragauge] in pyproject.toml; see --config")
    return found


def has_config(folder: Path | None = None) -> bool:
    """Whether ``find_config`` finds one by itself."""
    return _discovered(folder or Path()) is not None


def _discovered(folder: Path) -> Path | None:
    own, project = folder / "ragauge.toml", folder / "pyproject.toml"
    if os.path.lexists(own):
        return own
    tools = _toml(project).get("tool") if project.is_file() else None
    return project if isinstance(tools, dict) and "ragauge" in tools else None


def _own_part(content: dict[str, Any], file: str) -> tuple[dict[str, Any], str]:
    """What is ours in a file: all of it, or ``[tool.ragauge]`` where there are tools."""
    tools = content.get("tool")
    if tools is None or "gate" in content:
        return content, ""
    return _table(_table(tools, file, "tool").get("ragauge"), file, "tool.ragauge"), "tool.ragauge."


def read_config(path: str | Path) -> Config:
    """The gate of a configuration file.

    Raises: InputError with everything that is wrong with it, each problem with the line of its rule.
    """
    file = shown(path)
    content, prefix = _own_part(_toml(existing_file(path)), file)
    gate = content.get("gate")
    if gate is None:
        near = get_close_matches("gate", content, 1)
        hint = f"; there is [{prefix}{near[0]}]" if near else ""
        raise InputError([Problem(f"no [{prefix}gate] in it: there are no rules{hint}", file)])
    table = _table(gate, file, f"{prefix}gate")
    problems: list[Problem] = []
    Fields(content, file, None, prefix.rstrip(".") or "the file", problems).refuse_unknown(TABLES)
    fields = Fields(table, file, None, "gate", problems)
    fields.refuse_unknown(GATE_KEYS)
    alpha = fields.number("alpha", LEAST_ALPHA, 0.499)
    config = Config(
        source=file,
        rules=tuple(_rules(table, fields, _lines(path))),
        alpha=alpha or 0.05,
        common_only=fields.flag("common_only", default=False),
        scorecard=_beside(path, fields.text("scorecard")),
        baseline=_beside(path, fields.text("baseline") or BASELINE),
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


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_bytes(path).decode())
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        last = read_bytes(path).count(b"\n") + 1
        raise InputError([Problem(f"not TOML: {error}", shown(path), int(found[1]) if found else last)]) from error
    except (RecursionError, ValueError) as error:
        raise InputError([Problem(f"not TOML that can be read: {brief(str(error))}", shown(path))]) from error


def _table(value: object, file: str, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError([Problem(f"no table [{name}] in it", file)])
    return value


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


def _beside(config: str | Path, path: str | None) -> str | None:
    return None if path is None else str(Path(config).parent / Path(path).expanduser())
