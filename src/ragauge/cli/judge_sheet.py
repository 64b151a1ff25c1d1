"""``ragauge judge sheet``: a judge's verdicts for people to label."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

import click

from ragauge.cli.ending import say
from ragauge.cli.output import check_targets, echo_text, hand_over, refuse_same_target
from ragauge.core.errors import InputError

if TYPE_CHECKING:
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
def sheet(scorecard: str, target: str, metric: str | None, most: int, everything: bool, seed: int) -> None:
    """Write a sample of the verdicts behind SCORECARD (eval --json) as a sheet: one row a verdict.

    Fill in the column "human", from the top down, as far as you get; rows that are left empty count as judged without
    a label. The rows are a sample wherever you stop.

    \b
    ragauge judge sheet scores.json -o labels.csv
    ragauge judge sheet scores.json -o labels.csv --metric faithfulness --n 200
    ragauge judge calibrate labels.csv --json calibration.json

    Name the calibration under "calibrations" of [judge]: numbers of this judge, by these prompts, are then no longer
    "uncalibrated".

    Exit codes: 0 written, 2 no scorecard, or no verdict in it.
    """
    from ragauge.catalog import find_metric
    from ragauge.judging.measured.sheet import make_sheet
    from ragauge.loading import load_scorecard

    refuse_same_target({"target": target}, [scorecard])
    check_targets({"target": target})
    if target != "-" and os.path.lexists(target):
        raise InputError(f"{target} is there already, and may have labels in it: name another file")
    name = None if metric is None else find_metric(metric).name
    made = make_sheet(load_scorecard(scorecard), name, most=None if everything else most, seed=seed)
    text = made.to_csv()
    if not hand_over([(target, lambda: text if target == "-" else BOM + text, echo_text)]):
        for line in _told(made, target):
            say(line)


def _told(made: Sheet, target: str) -> list[str]:
    words, several = ", ".join(made.labels), len(made.labels) > 2
    scale = f" --scale {','.join(made.labels)}" if several else ""
    by = f" by {made.model}" if made.model else ""
    return [
        f"written: {target}: {len(made.rows):,} of {made.total:,} verdicts of {made.metric}{by}",
        f"label the column human{f' with one of: {words}' if words else ''}; then:",
        f"  ragauge judge calibrate {shlex.quote(target)}{scale} --json calibration.json",
    ]
