"""A study of a judge, printed or written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.cli.output import echo_json, echo_text, hand_over

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ragauge.cli.output import Output
    from ragauge.studying.study import Study


def show(study: Study, to_json: Callable[[], str], outputs: Mapping[str, str | None], *others: Output) -> None:
    """Print the study, or write what was asked for."""
    from ragauge.report.grid import grids
    from ragauge.report.study import study_lines, study_markdown, study_rows
    from ragauge.report.terminal import console, print_lines

    wanted = (
        (outputs["json_path"], to_json, echo_json),
        (outputs["markdown"], lambda: study_markdown(study), echo_text),
        *others,
    )
    if hand_over(wanted):
        return
    out = console()
    print_lines([("title", study.title)], out)
    for table in study.tables:
        words = [column.head for column in table.columns if column.kind == "text"]
        keys = next((place for place, column in enumerate(table.columns) if column.kind != "text"), 1)
        print_lines([("title", table.title)], out)
        for part in grids(study_rows(table), out.width, keys, words):
            out.print(part)
    print_lines(study_lines(study), out)
