"""``ragauge sweep``: a grid of configurations on one's own documents and questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ragauge.cli.html_output import html_option, html_wanted, tell_html
from ragauge.cli.output import (
    check_targets,
    document_files,
    echo_json,
    echo_text,
    hand_over,
    input_files,
    refuse_same_target,
)

CACHE = ".ragauge"
KEYS = ("", "configuration", "k")
"""The columns that say which configuration a row is of."""


@click.command(short_help="Chunk sizes, lanes, fusion, k: what is best on your documents, and what is enough.")
@click.argument("documents", type=click.Path())
@click.argument("gold", type=click.Path())
@click.option("--set", "given", multiple=True, metavar="KEY=VALUE,VALUE",
              help="A line of the grid, like size=128,256,512; repeat for more.")  # fmt: skip
@click.option("--k", "ks", default="5", show_default=True, metavar="K,K", help="How many chunks are handed on.")
@click.option("-m", "--metric", "names", multiple=True, metavar="NAME",
              help="A metric, the first one is compared; @k is every k. Default: recall@k, ndcg@10, mrr.")  # fmt: skip
@click.option("--match", type=click.Choice(["all", "any"]), help="A bare list of sources means all, or any, of them.")
@click.option("--cache", "folder", type=click.Path(file_okay=False), default=CACHE, show_default=True,
              help="Where finished steps are kept; the next sweep goes on from there.")  # fmt: skip
@click.option("--memory", metavar="SIZE", help="The most memory to use, like 4GB: fewer processes, or a refusal.")
@click.option("--audit", is_flag=True, help="Look at what the chunks cut through, too: sentences, tables, lists, code.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Level of intervals and verdicts.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random.")
@click.option(
    "--csv",
    "csv_path",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write one row a configuration, numbers as they are.",
)
@click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write everything but times as JSON; - prints it instead of the table.")  # fmt: skip
@click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True), help="Write a summary for pull requests.")
@html_option
def sweep(documents: str, gold: str, given: tuple[str, ...], ks: str, names: tuple[str, ...], **rest: Any) -> None:
    """Try every combination of a grid on DOCUMENTS (a folder, or one file with all of them) with the questions of GOLD.

    \b
    chunker       document (whole), fixed, recursive, markdown, sentences, semantic, pages, titled,
                  parents; with size, overlap, unit, sentences, inner …
    lane          bm25, lsa, any embedder, bm25+lsa (fused)
    embedding     early, late (where the embedder gives token vectors)
    fusion        rrf (rrf_k), convex (alpha, norm)
    reranker      none, lexical, onnx:FOLDER, http://HOST/PATH#MODEL; with depth

    \b
    ragauge sweep docs/ gold.jsonl --set chunker=fixed,recursive --set size=128,256,512 --k 3,5,10
    ragauge sweep docs/ gold.csv --set lane=bm25,lsa,bm25+lsa --match all --csv sweep.csv

    It prints a table, the best configuration, and the cheapest one that is not shown to be worse than the best. Steps
    that configurations share are done once and kept, so a further k costs next to nothing, and a sweep that was stopped
    goes on where it was.
    """
    from ragauge.core.options import Options
    from ragauge.core.reading import Reading
    from ragauge.io.corpus_files import read_corpus
    from ragauge.loading import golden_from
    from ragauge.report.grid import grids
    from ragauge.report.html.inputs import Inputs
    from ragauge.report.markdown import table
    from ragauge.report.sweep import sweep_lines, sweep_rows, sweep_tables
    from ragauge.report.sweep_csv import sweep_csv
    from ragauge.report.terminal import console, print_lines, progress
    from ragauge.sweeping.memory import bytes_of
    from ragauge.sweeping.running import DEFAULT, Plan
    from ragauge.sweeping.running import sweep as run
    from ragauge.sweeping.store import Store

    outputs = {name: rest[name] for name in ("csv_path", "json_path", "markdown", "html")}
    refuse_same_target(outputs, [*document_files(documents, outputs), *input_files(gold)])
    check_targets(outputs)
    options = Options(level=rest["level"], seed=rest["seed"])
    memory = None if rest["memory"] is None else bytes_of(rest["memory"])
    grid_of = dict(map(_line, given))
    plan = Plan(grid_of, _ks(ks), names or DEFAULT, options=options, audit=rest["audit"], memory=memory)
    golden = golden_from(gold, Reading(match=rest["match"]))
    with progress("reading documents") as step:
        corpus = read_corpus(documents, progress=step)
    store = Store(Path(rest["folder"]))
    with progress("configurations") as step:
        found = run(corpus, golden, plan, store, progress=step)

    def as_markdown() -> str:
        lines = "\n".join(f"- {text.strip()}" for _, text in sweep_lines(found))
        parts = [table(sweep_rows(found)), *(f"### {title}\n\n{table(rows)}" for title, rows in sweep_tables(found))]
        return "\n\n".join([*parts, lines]) + "\n"

    wanted = (
        (outputs["csv_path"], lambda: sweep_csv(found), echo_text),
        (outputs["json_path"], found.to_json, echo_json),
        (outputs["markdown"], as_markdown, echo_text),
        html_wanted(outputs["html"], lambda: Inputs(f"{documents} · {gold}", sweep=found.to_dict())),
    )
    if not hand_over(wanted):
        out = console()
        for title, rows in [("", sweep_rows(found)), *sweep_tables(found)]:
            print_lines([("title", title)] if title else [], out)
            keys = 1 + max(rows[0].index(name) for name in KEYS if name in rows[0])
            for part in grids(rows, out.width, keys, ("", "configuration", "verdict")):
                out.print(part)
        print_lines(sweep_lines(found), out)
        print_lines([("dim", f"steps done {store.done}, found finished {store.reused} ({rest['folder']})")], out)
    tell_html(outputs["html"])


def _line(text: str) -> tuple[str, list[Any]]:
    key, mark, values = text.partition("=")
    if not mark or not key.strip() or not values.strip():
        raise click.BadParameter(f"--set is KEY=VALUE,VALUE, like size=128,256; got {text!r}")
    return key.strip(), [_value(one.strip()) for one in values.split(",") if one.strip()]


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _ks(text: str) -> list[int]:
    try:
        ks = [int(one) for one in text.split(",")]
    except ValueError:
        ks = [0]
    if min(ks) < 1:
        raise click.BadParameter(f"--k is whole numbers from 1 with commas between them, got {text!r}")
    return list(dict.fromkeys(ks))
