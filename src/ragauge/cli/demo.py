"""``ragauge demo``: the embedded corpus, retrieved from, answered from and measured."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ragauge.cli.ending import say
from ragauge.cli.html_output import html_option
from ragauge.cli.output import check_targets, deliver, output_options, refuse_same_target, refuse_unmeasured


@click.command(short_help="Retrieve, answer and measure the embedded demo.")
@click.option("-m", "--metric", "names", multiple=True, metavar="NAME", help="A metric, like ndcg@10; repeat for more.")
@click.option("--by", multiple=True, default=("lang",), show_default=True, metavar="COLUMN",
              help="Slice by a column of the golden set; repeat for more.")  # fmt: skip
@click.option(
    "--k",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Cut-off of the default metrics and of the failing questions.",
)
@click.option(
    "--save", "folder", type=click.Path(file_okay=False), help="Also write corpus, gold, run and traces to a folder."
)
@click.option("--force", is_flag=True, help="Replace files of an earlier --save.")
@output_options
@html_option
def demo(names: tuple[str, ...], by: tuple[str, ...], k: int, folder: str | None, force: bool, **outputs: Any) -> None:
    """Search the embedded documents for 108 golden questions with BM25, answer with sentences of the first five, and
    measure both. There is no model in it: it finds and quotes what shares words with the question, and no more.

    \b
    ragauge demo
    ragauge demo --save demo/ && ragauge eval demo/golden.jsonl demo/run.trec
    ragauge eval demo/golden.jsonl demo/traces.jsonl --corpus demo/corpus    the answers too
    """
    from ragauge.answering.measuring import measure_all
    from ragauge.core.options import Options
    from ragauge.demo.asking import demo_corpus, demo_traces
    from ragauge.demo.corpus import demo_golden
    from ragauge.demo.files import demo_targets, make_demo_folder, save_demo
    from ragauge.evaluation import Surroundings
    from ragauge.io.trace_tables import traced_of
    from ragauge.io.traces import run_of
    from ragauge.report.assembling import Data
    from ragauge.report.terminal import progress

    refuse_same_target(outputs, demo_targets(folder) if folder else ())
    if folder:
        make_demo_folder(folder, force=force)
    check_targets(outputs)
    golden = demo_golden()
    with progress("asking") as step:
        traces = demo_traces(golden, step)
    run = run_of(traces, source="BM25")
    if folder:
        save_demo(folder, run, traces, force=force)
    columns = list(dict.fromkeys(golden.column(name, "slice").name for name in by))
    around = Surroundings(corpus=demo_corpus())
    how: dict[str, Any] = {"by": columns, "k": k, "options": Options(), "around": around}
    traced = traced_of(traces, source="BM25")
    card, joined = measure_all(golden, run, traced, list(names) or None, **how)
    data = partial(Data, golden, traced, around, tuple(traces), k)
    deliver(card, golden, joined, k=k, data=data, **outputs)
    if folder:
        say(f"\nwritten: {folder}")
    refuse_unmeasured(card)
