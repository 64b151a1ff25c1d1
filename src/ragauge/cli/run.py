"""``ragauge run``: documents and questions through the reference pipeline, and what came of it."""

from __future__ import annotations

import json
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.dry_run import dry_run
from ragauge.cli.ending import say
from ragauge.cli.html_output import html_option
from ragauge.cli.judging import judging_options, measured, open_models, refuse_unjudged, take_judging
from ragauge.cli.output import (
    check_targets,
    deliver,
    document_files,
    input_files,
    output_options,
    refuse_same_target,
    refuse_unmeasured,
)
from ragauge.cli.reading import reading_options, take_reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.cli.run_configuration import RunConfig
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.trace import Trace
    from ragauge.pipeline.reference.pipeline import Pipeline
    from ragauge.pipeline.reference.questions import Question
    from ragauge.report.assembling import Data
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced

EXAMPLE = "run_example.toml"
LEAK = "AuthorizationLeakError"


@click.command(short_help="Documents and questions through a pipeline: traces of every stage, and their scores.")
@click.argument("documents", type=click.Path(), required=False)
@click.argument("gold", type=click.Path(), required=False)
@click.option(
    "--config",
    "config_path",
    type=click.Path(dir_okay=False),
    help="Has [run], [run.pipeline] and [judge]; default ./ragauge.toml, then [tool.ragauge] in ./pyproject.toml.",
)
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="KEY=VALUE",
    help="A key of [run.pipeline], like size=200; KEY= takes one out; repeat for more.",
)
@click.option(
    "--k",
    type=click.IntRange(1),
    help="How many chunks are handed to the prompt, and the cut-off of the default metrics. Default: 5.",
)
@click.option(
    "-m", "--metric", "metrics", multiple=True, metavar="NAME", help="A metric, like ndcg@10; repeat for more."
)
@click.option("--by", multiple=True, metavar="COLUMN", help="Slice by a column of the golden set; repeat for more.")
@click.option("--predicates", metavar="COLUMN", help="The column of the golden set with the predicates of a question.")
@click.option("--authorization", metavar="COLUMN", help="The column with what the asker may see.")
@click.option("--traces", type=click.Path(dir_okay=False), help="Write what every stage did, a line a question.")
@click.option("--chunks", type=click.Path(dir_okay=False), help="Write the table of chunks as JSONL.")
@click.option("--resume", is_flag=True, help="Go on with the run that --traces was stopped in.")
@click.option("--level", type=float, help="Level of the intervals. Default: 0.95.")
@click.option("--seed", type=int, help="Seed of everything random. Default: 0.")
@click.option("--example", is_flag=True, help="Print a ragauge.toml with everything that can be set, and stop.")
@judging_options
@reading_options
@output_options
@html_option
def run(config_path: str | None, changes: tuple[str, ...], resume: bool, example: bool, **given: Any) -> None:
    """Ask every question of GOLD of a pipeline over DOCUMENTS (a folder, or one file with all of them).

    Predicates, rewriting, lanes, fusion, rerank, selection, context and answer are recorded as a trace a question, and
    the last ranking is measured as by "ragauge eval". All of it can stand in ragauge.toml:

    \b
    [run]
    documents = "docs/"
    gold = "gold.jsonl"
    traces = "traces.jsonl"
    [run.pipeline]
    chunker = "fixed"
    size = 200
    lane = "bm25+lsa"

    \b
    ragauge run docs/ gold.jsonl
    ragauge run --set size=100 --set filter=hard --json scores.json
    ragauge run docs/ gold.jsonl --traces traces.jsonl --resume
    ragauge eval gold.jsonl traces.jsonl --corpus docs/        the same numbers, from the traces
    ragauge run --example > ragauge.toml                       everything that can be set

    A question that fails in a stage has the error in its trace, and the run goes on. A judge is only asked about the
    answers with --judge, --judge-model, or judge = true: see "ragauge eval".

    Exit codes: 0 measured, 2 could not measure (also when a part leaked past the predicates of authorization).
    """
    if example:
        click.echo((files("ragauge.cli") / EXAMPLE).read_text(encoding="utf-8"), nl=False)
        return
    from ragauge.cli.run_configuration import run_config

    if given["documents"] is not None and given["gold"] is None:
        raise click.UsageError("name both, DOCUMENTS and GOLD, or neither")
    outputs = {name: given.pop(name) for name in ("per_question", "json_path", "markdown", "failures", "html")}
    told = {name: given.pop(name) for name in list(given) if name in TOLD}
    match, judging = given["match"], take_judging(given)
    config = run_config(config_path, {**told, "match": match, "json": outputs["json_path"]}, changes, judging)
    config.judging.refuse_idle_outputs(outputs)
    judging.refuse_unasked(config.metrics)
    if judging.dry_run:
        config = _dry(config, outputs, resume=resume)
    if resume and config.traces is None:
        raise click.UsageError("--resume needs --traces: what was asked already is in there")
    outputs["json_path"] = config.json
    targets = {**outputs, "traces": config.traces, "chunks": config.chunks}
    read = [config.gold, *([config.judge.cache] if config.judge is not None and config.judge.cache else [])]
    inputs = [file for path in read for file in input_files(path)]
    refuse_same_target(targets, [*document_files(config.documents, targets), *inputs])
    check_targets(targets)
    reading = take_reading({**given, "match": config.match})
    _run(config, reading, resume=resume, outputs=outputs)
    _written(config, outputs)


