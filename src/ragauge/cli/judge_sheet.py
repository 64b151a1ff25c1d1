"""``ragauge judge sheet``: a judge's verdicts for people to label."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.ending import say
from ragauge.cli.output import check_targets, echo_text, hand_over, input_files, refuse_same_target
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from ragauge.core.scorecard import Scorecard
    from ragauge.judging.measured.sheet import Sheet

BOM = "\ufeff"
"""Without it spreadsheets take a file for one of an old encoding, and show no Cyrillic."""


@click.command(short_help="Verdicts of a judge for people to label, out of a scorecard.")
@click.argument("scorecard", type=click.Path())
@click.option("-o", "--output", "target", required=True, type=click.Path(dir_okay=False, allow_dash=True),
              help="The CSV to write; - prints it. One that is there already is never written over.")  # fmt: skip
@click.option("-m", "--metric", metavar="NAME", help="Whose verdicts; needed where a judge gave several metrics.")
@click.option("--n", "most", type=click.IntRange(1), default=100, show_default=True, help="How many verdicts.")
@click.option("--all", "everything", is_flag=True, help="All of them: for calibrate --unlabelled.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the sample.")
@click.option("--traces", type=click.Path(), help="The traces that were judged: adds answers, and texts of the prompt.")
@click.option("--chunks", type=click.Path(), help="Table of chunks with their texts, where the traces have ids alone.")
@click.option("--corpus", type=click.Path(), help="Folder or file with the documents, for the same.")
@click.option("--blind", is_flag=True, help="Leave out what the judge says; it goes to NAME.judge.csv beside FILE.")
def sheet(scorecard: str, target: str, metric: str | None, blind: bool, **given: Any) -> None:
    """Write a sample of the verdicts behind SCORECARD (eval --json) as a sheet: one row a verdict.

    Fill in the column "human", from the top down, as far as you get; rows that are left empty count as judged without
    a label. The rows are a sample wherever you stop.

    \b
    ragauge judge sheet scores.json -o labels.csv
    ragauge judge sheet scores.json -o labels.csv --metric faithfulness --n 200
    ragauge judge calibrate labels.csv --json calibration.json
    ragauge judge sheet scores.json -o labels.csv --traces traces.jsonl --blind
    ragauge judge calibrate labels.csv --verdicts labels.judge.csv --json calibration.json

    Name the calibration under "calibrations" of [judge]: numbers of this judge, by these prompts, are then no longer
    "uncalibrated".

    Exit codes: 0 written, 2 no scorecard, or no verdict in it.
    """
    from ragauge.catalog import find_metric
    from ragauge.judging.measured.sheet import make_sheet
    from ragauge.loading import load_scorecard

    apart = _apart(target) if blind else None
    sources = [given[name] for name in ("traces", "chunks", "corpus") if given[name] is not None]
    _refuse_written([path for path in (target, apart) if path is not None], [scorecard, *sources])
    if sources and given["traces"] is None:
        raise click.UsageError("--chunks and --corpus have the texts of traces: name these with --traces")
    name = None if metric is None else find_metric(metric).name
    card = load_scorecard(scorecard)
    made = make_sheet(card, name, most=None if given["everything"] else given["most"], seed=given["seed"])
    made, lacking = (made, 0) if given["traces"] is None else _with_texts(made, card, given)
    text = made.to_csv(blind=blind)
    wanted = [(target, lambda: text if target == "-" else BOM + text, echo_text),
              (apart, lambda: BOM + made.judge_csv(), echo_text)]  # fmt: skip
    if not hand_over(wanted):
        for line in _told(made, target, apart, lacking):
            say(line)


def _refuse_written(targets: list[str], sources: list[str]) -> None:
    """Raise for places that cannot be written, are read from, or have something already."""
    read = [one for path in sources for one in input_files(path)]
    for path in targets:
        refuse_same_target({"target": path}, read)
        check_targets({"target": path})
        if path != "-" and os.path.lexists(path):
            raise InputError(f"{path} is there already, and may have labels in it: name another file")


def _apart(target: str) -> str:
    if target == "-":
        raise click.UsageError("--blind writes two files: name the first with -o")
    return str(Path(target).with_suffix(".judge.csv"))


def _with_texts(made: Sheet, card: Scorecard, given: dict[str, Any]) -> tuple[Sheet, int]:
    from ragauge.answering.labelling import with_texts
    from ragauge.cli.reading import read_chunks, read_documents
    from ragauge.evaluation import Surroundings
    from ragauge.io.trace_tables import read_traced

    around = Surroundings(chunks=read_chunks(given["chunks"]), corpus=read_documents(given["corpus"]))
    return with_texts(made, card, read_traced(given["traces"]), around)


def _told(made: Sheet, target: str, apart: str | None, lacking: int) -> list[str]:
    words, several = ", ".join(made.labels), len(made.labels) > 2
    scale = f" --scale {','.join(made.labels)}" if several else ""
    by = f" by {made.model}" if made.model else ""
    beside = "" if apart is None else f" --verdicts {shlex.quote(apart)}"
    without = [f"{lacking:,} have no texts: a reference, or not in the traces (--chunks, --corpus)"] if lacking else []
    return [
        f"written: {target}: {len(made.rows):,} of {made.total:,} verdicts of {made.metric}{by}",
        *([f"written: {apart}: what the judge says of them"] if apart is not None else []),
        *without,
        f"label the column human{f' with one of: {words}' if words else ''}; then:",
        f"  ragauge judge calibrate {shlex.quote(target)}{beside}{scale} --json calibration.json",
    ]
