"""A gate as annotations of GitHub Actions: lines on standard output that mark the rules in the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ragauge.gating.records import Verdict
from ragauge.report.figures import plural
from ragauge.report.gate import rule_word, sentences
from ragauge.report.rows import printable

if TYPE_CHECKING:
    from ragauge.gating.records import GateResult, RuleResult

MOST = 10
"""GitHub shows that many annotations of a kind and step."""
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def gate_annotations(result: GateResult) -> list[str]:
    """One line a rule that does not pass: an error where it blocks, a warning or a notice where it is let through."""
    kinds: dict[str, list[RuleResult]] = {"error": [], "warning": [], "notice": []}
    for one in result.results:
        if one.verdict != Verdict.PASS:
            kinds["error" if one.blocks else "warning" if one.warns else "notice"].append(one)
    return [line for kind, rules in kinds.items() for line in _lines(kind, rules, result.source)]


def _lines(kind: str, rules: list[RuleResult], source: str) -> list[str]:
    shown = rules if len(rules) <= MOST else rules[: MOST - 1]
    lines = [_line(kind, source, one.rule.row, f"{one.rule.metric}: {rule_word(one)}", _message(one)) for one in shown]
    if others := rules[len(shown) :]:
        names = "\n".join(f"{rule_word(one)}: {printable(one.rule.text)}" for one in others)
        lines.append(_line(kind, source, None, f"and {plural(len(others), 'rule')} more", names))
    return lines


def _message(one: RuleResult) -> str:
    return "\n".join(map(printable, (one.rule.text, *sentences(one, passing=False))))


def _line(kind: str, source: str, row: int | None, title: str, message: str) -> str:
    properties = {"file": _relative(source), "line": "" if row is None else str(row), "title": f"ragauge: {title}"}
    given = ",".join(f"{name}={printable(text).translate(_PROPERTY)}" for name, text in properties.items() if text)
    return f"::{kind} {given}::{message.translate(_DATA)}"


def _relative(source: str) -> str:
    """The path from here, with slashes, if it is inside the current folder; else as it is."""
    if not source:
        return ""
    path = Path(source)
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()
