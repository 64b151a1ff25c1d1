"""``ragauge report``: results of commands as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.ending import say
from ragauge.cli.html_output import size_of
from ragauge.cli.output import check_targets, document_files, input_files, refuse_same_target
from ragauge.cli.reading import matching_options, reading_options, take_reading, take_surroundings

if TYPE_CHECKING:
    from ragauge.report.assembling import Data
    from ragauge.report.html.inputs import Inputs

DEFAULT = "report.html"


@click.command(short_help="Results of commands as one HTML file that needs no network.")
@click.argument("results", type=click.Path(), nargs=-1, metavar="FILE...")
@click.option("-o", "--output", "target", type=click.Path(dir_okay=False), default=DEFAULT, show_default=True,
              help="Where to.")  # fmt: skip
@click.option("--gold", type=click.Path(), help="The golden set: texts of questions, their evidence and answers.")
@click.option("--traces", type=click.Path(), help="Traces, or a run: the path of each question through the stages.")
@click.option("--language", type=click.Choice(["en", "ru"]), default="en", show_default=True,
              help="The language it opens in; a reader can change it.")  # fmt: skip
@click.option("--title", metavar="TEXT", help="Its title. Default: what was measured against what.")
@click.option("--charts", type=click.Path(file_okay=False), metavar="DIR",
              help="Also write its charts as PNG and SVG; needs ragauge[charts].")  # fmt: skip
@reading_options
@matching_options
def report(results: tuple[str, ...], target: str, gold: str | None, traces: str | None, **rest: Any) -> None:
    """Bring together what commands wrote with --json, in one HTML file with tables, charts and every question.

    FILE is a scorecard (eval, run, demo), a diagnosis, a comparison, a sweep, the result of a gate, a calibration or
    the biases of a judge; which it is, is told by what is in it. Two scorecards are base and candidate, and compared
    unless their comparison is among the files. Gold and traces are diagnosed unless a diagnosis is.

    \b
    ragauge report scores.json -o report.html
    ragauge report scores.json --gold gold.jsonl --traces traces.jsonl --corpus docs/ --chunks chunks.jsonl
    ragauge report old.json new.json gate.json --charts charts/
    ragauge report sweep.json -o sweep.html --title "Chunk sizes, May"
    ragauge report оценки.json --gold вопросы.csv --traces следы.jsonl --language ru -o отчёт.html

    What stands together has to be of the same golden set and the same scorecards. The file asks for nothing from the
    network, and says so in its policy.

    Exit codes: 0 written, 2 a file is no result, is damaged, or does not belong to the others.
    """
    from ragauge.io.writing import write_all
    from ragauge.report.assembling import html_report

    if not results and gold is None and traces is None:
        raise click.UsageError("name what is to be shown: files written with --json, or --gold and --traces")
    if target == "-":
        raise click.UsageError("--output needs the name of a file")
    language, folder, title = rest.pop("language"), rest.pop("charts"), rest.pop("title")
    _refuse_overwriting(target, [*results, gold, traces, rest["chunks"]], rest["corpus"])
    check_targets({"target": target})
    inputs = _inputs(results, gold, traces, title, rest)
    texts: list[tuple[str | Path, str | bytes]] = [(target, html_report(inputs, language))]
    pictures = [] if folder is None else _pictures(inputs, folder, language)
    write_all([*texts, *pictures])
    say(f"written: {target} ({size_of(target)})")
    if pictures:
        say(f"written: {len(pictures)} pictures of charts in {folder}")


def _refuse_overwriting(target: str, files: list[str | None], corpus: str | None) -> None:
    read = [file for path in files if path is not None for file in input_files(path)]
    documents = [] if corpus is None else document_files(corpus, {"target": target})
    refuse_same_target({"target": target}, [*read, *documents])


def _inputs(
    results: tuple[str, ...], gold: str | None, traces: str | None, title: str | None, rest: dict[str, Any]
) -> Inputs:
    from ragauge.report.assembling import assemble
    from ragauge.report.result_files import read_results

    found = read_results(results)
    return assemble(found, data_of(gold, traces, rest), title=title)


def data_of(gold: str | None, traces: str | None, rest: dict[str, Any]) -> Data:
    """Gold, traces and texts that were named; their options are taken out of ``rest``."""
    from ragauge.report.assembling import shown_data

    reading = take_reading(rest)
    return shown_data(gold, traces, reading, take_surroundings(rest))


def _pictures(inputs: Inputs, folder: str, language: str) -> list[tuple[str | Path, bytes]]:
    from ragauge.io.writing import told
    from ragauge.report.charts.drawing import pictures

    found = pictures(inputs, language)
    with told(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
    return [(Path(folder) / name, data) for name, data in found]
