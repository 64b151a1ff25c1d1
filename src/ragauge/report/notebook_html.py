"""Results as tables in HTML, for notebooks: the same words and numbers as in a terminal, all of them escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ragauge.comparison.records import Comparison
from ragauge.core.scorecard import Scorecard
from ragauge.funnel.diagnosing import Diagnosis
from ragauge.report.comparison import (
    comparison_tables,
    comparison_title,
    pairing_lines,
    reading_lines,
    reason_lines,
    verdict_lines,
)
from ragauge.report.diagnosis import causes_of, funnel_lines, funnel_rows, head_line
from ragauge.report.rows import how, printable, score_table, slice_tables, title
from ragauge.report.sweep import sweep_lines, sweep_rows, sweep_tables
from ragauge.sweeping.result import Sweep

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.report.comparison import Line

MARKS = {"warning": "⚠ ", "error": "❌ "}


def html_of(result: Scorecard | Comparison | Diagnosis | Sweep) -> str:
    """A result as tables and sentences; nothing of its data is taken for HTML.

    Raises: TypeError for what is no result.
    """
    if isinstance(result, Scorecard):
        return _scorecard(result)
    if isinstance(result, Comparison):
        return _comparison(result)
    if isinstance(result, Diagnosis):
        return _diagnosis(result)
    if isinstance(result, Sweep):
        return _sweep(result)
    raise TypeError(f"{type(result).__name__} is no result that can be shown")


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are data; the first row is its head.

    >>> table([("metric",), ("<b>",)])
    '<table><thead><tr><th>metric</th></tr></thead><tbody><tr><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    if not rows:
        return ""
    head, *body = rows
    lines = "".join(f"<tr>{''.join(f'<td>{_safe(cell)}</td>' for cell in row)}</tr>" for row in body)
    heads = "".join(f"<th>{_safe(cell)}</th>" for cell in head)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def _scorecard(card: Scorecard) -> str:
    notes = [("", line) for line in how(card)] + [("warning", warning) for warning in card.warnings]
    slices = "".join(map(table, slice_tables(card)))
    return _whole(title(card), table(score_table(card)), _folded("slices", slices), _listed(notes))


def _comparison(comparison: Comparison) -> str:
    lines: list[Line] = list(verdict_lines(comparison) if comparison.comparable else reason_lines(comparison))
    lines += [*pairing_lines(comparison), *(("warning", note) for note in comparison.notes)]
    if comparison.comparable:
        lines += [("", line) for line in reading_lines(comparison)]
    return _whole(comparison_title(comparison), *map(table, comparison_tables(comparison)), _listed(lines))


def _diagnosis(diagnosis: Diagnosis) -> str:
    found = causes_of(diagnosis)
    rows = table(funnel_rows(diagnosis, found))
    return _whole(head_line(diagnosis)[1], rows, _listed(funnel_lines(diagnosis, found)))


def _sweep(sweep: Sweep) -> str:
    others = "".join(f"<p>{_safe(words)}</p>{table(rows)}" for words, rows in sweep_tables(sweep))
    return _whole(sweep.metric, table(sweep_rows(sweep)), _folded("more", others), _listed(sweep_lines(sweep)))


def _whole(head: str, *parts: str) -> str:
    return f"<div><p><b>{_safe(head)}</b></p>{''.join(parts)}</div>"


def _folded(summary: str, inner: str) -> str:
    return f"<details><summary>{summary}</summary>{inner}</details>" if inner else ""


def _listed(lines: Iterable[tuple[str, str]]) -> str:
    items = "".join(f"<li>{MARKS.get(style, '')}{_safe(text.strip())}</li>" for style, text in lines)
    return f"<ul>{items}</ul>" if items else ""


def _safe(text: str) -> str:
    return escape(printable(text))