def _dry(config: RunConfig, outputs: dict[str, Any], *, resume: bool) -> RunConfig:
    """The run without the files that a dry run does not write; the pipeline has to run for it, and may ask nobody."""
    from dataclasses import replace

    if resume:
        raise click.UsageError("--resume: not with --dry-run, which writes no traces")
    settings = config.settings
    parts = [*settings.setup.lanes, settings.generator, settings.rewriter]
    if asking := [part for part in parts if part is not None and part.startswith("openai:")]:
        told = f"{', '.join(asking)} asks a server: make the traces first, and ragauge eval GOLD TRACES --dry-run"
        raise click.UsageError(f"--dry-run sends nothing, and {told}")
    return replace(config, traces=None, chunks=None, json=outputs["json_path"])


def _written(config: RunConfig, outputs: dict[str, Any]) -> None:
    """Say which files were written, and what to do with the traces."""
    places = (config.traces, config.chunks, config.json, outputs["per_question"], outputs["markdown"])
    written = [path for path in places if path not in (None, "-")]
    if written:
        say(f"written: {', '.join(written)}")
    if config.traces is not None:
        chunks = "" if config.chunks is None else f" --chunks {config.chunks}"
        told = f"ragauge diagnose {config.gold} {config.traces} --corpus {config.documents}{chunks}"
        say(f"where evidence was lost: {told}")


TOLD = ("documents", "gold", "k", "metrics", "by", "predicates", "authorization", "traces", "chunks", "level", "seed")
"""The options that stand in ``[run]`` too."""


def _run(config: RunConfig, reading: Any, *, resume: bool, outputs: dict[str, Any]) -> None:
    from ragauge.cli.reading import read_documents
    from ragauge.loading import golden_from
    from ragauge.pipeline.reference.building import build
    from ragauge.pipeline.reference.indexing import documents_of
    from ragauge.report.terminal import progress

    golden = golden_from(config.gold, reading)
    for name in config.by:
        golden.column(name, "slice")
    corpus = read_documents(config.documents)
    pipeline = build(documents_of(corpus), config.settings)
    questions = _questions(config, golden, pipeline)
    with progress("questions") as step:
        traces = _asked(config, pipeline, questions, resume=resume, step=step)
    _write_chunks(config.chunks, pipeline)
    notes = [*corpus.notes, *_unbound(config, questions)]
    _measure(config, pipeline, golden, corpus, traces, outputs, notes)


def _unbound(config: RunConfig, questions: Sequence[Question]) -> list[str]:
    """Tell of questions whose asker may see everything, because nobody said what."""
    if config.authorization is None:
        return []
    free = sum(not any(one.authorization for one in question.predicates) for question in questions)
    told = f"{free} of {len(questions)} questions have nothing in the column {config.authorization!r}"
    return [f"{told}: their askers may see everything"] if free else []


def _questions(config: RunConfig, golden: Golden, pipeline: Pipeline) -> list[Question]:
    """The questions with their predicates; where a filter is on, these have to come from somewhere."""
    from ragauge.core.errors import InputError
    from ragauge.pipeline.reference.questions import questions_of

    column, fields = config.predicates, pipeline.index.fields()
    if config.settings.filter != "none" and column is None:
        column = next((name for name in golden.slices.columns if name.casefold() == "filter"), None)
        if column is None:
            told = f"filter = {config.settings.filter!r} needs the predicates of the questions"
            raise InputError(f'{golden.source}: {told}: name their column, predicates = "…"')
    if (column or config.authorization) and not fields:
        raise InputError(f"{config.documents}: the documents have no metadata, so that nothing can be filtered by it")
    return questions_of(golden, predicates=column, authorization=config.authorization, fields=fields)


