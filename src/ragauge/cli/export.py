"""``ragauge export``: every question of a scorecard as a row, for a spreadsheet or a data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.ending import say
from ragauge.cli.output import (
    check_targets,
    document_files,
    echo_text,
    hand_over,
    input_files,
    refuse_same_target,
)
from ragauge.cli.reading import matching_options, reading_options
from ragauge.cli.report import data_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.report.per_question_table import Column

KINDS = {"csv_path": "--csv", "xlsx": "--xlsx", "parquet": "--parquet"}


@click.command(short_help="Every question of a scorecard as a row: CSV, Excel or Parquet.")
@click.argument("scorecard", type=click.Path())
@click.option("--csv", "csv_path", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write CSV; - prints it, and so does no option at all.")  # fmt: skip
@click.option("--xlsx", type=click.Path(dir_okay=False), help="Write an Excel workbook.")
@click.option("--parquet", type=click.Path(dir_okay=False), help="Write Parquet, in which lists are lists.")
@click.option("--gold", type=click.Path(), help="With --traces: where the evidence ended, and the answers.")
@click.option("--traces", type=click.Path(), help="The traces that were measured.")
@reading_options
@matching_options
def export(scorecard: str, gold: str | None, traces: str | None, **rest: Any) -> None:
    """Write one row a question of SCORECARD (eval --json): what it asked, each value or why there is none, and more.

    Columns: id, status, question, those of the golden set, a metric and "metric: why not", the first hits and the ranks
    of relevant ones; with --gold and --traces what was needed, where it ended and why, the answer, right answers,
    citations, claims that nothing supports, and the error; for a judge what each of its values rests on.

    \b
    ragauge export scores.json > questions.csv
    ragauge export scores.json --xlsx questions.xlsx --parquet questions.parquet
    ragauge export scores.json --gold gold.jsonl --traces traces.jsonl --chunks chunks.jsonl --xlsx questions.xlsx
    ragauge export оценки.json --xlsx вопросы.xlsx

    Numbers are those of SCORECARD to the last digit. A text that a spreadsheet would run as a formula gets a leading
    apostrophe in CSV, and is a text in Excel.

    Exit codes: 0 written, 2 a file cannot be read or does not belong to the others.
    """
    if (gold is None) != (traces is None):
        raise click.UsageError("--gold and --traces go together: what happened to a question is seen in both")
    outputs = {name: rest.pop(name) for name in KINDS}
    if not any(outputs.values()):
        outputs["csv_path"] = "-"
    corpus = rest["corpus"]
    read = [file for path in (scorecard, gold, traces, rest["chunks"]) if path for file in input_files(path)]
    refuse_same_target(outputs, [*read, *([] if corpus is None else document_files(corpus, outputs))])
    check_targets(outputs)
    _write(_table(scorecard, gold, traces, rest), outputs)


def _table(scorecard: str, gold: str | None, traces: str | None, rest: dict[str, Any]) -> Sequence[Column]:
    from ragauge.loading import load_scorecard
    from ragauge.report.assembling import assemble
    from ragauge.report.per_question_table import question_table
    from ragauge.report.result_files import read_result

    load_scorecard(scorecard)  # any other result is told to be no scorecard
    return question_table(assemble([read_result(scorecard)], data_of(gold, traces, rest)))


def _write(columns: Sequence[Column], outputs: dict[str, Any]) -> None:
    from ragauge.report.per_question_files import as_csv, as_parquet, as_workbook

    book = None if outputs["xlsx"] is None else as_workbook(columns)
    wanted = (
        (outputs["csv_path"], lambda: as_csv(columns), echo_text),
        (outputs["xlsx"], lambda: b"" if book is None else book.data, echo_text),
        (outputs["parquet"], lambda: as_parquet(columns), echo_text),
    )
    hand_over(wanted)
    if book is not None and book.cut:
        say(f"{book.cut} texts are longer than a cell of Excel can be: cut, with a mark; --csv and --parquet have all")
    if written := [path for path in outputs.values() if path not in (None, "-")]:
        say(f"written: {', '.join(written)}")
