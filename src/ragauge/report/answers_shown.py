"""The tables of answers below a scorecard: in the terminal, and as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.report.grid import grids
from ragauge.report.markdown import safe
from ragauge.report.markdown import table as markdown_table
from ragauge.report.study import study_lines, study_rows
from ragauge.report.terminal import print_lines

if TYPE_CHECKING:
    from rich.console import Console

    from ragauge.studying.study import Study


def print_answers(study: Study, out: Console) -> None:
    """The tables, then what to know before believing them."""
    for table in study.tables:
        words = [column.head for column in table.columns if column.kind == "text"]
        print_lines([("title", table.title)], out)
        for part in grids(study_rows(table), out.width, keys=1, left=words):
            out.print(part)
    print_lines(study_lines(study), out)


def answers_markdown(study: Study) -> str:
    """The same for a pull request; empty where there is nothing to tell.

    >>> from ragauge.core.answered import Answered, Answers
    >>> from ragauge.report.answers import answers_study
    >>> made_up = Answered("q_1", answer="Two years.", refusal=False, answerable=False)
    >>> print(answers_markdown(answers_study(Answers((made_up,)), {})).splitlines()[-1])
    | hallucinated answer | 1 | q\\_1 |
    """
    parts = [f"#### {safe(table.title)}\n\n{markdown_table(study_rows(table))}" for table in study.tables]
    notes = [f"- ⚠ {safe(note)}" for note in study.notes]
    return "\n\n".join([*parts, *(["\n".join(notes)] if notes else [])])
