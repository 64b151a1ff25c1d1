"""``ragauge study``: one question about a stage, answered on one's own documents and gold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.output import (
    check_targets,
    document_files,
    echo_json,
    echo_text,
    hand_over,
    input_files,
    refuse_same_target,
)

MOST_KEYS = 2
"""So many columns of words begin each part of a table that is too wide."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.studying.study import Study
    from ragauge.studying.subject import Subject

SHARED = (
    click.argument("documents", type=click.Path()),
    click.argument("gold", type=click.Path()),
    click.option("-m", "--metric", "names", multiple=True, metavar="NAME",
                 help="A metric, the first one decides. Default: recall@10, ndcg@10, mrr, or what the study says."),
    click.option("--match", type=click.Choice(["all", "any"]), help="A bare list of sources means all, or any."),
    click.option("--chunker", default="document", show_default=True, help="How documents are cut."),
    click.option("--size", type=click.IntRange(1), help="Words of a chunk."),
    click.option("--overlap", type=click.IntRange(0), help="Words that neighbouring chunks share."),
    click.option("--cache", "folder", type=click.Path(file_okay=False), default=".ragauge", show_default=True,
                 help="Where finished steps are kept."),
    click.option("--level", type=float, default=0.95, show_default=True, help="Level of intervals and verdicts."),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random."),
    click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write everything as JSON; - prints it instead of the tables."),
    click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write a summary for pull requests."),
)  # fmt: skip


def shared_options(command: Any) -> Any:
    """Add the arguments and options that every study takes."""
    for option in reversed(SHARED):
        command = option(command)
    return command


def conduct(
    make: Callable[[Subject], Study], *, extra_inputs: tuple[str, ...] = (), searches: bool = False, **given: Any
) -> None:
    """Read documents and gold, conduct a study on them, and print or write what it found.

    ``searches``: the study searches itself, and knows how far its lists reach.
    """
    from dataclasses import replace

    from ragauge.core.options import Options
    from ragauge.core.reading import Reading
    from ragauge.io.corpus_files import read_corpus
    from ragauge.loading import golden_from
    from ragauge.pipeline.reference.setup import Setup
    from ragauge.report.grid import grids
    from ragauge.report.study import study_lines, study_markdown, study_rows
    from ragauge.report.terminal import console, print_lines, progress
    from ragauge.studying.subject import subject_of
    from ragauge.sweeping.steps import HITS
    from ragauge.sweeping.store import Store

    outputs = {name: given[name] for name in ("json_path", "markdown")}
    others = [one for path in (given["gold"], *extra_inputs) for one in input_files(path)]
    refuse_same_target(outputs, [*document_files(given["documents"], outputs), *others])
    check_targets(outputs)
    golden = golden_from(given["gold"], Reading(match=given["match"]))
    with progress("reading documents") as step:
        corpus = read_corpus(given["documents"], progress=step)
    parameters = {name: given[name] for name in ("size", "overlap") if given[name] is not None}
    study = make(
        subject_of(
            corpus,
            golden,
            Store(Path(given["folder"])),
            setup=Setup(given["chunker"], parameters),
            metrics=given["names"] or ("recall@10", "ndcg@10", "mrr"),
            options=Options(level=given["level"], seed=given["seed"]),
            hits=None if searches else HITS,
        )
    )
    study = replace(study, notes=(*study.notes, *corpus.notes))
    wanted = (
        (outputs["json_path"], study.to_json, echo_json),
        (outputs["markdown"], lambda: study_markdown(study), echo_text),
    )
    if not hand_over(wanted):
        out = console()
        print_lines([("title", study.title)], out)
        for table in study.tables:
            words = [column.head for column in table.columns if column.kind == "text"]
            keys = next((place for place, column in enumerate(table.columns) if column.kind != "text"), 1)
            print_lines([("title", table.title)], out)
            for part in grids(study_rows(table), out.width, min(keys, MOST_KEYS), words):
                out.print(part)
        print_lines(study_lines(study), out)


@click.group(short_help="Fusion, rerank, expansion, filter, index: one stage, on your documents.")
def study() -> None:
    """Answer one question about a stage on your own documents and questions.

    \b
    ragauge study fusion docs/ gold.jsonl       are two lanes better than the best of them?
    ragauge study rerank docs/ gold.jsonl       what does reranking win of what it could?
    ragauge study expansion docs/ gold.jsonl    does rewriting the question help?
    ragauge study filter docs/ gold.jsonl       hard filter or soft boost, field by field
    ragauge study index docs/ gold.jsonl        what does approximate search lose?
    """
