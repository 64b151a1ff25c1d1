"""A gate as JUnit XML, which build services show as tests: one a rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from ragauge.gating.records import Verdict
from ragauge.report.gate import sentences, summary
from ragauge.report.rows import printable

if TYPE_CHECKING:
    from ragauge.gating.records import GateResult, RuleResult

NAME = "ragauge.gate"
# what ``printable`` leaves of the characters that XML 1.0 forbids
FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def gate_junit(result: GateResult) -> str:
    """The rules as tests; no times, so that the same result gives the same bytes.

    A rule that blocks is a ``failure`` (measured and bad) or an ``error`` (could not measure); one that was let
    through without a pass is ``skipped``.
    """
    kinds = [_kind(one) for one in result.results]
    counts = {
        "tests": str(len(kinds)),
        "failures": str(kinds.count("failure")),
        "errors": str(kinds.count("error")),
    }
    root = ET.Element("testsuites", {"name": NAME, **counts, "time": "0"})
    suite = ET.SubElement(root, "testsuite", {"name": NAME, **counts, "skipped": str(kinds.count("skipped"))})
    suite.attrib.update({"time": "0", "id": "0", "package": NAME})
    properties = ET.SubElement(suite, "properties")
    for name, value in _properties(result):
        ET.SubElement(properties, "property", {"name": name, "value": _clean(value)})
    for one, kind in zip(result.results, kinds, strict=True):
        _add_case(suite, one, kind)
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _kind(one: RuleResult) -> str | None:
    if one.verdict == Verdict.PASS:
        return None
    return {0: "skipped", 1: "failure", 2: "error"}[one.blocks]


def _properties(result: GateResult) -> list[tuple[str, str]]:
    properties = [("verdict", result.verdict.value), ("exit_code", str(result.exit_code))]
    properties += [("config", result.source), ("scorecard", result.scorecard)]
    properties += [] if result.baseline is None else [("baseline", result.baseline)]
    properties += [("alpha", f"{result.alpha:g}"), ("family", str(result.family))]
    return properties + [("note", note) for note in result.notes]


def _add_case(suite: ET.Element, one: RuleResult, kind: str | None) -> None:
    case = ET.SubElement(suite, "testcase", {"name": _clean(one.rule.text), "classname": NAME, "time": "0"})
    if kind is None:
        return
    told = ET.SubElement(case, kind, {"message": _clean(summary(one)), "type": one.verdict.value})
    told.text = "\n".join(map(_clean, sentences(one)))


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\ufffd", printable(text))
