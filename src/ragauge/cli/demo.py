"""``ragauge demo``: the embedded corpus, retrieved and measured."""

from __future__ import annotations

from typing import Any

import click

from ragauge.cli.ending import say
from ragauge.cli.output import check_targets, deliver, output_options, refuse_same_target, refuse_unmeasured


@click.command(short_help="Retrieve and measure the embedded demo.")
@click.option("-m", "--metric", "names", multiple=True, metavar="NAME", help="A metric, like ndcg@10; repeat for more.")
@click.option("--by", multiple=True, default=("type", "lang"), show_default=True, metavar="COLUMN",
              help="Slice by a column of the golden set; repeat for more.")  # fmt: skip
@click.option(
    "--k",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Cut-off of the default metrics and of the failing questions.",
)
@click.option("--save", "folder", type=click.Path(file_okay=False), help="Also write corpus, gold and run to a folder.")
@click.option("--force", is_flag=True, help="Replace files of an earlier --save.")
@output_options
def demo(names: tuple[str, ...], by: tuple[str, ...], k: int, folder: str | None, force: bool, **outputs: Any) -> None:
    """Search the embedded documents for 108 golden questions with BM25, and measure what came.

    \b
    ragauge demo
    ragauge demo --save demo/ && ragauge eval demo/golden.jsonl demo/run.trec
    """
    from ragauge.core.options import Options
    from ragauge.demo.corpus import demo_documents, demo_golden
    from ragauge.demo.files import demo_targets, make_demo_folder, save_demo
    from ragauge.evaluation import measure
    from ragauge.pipeline.lexical import LexicalRetriever
    from ragauge.pipeline.recorder import record
    from ragauge.report.terminal import progress

    refuse_same_target(outputs, demo_targets(folder) if folder else ())
    if folder:
        make_demo_folder(folder, force=force)
    check_targets(outputs)
    golden = demo_golden()
    retriever = LexicalRetriever(demo_documents())
    with progress("asking") as step:
        run = record(
            lambda question: [(h.item, h.score) for h in retriever.search(question)], golden, name="BM25", progress=step
        )
    if folder:
        save_demo(folder, run, force=force)
    columns = list(dict.fromkeys(golden.column(name, "slice").name for name in by))
    card, joined = measure(golden, run, list(names) or None, by=columns, k=k, options=Options())
    deliver(card, golden, joined, k=k, **outputs)
    if folder:
        say(f"\nwritten: {folder}")
    refuse_unmeasured(card)
