"""``ragauge eval``: a run against a golden set."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ragauge.cli.dry_run import dry_run
from ragauge.cli.html_output import html_option, run_data
from ragauge.cli.judging import (
    asks_about_answers,
    judging_options,
    measured,
    open_models,
    refuse_unanswered,
    refuse_unjudged,
    take_judge,
)
from ragauge.cli.output import (
    check_targets,
    deliver,
    input_files,
    output_options,
    refuse_same_target,
    refuse_unmeasured,
)
from ragauge.cli.reading import matching_options, reading_options, take_reading, take_surroundings

OPTIONS = (
    click.option("--skip-missing", is_flag=True, help="Leave out questions that the run does not answer."),
    click.option("--no-relevant", type=click.Choice(["zero", "exclude"]), default="zero", show_default=True,
                 help="A question judged with nothing relevant."),
    click.option("--duplicates", type=click.Choice(["error", "first", "best"]), default="error", show_default=True,
                 help="An id twice for one question in a run ranked by score."),
    click.option("--ties", type=click.Choice(["id", "average"]), default="id", show_default=True,
                 help="Equal scores: by falling id (trec_eval), or the mean over their orders."),
    click.option("--unjudged", type=click.Choice(["not_relevant", "drop", "bounds"]), default="not_relevant",
                 show_default=True, help="Hits without a judgment."),
    click.option("--depth", type=click.IntRange(1), help="Look at the first DEPTH hits only (trec_eval -M)."),
    click.option("--lower-is-better", is_flag=True, help="The scores of the run are distances."),
    click.option("--compat", type=click.Choice(["trec_eval-9"]), help="Numbers of another version."),
    click.option("--clusters", metavar="COLUMN", help="Questions with the same value belong together (intervals)."),
    click.option("--level", type=float, default=0.95, show_default=True, help="Level of the intervals."),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random."),
)  # fmt: skip


def policy_options(command: Any) -> Any:
    """Add the options that become ``Options``."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@click.command("eval", short_help="Measure a run against a golden set.")
@click.argument("gold", type=click.Path())
@click.argument("run", type=click.Path())
@click.option("-m", "--metric", "names", multiple=True, metavar="NAME", help="A metric, like ndcg@10; repeat for more.")
@click.option("--by", multiple=True, metavar="COLUMN", help="Slice by a column of the golden set; repeat for more.")
@click.option(
    "--k",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Cut-off of the default metrics and of the failing questions.",
)
@click.option(
    "--config",
    "config_path",
    type=click.Path(dir_okay=False),
    help="Has [judge]; default ./ragauge.toml, then [tool.ragauge] in ./pyproject.toml.",
)
@click.option(
    "--context-separator",
    metavar="TEXT",
    help="What stands between the texts of a prompt in a cell of RUN: blank-line, newline, tab or any text.",
)
@judging_options
@reading_options
@matching_options
@policy_options
@output_options
@html_option
def evaluate(gold: str, run: str, names: tuple[str, ...], by: tuple[str, ...], k: int, **rest: Any) -> None:
    """Measure RUN against GOLD.

    GOLD: CSV, TSV, JSONL, JSON, Excel or Parquet with a question column and columns that say where the evidence
    is: document, page, section, quote or chunk id; TREC qrels; a BEIR folder. RUN: the same kinds of files with
    the hits, or a TREC run. Columns are found by their names: see "ragauge golden inspect".

    \b
    ragauge eval gold.csv run.jsonl
    ragauge eval gold.xlsx run.jsonl -m recall@5 -m mrr --by type --map question=pergunta
    ragauge eval qrels.txt run.trec -m map -m 'ndcg(gain=exp)@10' --json scores.json
    ragauge eval вопросы.csv ответы.csv --match any --failures 20
    ragauge eval gold.jsonl run.jsonl --chunks chunks.jsonl --corpus docs/

    Answers in traces are measured too, without a model, and those in a table with a row a question (question, answer,
    contexts); one such file may be gold and run. A judge is only asked with --judge or --judge-model:

    \b
    ragauge eval gold.jsonl traces.jsonl --judge-model qwen3 --judge-url http://localhost:8000/v1 --dry-run
    ragauge eval gold.jsonl traces.jsonl --judge -m faithfulness -m answer_relevance

    Its replies are kept: the same again asks nothing, and a run that was stopped goes on.

    Exit codes: 0 measured, 2 could not measure (a file cannot be read right, an unknown metric, an empty run, a judge
    that gave not one value).
    """
    from ragauge.answering.loading import load_inputs
    from ragauge.core.options import Options

    outputs = {name: rest.pop(name) for name in ("per_question", "json_path", "markdown", "failures", "html")}
    judging, judge, read = take_judge(rest)
    judging.refuse_idle_outputs(outputs)
    judging.refuse_unasked(names)
    others = [path for path in (rest["chunks"], rest["corpus"], *read) if path is not None]
    refuse_same_target(outputs, [file for path in (gold, run, *others) for file in input_files(path)])
    check_targets(outputs)
    reading = take_reading(rest)
    separator = rest.pop("context_separator")
    inputs = load_inputs(gold, run, reading, asked=asks_about_answers(names, judging), separator=separator)
    golden, answers, traced = inputs.golden, inputs.run, inputs.traced
    around = take_surroundings(rest)
    options = Options(**rest)
    columns = list(dict.fromkeys(golden.column(name, "slice").name for name in by))
    how: dict[str, Any] = {"by": columns, "k": k, "options": options, "around": around}
    refuse_unanswered(run, traced, names, judging)
    with open_models(judge, judging) as models:
        if judging.dry_run and traced is not None:
            dry_run(golden, traced, names, models, around, outputs["json_path"])
            return
        card, joined, stopped = measured(golden, answers, traced, names, models, how)
    data = partial(run_data, golden, answers, traced, around, run, k)
    deliver(card, golden, joined, k=k, data=data, **outputs)
    if stopped is not None:
        raise stopped
    refuse_unmeasured(card, empty_run=answers.is_empty)
    refuse_unjudged(card)
