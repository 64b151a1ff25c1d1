"""A comparison as Markdown, for pull requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.report.comparison import (
    comparison_tables,
    comparison_title,
    moved_headline,
    moved_title,
    pairing_lines,
    ranking_table,
    reading_lines,
    reason_lines,
    verdict_lines,
)
from ragauge.report.markdown import safe, table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.comparison.records import Comparison

MARKS = {"warning": "⚠ ", "error": "❌ "}


def comparison_markdown(comparison: Comparison) -> str:
    """The differences and what they show; the questions that moved most are folded away."""
    parts = [f"### {safe(comparison_title(comparison))}"]
    if comparison.comparable:
        parts += map(table, comparison_tables(comparison))
        parts.append(_listed(verdict_lines(comparison)))
    else:
        parts.append(_listed(reason_lines(comparison)))
    parts.append(_listed(pairing_lines(comparison)))
    parts.append(_listed(("warning", note) for note in comparison.notes))
    if comparison.comparable:
        parts.append(_listed(("", line) for line in reading_lines(comparison)))
        parts.append(_moved(comparison))
    return "\n\n".join(filter(None, parts)) + "\n"


def _listed(lines: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- {MARKS.get(style, '')}{safe(text.strip())}" for style, text in lines)


def _moved(comparison: Comparison) -> str:
    if not comparison.moved:
        return ""
    parts = []
    for one in comparison.moved:
        parts.append(safe(moved_headline(one)))
        if rows := ranking_table(one):
            parts.append(table(rows))
    shown = "\n\n".join(parts)
    return f"<details><summary>{moved_title(comparison)}</summary>\n\n{shown}\n\n</details>"
