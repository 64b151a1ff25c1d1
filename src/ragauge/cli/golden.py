"""``ragauge golden``: look at a golden file, check it against its documents, compare, convert, begin one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.ending import say
from ragauge.cli.output import echo_json, input_files, refuse_same_target
from ragauge.cli.reading import (
    matching_options,
    read_chunks,
    read_documents,
    reading_options,
    take_matching,
    take_reading,
)

if TYPE_CHECKING:
    from ragauge.core.reading import Reading
    from ragauge.golden.reading.rows import GoldenFile

JSON = click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
                    help="Write everything as JSON; - prints it instead.")  # fmt: skip
KINDS = {".jsonl": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv", ".parquet": "parquet", ".xlsx": "xlsx",
         ".qrels": "trec", ".trec": "trec"}  # fmt: skip


@click.group(short_help="Inspect, check, compare, convert a golden set; or begin one.")
def golden() -> None:
    """Golden sets: questions, and where their answers stand.

    \b
    ragauge golden inspect gold.csv                     is my file read right?
    ragauge golden check gold.csv --corpus docs/        does the gold exist in my documents?
    ragauge golden diff old.csv new.csv                 what changed?
    ragauge golden export gold.csv -o gold.jsonl        another format
    ragauge golden template --xlsx gold.xlsx            an Excel file to fill in
    """


@golden.command(short_help="Show how a golden file is read, and all its problems.")
@click.argument("file", type=click.Path())
@reading_options
@JSON
@click.pass_context
def inspect(ctx: click.Context, /, file: str, json_path: str | None, **rest: Any) -> None:
    """Show how FILE is read: encoding, columns and why, three questions, and every problem with its row and column.

    \b
    ragauge golden inspect gold.csv
    ragauge golden inspect вопросы.xlsx --sheet Лист1 --map document=Файл
    ragauge golden inspect gold.jsonl --json -

    Exit codes: 0 it can be read, 2 it has problems.
    """
    from ragauge.golden.inspecting.inspection import inspect_golden
    from ragauge.report.golden import inspection_lines
    from ragauge.report.terminal import console, print_lines

    refuse_same_target({"json_path": json_path}, input_files(file))
    found = inspect_golden(_as_eval_reads(file, take_reading(rest)))
    if json_path is not None:
        _write_json(found.to_json(), json_path)
    if json_path != "-":
        print_lines(inspection_lines(found), console())
    if found.problems:
        ctx.exit(2)


def _as_eval_reads(file: str, reading: Reading) -> GoldenFile:
    """A golden file; one with right answers and no evidence is gold for answers, and one with neither has a problem."""
    from ragauge.loading import load_golden_file

    found = load_golden_file(file, reading)
    if found.layout is not None or found.golden is not None:
        return found
    lenient = load_golden_file(file, replace(reading, evidence=False))
    return lenient if lenient.layout is not None and lenient.layout.is_of_answers else found


@golden.command(short_help="Look up every id and quote of a golden set in its documents.")
@click.argument("file", type=click.Path())
@reading_options
@matching_options
@JSON
@click.pass_context
def check(ctx: click.Context, /, file: str, json_path: str | None, **rest: Any) -> None:
    """Look up every document, quote and span of FILE in the documents of --corpus, and in --chunks.

    \b
    ragauge golden check gold.csv --corpus docs/
    ragauge golden check gold.jsonl --corpus corpus.jsonl --chunks chunks.jsonl --cover 0.8

    Exit codes: 0 everything was found, 1 something was not, 2 could not check.
    """
    from ragauge.golden.inspecting.checking import check_golden
    from ragauge.loading import load_golden_file
    from ragauge.report.golden import check_lines
    from ragauge.report.terminal import console, print_lines, progress

    corpus, chunks = rest.pop("corpus"), rest.pop("chunks")
    if corpus is None:
        raise click.UsageError("--corpus is needed: the folder or file with the documents")
    others = [path for path in (file, corpus, chunks) if path is not None]
    refuse_same_target({"json_path": json_path}, [one for path in others for one in input_files(path)])
    gold = load_golden_file(file, take_reading(rest)).golden_or_raise()
    matching = take_matching(rest)
    documents = read_documents(corpus)
    with progress("looking for quotes") as step:
        found = check_golden(gold, documents, matching, chunks=read_chunks(chunks), progress=step)
    if json_path is not None:
        _write_json(found.to_json(), json_path)
    if json_path != "-":
        print_lines(check_lines(found), console())
    if found.missing:
        ctx.exit(1)


@golden.command(short_help="What changed from one golden set to another.")
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
@reading_options
@JSON
def diff(old: str, new: str, json_path: str | None, **rest: Any) -> None:
    """What changed from OLD to NEW: questions added and removed, other texts, other gold.

    The reading options hold for both files.

    \b
    ragauge golden diff gold-v1.csv gold-v2.csv
    """
    from ragauge.golden.versions.differences import diff as differences
    from ragauge.loading import load_golden_file
    from ragauge.report.golden import difference_lines
    from ragauge.report.terminal import console, print_lines

    refuse_same_target({"json_path": json_path}, [*input_files(old), *input_files(new)])
    reading = take_reading(rest)
    found = differences(*(load_golden_file(path, reading).golden_or_raise() for path in (old, new)))
    if json_path is not None:
        _write_json(found.to_dict(), json_path)
    if json_path != "-":
        print_lines(difference_lines(found), console())


@golden.command(short_help="Write a golden set in another format.")
@click.argument("file", type=click.Path())
@click.option("-o", "--output", required=True, type=click.Path(), help="The file to write; its ending is the format.")
@click.option("--to", "kind", type=click.Choice([*dict.fromkeys(KINDS.values()), "beir", "autorag", "ragas"]),
              help="The format, where the ending does not say it; beir writes a folder.")  # fmt: skip
@click.option("--repair", is_flag=True, help="Repair garbled text (Â§, РџСЂРё…) in the copy; the cells are listed.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@reading_options
def export(file: str, output: str, kind: str | None, repair: bool, force: bool, **rest: Any) -> None:
    """Write FILE in another format. All but trec, beir, autorag and ragas hold everything and read back the same.

    \b
    ragauge golden export gold.csv -o gold.jsonl
    ragauge golden export вопросы.csv -o gold.xlsx --repair
    ragauge golden export gold.jsonl -o qrels.txt --to trec
    """
    from ragauge.golden.inspecting.repairing import load_repaired
    from ragauge.golden.versions.export import export_beir, export_golden
    from ragauge.io.writing import write_all
    from ragauge.loading import load_golden_file

    kind = kind or KINDS.get(Path(output).suffix.lower())
    if output == "-":
        raise click.UsageError("-o - is not supported; name a file")
    if kind is None:
        raise click.UsageError(f"the format of {output!r} is not clear from its name; say it with --to")
    if not force and Path(output).exists():
        raise click.UsageError(f"{output} is there already; --force replaces it")
    reading = take_reading(rest)
    file_read = load_golden_file(file, reading)
    if repair:
        file_read, repaired = load_repaired(file_read, reading)
        for one in repaired:
            say(f"repaired: {one}")
    gold = file_read.golden_or_raise()
    if kind == "beir":
        _write_folder(Path(output), export_beir(gold, split=reading.split))
    else:
        write_all([(output, export_golden(gold, kind))])
    say(f"written: {output}, {len(gold)} questions")


@golden.command(short_help="An Excel file to fill in.")
@click.option("--xlsx", "path", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@click.option("--language", type=click.Choice(["en", "ru"]), default="en", show_default=True)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def template(path: str, language: str, force: bool) -> None:
    """Write an Excel file with the columns of a golden set, examples, and a sheet that explains them.

    All its cells are text, so that Excel makes no date of the pages 10-12.

    \b
    ragauge golden template --xlsx gold.xlsx
    ragauge golden template --xlsx эталон.xlsx --language ru
    """
    from ragauge.golden.versions.template import template as template_bytes
    from ragauge.io.writing import write_all

    if Path(path).suffix.lower() != ".xlsx":
        raise click.UsageError(f"the template is an Excel file; name it {Path(path).stem}.xlsx")
    if not force and Path(path).exists():
        raise click.UsageError(f"{path} is there already; --force replaces it")
    write_all([(path, template_bytes(language))])
    say(f"written: {path}")


def _write_json(content: Any, path: str) -> None:
    from ragauge.io.writing import write_text

    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    if path == "-":
        echo_json(text)
    else:
        write_text(path, text)


def _write_folder(folder: Path, files: dict[str, bytes]) -> None:
    from ragauge.io.writing import write_all

    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    write_all([(folder / name, content) for name, content in files.items()])
