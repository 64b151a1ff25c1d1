"""A study in rows and words, for the terminal and Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.figures import fixed, p_text, signed
from ragauge.report.markdown import table as markdown_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ragauge.studying.study import Column, Study, Table


def study_rows(table: Table) -> list[tuple[str, ...]]:
    """A head and the rows, every cell as text; empty where there is no value.

    >>> from ragauge.studying.study import Column, Table
    >>> study_rows(Table("t", (Column("lane"), Column("lost", "share")), (("bm25", 0.25), ("lsa", None))))
    [('lane', 'lost'), ('bm25', '25.0%'), ('lsa', '')]
    """
    head = tuple(column.head for column in table.columns)
    return [head, *(tuple(map(_cell, row, table.columns)) for row in table.rows)]


def _cell(value: Any, column: Column) -> str:
    if value is None:
        return ""
    return FORMS[column.kind](value)


FORMS: dict[str, Callable[[Any], str]] = {
    "text": str,
    "value": fixed,
    "share": lambda value: f"{value:.1%}",
    "difference": signed,
    "interval": lambda value: f"{fixed(value[0])} to {fixed(value[1])}",
    "share interval": lambda value: f"{value[0]:.1%} to {value[1]:.1%}",
    "p": p_text,
    "count": lambda value: f"{value:,}",
    "seconds": lambda value: f"{value:.3g} s" if value >= 1 else f"{1000 * value:.3g} ms",
    "number": lambda value: f"{value:,.4g}",
}


def study_lines(study: Study) -> Iterator[tuple[str, str]]:
    """The advice, and what to know before believing it."""
    for one in study.advice:
        yield "title", f"{one.subject}: {one.says}"
        yield "", f"  {one.because}"
    for note in study.notes:
        yield "warning", note


def study_markdown(study: Study) -> str:
    """A summary for pull requests."""
    parts = [f"## {study.title}"]
    parts += [f"### {table.title}\n\n{markdown_table(study_rows(table))}" for table in study.tables]
    parts += ["\n".join(f"- **{one.subject}: {one.says}.** {one.because}" for one in study.advice)]
    parts += ["\n".join(f"- {note}" for note in study.notes)]
    return "\n\n".join(part for part in parts if part) + "\n"
