"""``ragauge diagnose``: where the evidence of each question was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.html_output import html_option, html_wanted, tell_html
from ragauge.cli.output import check_targets, echo_json, echo_text, hand_over, input_files, refuse_same_target
from ragauge.cli.reading import matching_options, reading_options, take_reading, take_surroundings

if TYPE_CHECKING:
    from ragauge.evaluation import Surroundings
    from ragauge.funnel.diagnosing import Diagnosis
    from ragauge.report.html.inputs import Inputs


@click.command(short_help="Where was the evidence lost, and what does fixing it bring back?")
@click.argument("gold", type=click.Path())
@click.argument("traces", type=click.Path())
@click.option("--by", multiple=True, metavar="COLUMN", help="Slice by a column of the golden set; repeat for more.")
@click.option("--question", "asked", multiple=True, metavar="ID",
              help="Show the path of each need of this question; repeat for more.")  # fmt: skip
@click.option("--k", type=click.IntRange(1), help="How many hits are handed on, where the traces do not tell.")
@click.option("--index", "listing", type=click.Path(),
              help="What the index holds: ids, one a line (.txt), or its chunks as a table.")  # fmt: skip
@click.option("--near", type=click.IntRange(1), default=20, show_default=True,
              help="With a smaller k, what a good order puts among the first so many is lost by the cut.")  # fmt: skip
@reading_options
@matching_options
@click.option("--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True,
              help="Level of the intervals.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the resamples.")
@click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write everything as JSON; - prints it instead of the table.")  # fmt: skip
@click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write a summary for pull requests; - prints it instead of the table.")  # fmt: skip
@html_option
def diagnose(gold: str, traces: str, by: tuple[str, ...], asked: tuple[str, ...], **rest: Any) -> None:
    """Follow every piece of evidence that GOLD asks for through the stages of TRACES.

    TRACES: what "ragauge run" or ragauge.record wrote, a run of any kind (one list a question), OpenTelemetry spans.
    Each need ends in one place: not in the corpus, lost in parsing, split by chunking, not indexed, removed by a
    filter, not retrieved, lost in fusion, in rerank, cut at k, lost in assembly, not used, answered wrong, answered
    right. Where a stage is not recorded the loss is told between the stages around it. Beside each place stands what
    fixing it would bring back: the needs lost there times the measured survival of the later stages.

    \b
    ragauge diagnose gold.jsonl traces.jsonl --corpus docs/ --chunks chunks.jsonl --by type
    ragauge diagnose gold.csv run.jsonl --k 5
    ragauge diagnose gold.jsonl traces.parquet --question q17
    ragauge diagnose вопросы.csv следы.jsonl --json diagnosis.json --markdown summary.md

    --corpus (documents with their metadata), --chunks and --index tell the stages before the search apart. Answers are
    compared with the golden set's by words and numbers, which is enough for a funnel, and no grade.

    Exit codes: 0 diagnosed, 2 could not.
    """
    from difflib import get_close_matches

    from ragauge.core.errors import InputError
    from ragauge.funnel.diagnosing import follow
    from ragauge.funnel.index_listing import index_listing
    from ragauge.io.trace_tables import read_traced
    from ragauge.loading import golden_from
    from ragauge.report.diagnosis_json import diagnosis_json
    from ragauge.report.diagnosis_markdown import diagnosis_markdown

    outputs = {name: rest.pop(name) for name in ("json_path", "markdown", "html")}
    listing, how = rest.pop("listing"), {name: rest.pop(name) for name in ("k", "near")}
    drawn = {name: rest.pop(name) for name in ("level", "seed")}
    others = [path for path in (rest["chunks"], rest["corpus"], listing) if path is not None]
    refuse_same_target(outputs, [file for path in (gold, traces, *others) for file in input_files(path)])
    check_targets(outputs)
    golden = golden_from(gold, take_reading(rest, "diagnose"))
    traced = read_traced(traces)
    around = take_surroundings(rest)
    index = None if listing is None else index_listing(listing, around.chunks)
    found = follow(golden, traced, around, index=index, **how)
    columns = [golden.column(name, "slice").name for name in by]
    if unknown := [name for name in asked if name not in found.reach.questions]:
        near = get_close_matches(unknown[0], found.reach.questions, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise InputError(f"{golden.source}: no question {', '.join(map(repr, unknown))}{hint}")
    wanted = (
        (outputs["json_path"], lambda: diagnosis_json(found, **drawn), echo_json),
        (outputs["markdown"], lambda: diagnosis_markdown(found, columns, **drawn), echo_text),
        html_wanted(outputs["html"], lambda: _inputs(found, around, traces, drawn)),
    )
    if not hand_over(wanted):
        _show(found, columns, asked, drawn)
    tell_html(outputs["html"])


def _inputs(found: Diagnosis, around: Surroundings, traces: str, drawn: dict[str, Any]) -> Inputs:
    from ragauge.report.assembling import one_by_one, titled
    from ragauge.report.diagnosis_json import diagnosis_data
    from ragauge.report.html.inputs import Inputs

    known = diagnosis_data(found, **drawn)
    data: dict[str, Any] = {"golden": found.golden, "traced": found.traced, "around": around}
    return titled(Inputs("", diagnosis=known, traces=one_by_one(traces), **data))


def _show(found: Diagnosis, columns: list[str], asked: tuple[str, ...], drawn: dict[str, Any]) -> None:
    from ragauge.report.diagnosis_terminal import print_diagnosis, print_paths
    from ragauge.report.terminal import console

    if asked:
        print_paths(found, asked, console())
    else:
        print_diagnosis(found, columns, console(), **drawn)
