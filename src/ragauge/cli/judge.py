"""``ragauge judge``: is the judge any good?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.judge_injections import injections
from ragauge.cli.judge_prefer import prefer
from ragauge.cli.judge_sheet import sheet
from ragauge.cli.output import check_targets, echo_json, echo_text, hand_over, input_files, refuse_same_target

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.studying.study import Study

SHARED = (
    click.option("--cluster", metavar="COLUMN", help="Items that belong together (a conversation, a user)."),
    click.option("--item", metavar="COLUMN", help="The id of an item.  [default: id, item, item_id]"),
    click.option("--only", multiple=True, metavar="COLUMN=VALUE", help="Take these rows alone; repeat for more."),
    click.option("--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95,
                 show_default=True, help="Level of intervals."),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random."),
    click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write everything as JSON; - prints it instead of the tables."),
    click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write a summary for pull requests."),
)  # fmt: skip


def _shared(command: Any) -> Any:
    for option in reversed(SHARED):
        command = option(command)
    return command


@click.group(short_help="Is the judge any good? Agreement with humans, thresholds, biases.")
def judge() -> None:
    """Measure a judge before believing what it says.

    \b
    ragauge judge sheet scores.json -o FILE     verdicts behind a scorecard, for people to label
    ragauge judge calibrate labels.csv          against human labels: kappa, threshold, the true rate
    ragauge judge bias verdicts.csv             position, verbosity, self-preference, repeats
    ragauge judge injections --judge-model M    does it obey what stands in the data?
    ragauge judge prefer GOLD A B               which run has the better answers, in both orders

    The first three read verdicts in your files and call no model; the others ask one.
    """


judge.add_command(injections)
judge.add_command(prefer)
judge.add_command(sheet)


@judge.command(short_help="Hold a judge against human labels.")
@click.argument("labels", type=click.Path())
@click.option("--judge", "judge_column", metavar="COLUMN", help="The judge's label or score.  [default: judge, …]")
@click.option(
    "--human",
    "humans",
    multiple=True,
    metavar="COLUMN",
    help="A human's label; repeat for several annotators.  [default: human, human_2, annotator_1, …]",
)
@click.option("--kind", type=click.Choice(["label", "score"]), help="What the judge gives, where that is not clear.")
@click.option("--scale", metavar="LABEL,LABEL", help="All labels in their order, with those that nobody used.")
@click.option("--positive", metavar="LABEL", help="The label whose rate is estimated, and that high scores stand for.")
@click.option(
    "--weights",
    type=click.Choice(["none", "linear", "quadratic"]),
    help="Weights of kappa.  [default: quadratic on a scale, none for two labels and for words]",
)
@click.option(
    "--alpha",
    type=click.Choice(["nominal", "ordinal", "interval", "ratio"]),
    help="Level of Krippendorff's alpha.  [default: ordinal on a scale, else nominal]",
)
@click.option(
    "--unlabelled",
    type=click.Path(),
    help="Judged items without human labels, from the same pool; rows without a label count too.",
)
@click.option("--verdicts", type=click.Path(), help="The judge's verdicts by item, where they are not in LABELS.")
@click.option("--threshold", type=float, help="Take this threshold of scores instead of looking for one.")
@click.option(
    "--objective",
    type=click.Choice(["balanced_accuracy", "f1", "agreement"]),
    default="balanced_accuracy",
    show_default=True,
    help="What the best threshold is best at.",
)
@click.option("--folds", type=click.IntRange(2), default=5, show_default=True, help="Folds of the cross-fitting.")
@click.option(
    "--half-width",
    type=click.FloatRange(0, min_open=True),
    help="Wanted half of the interval of the true rate.  [default: 0.05, or a twentieth of the scale]",
)
@click.option("--bins", type=click.IntRange(1), default=10, show_default=True, help="Bins of the calibration error.")
@click.option("--judge-name", metavar="NAME", help="Which judge this is, for the calibration file.")
@click.option("--task", metavar="NAME", help="What it judges, for the calibration file.")
@click.option("--prompt", metavar="VERSION", help="Version of its prompt, for the calibration file.")
@click.option("--label-policy", metavar="VERSION", help="Version of the rules that humans labelled by.")
@_shared
def calibrate(labels: str, **given: Any) -> None:
    """Hold the judge of LABELS against its human labels; one row an item, in CSV, JSONL, Parquet or Excel.

    Agreement, kappa, alpha and AC1 with intervals, label by label, and against a judge that never looks. For scores a
    threshold, chosen on other items than it is tried on, and their calibration. With judged items without labels the
    true rate (PPI++). How many labels to make next. The JSON is the calibration file of this judge, task and prompt.

    \b
    ragauge judge calibrate labels.csv
    ragauge judge calibrate labels.xlsx --judge gpt --human anna --human boris --scale 1,2,3,4,5
    ragauge judge calibrate labels.csv --verdicts labels.judge.csv
    ragauge judge calibrate hhem.jsonl --positive supported --unlabelled judged.jsonl --json calibration.json

    Exit codes: 0 measured, 2 could not measure.
    """
    from ragauge.judging.measured.calibrating import calibrate as measure
    from ragauge.judging.measured.labels import LabelColumns, read_judged, read_labels
    from ragauge.report.judge import calibration_study

    _check(given, labels, given["unlabelled"], given["verdicts"])
    columns = LabelColumns(given["judge_column"], given["humans"], given["item"], given["cluster"])
    names = {"judge": "judge_name", "task": "task", "prompt": "prompt", "label_policy": "label_policy"}
    identity = {field: given[option] for field, option in names.items()}
    wanted = dict(map(_pair, given["only"]))
    rows = read_labels(labels, columns, identity=identity, wanted=wanted, verdicts=given["verdicts"])
    beyond: dict[str, Any] = {}
    if given["unlabelled"] is not None:
        judged, clusters, known = read_judged(given["unlabelled"], columns, rows)
        notes = [f"{known} rows of {given['unlabelled']} are left out: their items have labels"] if known else []
        beyond = {"unlabelled": judged, "unlabelled_clusters": clusters, "notes": notes}
    found = measure(rows, _settings(given), **beyond)
    _deliver(calibration_study(found), found.to_json, given)


@judge.command(short_help="Position, verbosity, self-preference, repeats: from pairwise verdicts.")
@click.argument("file", type=click.Path())
@click.option("--forward", metavar="COLUMN", help="Verdict with A first.  [default: forward, verdict_ab, verdict, …]")
@click.option("--swapped", metavar="COLUMN", help="Verdict with B first.  [default: swapped, verdict_ba, …]")
@click.option(
    "--verdicts",
    type=click.Choice(["answers", "places"]),
    default="answers",
    show_default=True,
    help="What verdicts of the swapped order name: the answer, or the place where it stood.",
)
@click.option("--human", metavar="COLUMN", help="The humans' verdict; names the answer.")
@click.option("--judge", metavar="COLUMN", help="Which judge gave the verdict; each is measured.")
@click.option("--model-a", metavar="COLUMN", help="Which model gave answer A.")
@click.option("--model-b", metavar="COLUMN", help="Which model gave answer B.")
@click.option("--length-a", metavar="COLUMN", help="Length of answer A, in any unit.")
@click.option("--length-b", metavar="COLUMN", help="Length of answer B.")
@click.option("--answer-a", metavar="COLUMN", help="Text of answer A; its length is its characters.")
@click.option("--answer-b", metavar="COLUMN", help="Text of answer B.")
@click.option(
    "--family",
    "families",
    multiple=True,
    metavar="MODEL=FAMILY",
    help="Family of a model or a judge; without it each is a family of its own.",
)
@_shared
def bias(file: str, **given: Any) -> None:
    """Find what moves the verdicts of FILE besides quality; one row a pair, judged in both orders.

    Position: consistency, flips, the share of the first place; win rates by the MT-Bench rule and as the mean of the
    orders. Verbosity: how often the longer answer wins, beside the humans, and the win rate at equal lengths.
    Self-preference, against neutral judges on the same items. Rows of one item by one judge are repeats.

    \b
    ragauge judge bias verdicts.csv
    ragauge judge bias verdicts.jsonl --forward first --swapped second --verdicts places
    ragauge judge bias rotated.csv --family gpt-5=openai --family o4=openai --family claude=anthropic

    Exit codes: 0 measured, 2 could not measure.
    """
    from ragauge.judging.measured.biases import measure_biases
    from ragauge.judging.measured.pairs import ROLES, read_pairs
    from ragauge.report.judge_bias import bias_study

    _check(given, file)
    pairs = read_pairs(
        file,
        {role: given.get(role) for role in ROLES},
        verdicts=given["verdicts"],
        wanted=dict(map(_pair, given["only"])),
    )
    found = measure_biases(pairs, dict(map(_pair, given["families"])), level=given["level"], seed=given["seed"])
    _deliver(bias_study(found), found.to_json, given)


def _settings(given: dict[str, Any]) -> Any:
    from ragauge.judging.measured.settings import Settings

    names = (
        "kind",
        "positive",
        "weights",
        "alpha",
        "threshold",
        "objective",
        "folds",
        "half_width",
        "bins",
        "level",
        "seed",
    )
    scale = tuple(one.strip() for one in (given["scale"] or "").split(",") if one.strip())
    return Settings(scale=scale, **{name: given[name] for name in names})


def _check(given: dict[str, Any], *paths: str | None) -> None:
    outputs = {name: given[name] for name in ("json_path", "markdown")}
    refuse_same_target(outputs, [one for path in paths if path is not None for one in input_files(path)])
    check_targets(outputs)


def _deliver(study: Study, to_json: Callable[[], str], given: dict[str, Any]) -> None:
    from ragauge.report.grid import grid
    from ragauge.report.study import study_lines, study_markdown, study_rows
    from ragauge.report.terminal import console, print_lines

    wanted = (
        (given["json_path"], to_json, echo_json),
        (given["markdown"], lambda: study_markdown(study), echo_text),
    )
    if hand_over(wanted):
        return
    out = console()
    print_lines([("title", study.title)], out)
    for table in study.tables:
        words = tuple(column.head for column in table.columns if column.kind == "text")
        print_lines([("title", table.title)], out)
        out.print(grid(study_rows(table), left=words))
    print_lines(study_lines(study), out)


def _pair(text: str) -> tuple[str, str]:
    name, mark, value = text.partition("=")
    if not mark or not name.strip():
        raise click.BadParameter(f"NAME=VALUE is needed, got {text!r}")
    return name.strip(), value.strip()