def _asked(
    config: RunConfig, pipeline: Pipeline, questions: Sequence[Question], *, resume: bool, step: Any
) -> list[Trace]:
    """The traces of all questions, which are on disk as they are made where they have a place there."""
    from ragauge.pipeline.reference.journal import Journal
    from ragauge.pipeline.reference.running import run_questions, taken_over

    if config.traces is None:
        return run_questions(pipeline, questions, progress=step)
    journal = Journal(config.traces)
    known = taken_over(journal.finished(), pipeline, questions) if resume else {}
    try:
        with journal.begin(known.values()):
            traces = run_questions(pipeline, questions, journal=journal, known=known, progress=step)
    except KeyboardInterrupt:
        say("--resume goes on with the questions that are left")
        raise
    journal.end(traces)
    if known:
        say(f"taken over: {len(known)} of {len(traces)} questions")
    return traces


def _write_chunks(path: str | None, pipeline: Pipeline) -> None:
    from ragauge.io.writing import write_all

    if path is not None:
        lines = (json.dumps(row, ensure_ascii=False) for row in pipeline.index.rows())
        write_all([(path, "".join(f"{line}\n" for line in lines))])


def _measure(
    config: RunConfig,
    pipeline: Pipeline,
    golden: Golden,
    corpus: Corpus,
    traces: Sequence[Trace],
    outputs: dict[str, Any],
    notes: Sequence[str],
) -> None:
    """Score the last ranking as ``ragauge eval`` does with the traces, and hand everything over."""
    from ragauge.answering.cases import has_answers
    from ragauge.answering.measuring import answer_metrics
    from ragauge.core.errors import InputError, RagaugeError
    from ragauge.core.options import Options
    from ragauge.evaluation import Surroundings
    from ragauge.io.trace_tables import traced_of
    from ragauge.io.traces import run_of

    failed = [trace for trace in traces if trace.failed]
    if all(trace.stage(pipeline.ranking) is None for trace in traces):
        first = f"the first: {failed[0].failed_in}: {failed[0].error}" if failed else "there is none"
        raise InputError(f"all {len(traces)} questions failed; {first}")
    k, options = config.settings.k, Options(level=config.level, seed=config.seed)
    columns = list(dict.fromkeys(golden.column(name, "slice").name for name in config.by))
    answers = run_of(traces, source=config.settings.name)
    metrics, around = list(config.metrics), Surroundings(corpus=corpus)
    how: dict[str, Any] = {"by": columns, "k": k, "options": options, "around": around}
    found = traced_of(traces, source=config.settings.name)
    traced = found if has_answers(found) or answer_metrics(metrics)[1] else None
    with open_models(config.judge, config.judging) as models:
        if config.judging.dry_run and traced is not None:
            dry_run(golden, traced, metrics, models, around, config.json)
            return
        card, joined, stopped = measured(golden, answers, traced, metrics, models, how)
    card = _with_settings(card, config, pipeline, [*notes, *_told(failed, traces)])
    data = partial(_data, golden, found, pipeline, corpus, tuple(traces))
    deliver(card, golden, joined, k=k, data=data, **outputs)
    if stopped is not None:
        raise stopped
    refuse_unmeasured(card)
    if leaked := [trace for trace in failed if str(trace.error).startswith(LEAK)]:
        raise RagaugeError(f"{len(leaked)} questions failed because of a leak; the first: {leaked[0].error}")
    refuse_unjudged(card)


def _data(golden: Golden, traced: Traced, pipeline: Pipeline, corpus: Corpus, traces: tuple[Trace, ...]) -> Data:
    """What single questions are looked up in, with the chunks that were searched."""
    from ragauge.evaluation import Surroundings
    from ragauge.golden.chunks.table import chunk_table
    from ragauge.report.assembling import Data

    around = Surroundings(chunks=chunk_table(list(pipeline.index.rows())), corpus=corpus)
    return Data(golden, traced, around, traces)


def _with_settings(card: Scorecard, config: RunConfig, pipeline: Pipeline, notes: Sequence[str]) -> Scorecard:
    from dataclasses import replace

    known = {**card.provenance, "pipeline": config.settings.to_dict(), "versions": pipeline.told}
    return replace(card, warnings=(*card.warnings, *notes), provenance=known)


def _told(failed: Sequence[Trace], traces: Sequence[Trace]) -> list[str]:
    """How many questions failed in which stage, with the first error of each."""
    by_stage: dict[str | None, list[Trace]] = {}
    for trace in failed:
        by_stage.setdefault(trace.failed_in, []).append(trace)
    return [
        f"{len(found)} of {len(traces)} questions failed in {stage}, the first {found[0].question}: {found[0].error}"
        for stage, found in by_stage.items()
    ]
