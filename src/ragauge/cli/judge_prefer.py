"""``ragauge judge prefer``: which of two runs has the better answers?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from ragauge.cli.judge_asking import ask, asking_options, open_judge, refuse_valueless, take_judge, tell_plan
from ragauge.cli.judge_show import show
from ragauge.cli.output import check_targets, echo_text, input_files, refuse_same_target
from ragauge.cli.reading import matching_options, reading_options, take_reading, take_surroundings

if TYPE_CHECKING:
    from ragauge.core.reading import Reading
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced


@click.command(short_help="Which of two runs has the better answers? Both orders are judged.")
@click.argument("gold", type=click.Path())
@click.argument("traces_a", type=click.Path())
@click.argument("traces_b", type=click.Path())
@click.option("--passages", type=click.Choice(["none", "gold", "both"]), default="none", show_default=True,
              help="What answers are held against: nothing, the gold's words, the texts in both prompts.")  # fmt: skip
@click.option("--model-a", metavar="NAME", help="Who gave the answers of TRACES_A.  [default: the name of the file]")
@click.option("--model-b", metavar="NAME", help="Who gave those of TRACES_B.")
@click.option("--clusters", metavar="COLUMN", help="Questions with the same value belong together (intervals).")
@asking_options
@reading_options
@matching_options
@click.option("--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True,
              help="Level of intervals.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the resamples.")
@click.option("--per-question", type=click.Path(dir_okay=False, allow_dash=True),
              help='Write one row a pair as CSV, which "ragauge judge bias" reads; - prints it.')  # fmt: skip
@click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write everything as JSON; - prints it instead of the tables.")  # fmt: skip
@click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write a summary for pull requests.")  # fmt: skip
def prefer(gold: str, traces_a: str, traces_b: str, **given: Any) -> None:
    """Compare the answers of TRACES_A and TRACES_B to the questions of GOLD, pair by pair, in both orders.

    B has a pair whose answer wins in both orders; a tie, or verdicts that change with the order, are half for each, and
    flips are counted apart. Beside the win rate stand that at equal lengths, and how much the place decides.
    GOLD can do without evidence; tables of answers (question, answer, contexts) are read as by "ragauge eval".

    \b
    ragauge judge prefer gold.jsonl before.jsonl after.jsonl --judge-model qwen3 --judge-url http://localhost:8000/v1
    ragauge judge prefer gold.csv a.jsonl b.jsonl --passages both --per-question verdicts.csv --json prefer.json
    ragauge judge bias verdicts.csv

    Exit codes: 0 measured, 2 could not measure.
    """
    from ragauge.answering.cases import answers_of
    from ragauge.answering.judged_by import judged_by
    from ragauge.answering.preferences import preferences_of
    from ragauge.answering.preferring import pairs_of, preference_flows
    from ragauge.judging.preference import TASK, VERSION
    from ragauge.report.preferences import preference_study, preferences_csv

    outputs = {name: given.pop(name) for name in ("per_question", "json_path", "markdown")}
    judging, config, files = take_judge(given)
    files += [gold, traces_a, traces_b, *(given[name] for name in ("chunks", "corpus") if given[name])]
    refuse_same_target(outputs, [one for path in files for one in input_files(path)])
    check_targets(outputs)
    models = _named(given.pop("model_a"), given.pop("model_b"), traces_a, traces_b)
    golden, runs = _loaded(gold, (traces_a, traces_b), take_reading(given))
    around = take_surroundings(given)
    first, second = (answers_of(golden, traced, around) for traced in runs)
    pairs = pairs_of(first, second, given["passages"])
    clusters = None if given["clusters"] is None else golden.clusters(given["clusters"])
    with open_judge(judging, config) as run:
        flows = preference_flows(pairs, run.asking)
        if judging.dry_run:
            tell_plan(flows, run, [TASK], outputs["json_path"])
            return
        results, stopped = ask(flows, run)
        refuse_valueless(results)
        how = {"level": given["level"], "seed": given["seed"]}
        told = {**how, "passages": given["passages"], "judge": judged_by(run, results, {TASK: {TASK: VERSION}})}
        found = preferences_of(pairs, results, models, run.model, clusters=clusters, provenance=told, **how)
    table = (outputs["per_question"], lambda: preferences_csv(found), echo_text)
    show(preference_study(found), found.to_json, outputs, table)
    if stopped is not None:
        raise stopped


def _loaded(gold: str, paths: tuple[str, str], reading: Reading) -> tuple[Golden, list[Traced]]:
    """Gold and both runs; where one of the runs is the gold's file too, it says which of its columns are gold."""
    from ragauge.answering.cases import has_answers
    from ragauge.answering.loading import load_traced
    from ragauge.answering.tables import is_the_same
    from ragauge.core.errors import InputError, Problem

    golden: Golden | None = None
    found: dict[str, Traced] = {}
    for path in sorted(paths, key=lambda one: not is_the_same(gold, one)):
        told = load_traced(gold if golden is None else golden, path, reading)
        if not has_answers(told.traced):
            raise InputError([Problem("no trace in it has an answer", path)])
        golden, found[path] = told.golden, told.traced
    return cast("Golden", golden), [found[path] for path in paths]


def _named(one: str | None, other: str | None, first: str, second: str) -> tuple[str, str]:
    """The names of both runs, told apart, and by which a verdict could not be read as that on the other one."""
    from ragauge.judging.measured.pairs import WORDS
    from ragauge.judging.measured.plain_label import plain_label

    names = one or Path(first).name, other or Path(second).name
    if names[0] == names[1]:
        names = one or first, other or second
    for name, own, option in zip(names, "AB", ("--model-a", "--model-b"), strict=True):
        if WORDS.get(plain_label(name) or "", own) != own:
            raise click.UsageError(f"{option}: {name!r} is the word for another verdict; give it another name")
    if plain_label(names[0]) == plain_label(names[1]):
        raise click.UsageError("--model-a and --model-b need names of their own")
    return names
