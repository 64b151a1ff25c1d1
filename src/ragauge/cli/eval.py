"""``ragauge eval``: a run against a golden set."""

from __future__ import annotations

from typing import Any

import click

from ragauge.cli.output import (
    check_targets,
    deliver,
    input_files,
    output_options,
    refuse_same_target,
    refuse_unmeasured,
)

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
@click.option("--match", type=click.Choice(["all", "any"]), default="all", show_default=True,
              help="A bare list of gold ids: all are needed, or any will do.")  # fmt: skip
@click.option("--split", default="test", show_default=True, help="Split of a BEIR folder.")
@policy_options
@output_options
def evaluate(
    gold: str, run: str, names: tuple[str, ...], by: tuple[str, ...], k: int, match: Any, split: str, **rest: Any
) -> None:
    """Measure RUN against GOLD.

    GOLD: TREC qrels, a BEIR folder, CSV, TSV, JSONL, JSON or Parquet, with a question column and one of gold
    ids (separated by ";"), or one judgment a row. RUN: a TREC run, or the same kinds of files.

    \b
    ragauge eval gold.csv run.jsonl
    ragauge eval gold.csv run.jsonl -m recall@5 -m mrr -m ndcg@10 --by type
    ragauge eval qrels.txt run.trec -m map -m 'ndcg(gain=exp)@10' --json scores.json
    ragauge eval вопросы.csv ответы.csv --match any --failures 20

    Exit codes: 0 measured, 2 could not measure (a file cannot be read right, an unknown metric, an empty run).
    """
    from ragauge.core.options import Options
    from ragauge.evaluation import measure
    from ragauge.loading import load_golden, load_run

    outputs = {name: rest.pop(name) for name in ("per_question", "json_path", "markdown", "failures")}
    refuse_same_target(outputs, [*input_files(gold), *input_files(run)])
    check_targets(outputs)
    options = Options(**rest)
    golden = load_golden(gold, match=match, split=split)
    answers = load_run(run)
    columns = list(dict.fromkeys(golden.column(name, "slice").name for name in by))
    card, joined = measure(golden, answers, list(names) or None, by=columns, k=k, options=options)
    deliver(card, golden, joined, k=k, **outputs)
    refuse_unmeasured(card, empty_run=answers.is_empty)
