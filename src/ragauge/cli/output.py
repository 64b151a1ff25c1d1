"""What every measuring command does with its result: the table, the failing questions, the files."""

from __future__ import annotations

import codecs
import json
import os
import re
import signal
import stat
import sys
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ragauge.core.records import Failure
    from ragauge.core.scorecard import Scorecard
    from ragauge.report.assembling import Data
    from ragauge.studying.study import Study
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined

PLACES = {"per_question": "--per-question", "json_path": "--json", "markdown": "--markdown", "junit": "--junit",
          "target": "--output", "traces": "--traces", "chunks": "--chunks", "csv_path": "--csv", "html": "--html",
          "xlsx": "--xlsx", "parquet": "--parquet"}  # fmt: skip
FILES_ONLY = ("--traces", "--chunks", "--html", "--xlsx", "--parquet")
"""What is never printed."""
OPTIONS = (
    click.option("--failures", type=click.IntRange(0), default=5, show_default=True,
                 help="How many failing questions to show."),
    click.option("--per-question", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write one row a question as CSV; - prints it instead of the table."),
    click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write everything as JSON; - prints it instead of the table."),
    click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write a summary for pull requests; - prints it instead of the table."),
)  # fmt: skip


def output_options(command: Any) -> Any:
    """Add the options that say where the result goes."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def refuse_same_target(outputs: Mapping[str, Any], others: Iterable[str | Path] = ()) -> None:
    """Raise a usage error when an output would go where another one goes, or over a file the command reads."""
    named = _named(outputs)
    if unnamed := [option for option, path in named.items() if not path or (path == "-" and option in FILES_ONLY)]:
        raise click.UsageError(f"{unnamed[0]} needs the name of a file")
    for (one, first), (two, second) in combinations(named.items(), 2):
        if first == second == "-" or _is_same(first, second):
            raise click.UsageError(f"{one} and {two} need places of their own")
    for option, path in named.items():
        for other in filter(partial(_is_same, path), others):
            raise click.UsageError(f"{option} would overwrite {other}")
        if _is_stdout(path, shared="-" in named.values()):
            raise click.UsageError(f"{option} and the standard output go to the same place; {option} - prints it")


def check_targets(outputs: Mapping[str, Any]) -> None:
    """Raise InputError for an output that cannot be written, before anything is measured."""
    from ragauge.io.writing import check_target

    for path in _named(outputs).values():
        if path != "-":
            check_target(path)


def input_files(path: str) -> list[str | Path]:
    """The files that are read when this is the input: itself, or what a BEIR folder is made of."""
    folder = Path(path)
    return [*folder.glob("*.jsonl*"), *folder.glob("qrels/*")] if folder.is_dir() else [path]


def document_files(path: str, outputs: Mapping[str, Any]) -> list[str | Path]:
    """The documents that are read when this is their folder or file, as far as an output could be one of them."""
    from ragauge.io.corpus_walk import is_document

    within = [place for place in _named(outputs).values() if place != "-" and is_document(place, path)]
    return [*input_files(path), *within]


def _named(outputs: Mapping[str, Any]) -> dict[str, str]:
    """The places by option; a name that has no option here is a mistake of the command."""
    return {PLACES[name]: place for name, place in outputs.items() if place is not None and name != "failures"}


def _is_same(one: str | Path, two: str | Path) -> bool:
    if "-" in (one, two):
        return False
    try:
        if stat.S_ISCHR(Path(one).stat().st_mode):  # /dev/null takes everything
            return False
        if Path(one).samefile(two):
            return True
    except OSError:
        pass  # one of them is not there yet
    return os.path.realpath(one) == os.path.realpath(two)


def _is_stdout(path: str, *, shared: bool) -> bool:
    try:
        known = Path(path).stat()
        same = os.path.samestat(known, os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False
    return same and (stat.S_ISREG(known.st_mode) or (shared and not stat.S_ISCHR(known.st_mode)))


def echo_json(text: str) -> None:
    """Print JSON that stays JSON in a terminal or a pipe of any encoding."""
    if codecs.lookup(sys.stdout.encoding or "ascii").name != "utf-8":
        text = re.sub(r"[^\x00-\x7f]+", lambda found: json.dumps(found[0])[1:-1], text)
    click.echo(text, nl=False)


def refuse_unmeasured(card: Scorecard, *, empty_run: bool = False) -> None:
    """Raise InputError that says why there is no result, although the run and the golden set could be read."""
    from ragauge.report.rows import nothing_measured

    if empty_run:
        raise InputError("the run is empty: it answers no question")
    if not any(score.n for score in card.scores):
        raise InputError(nothing_measured(card))


def deliver(
    card: Scorecard,
    golden: Golden,
    joined: Joined,
    *,
    k: int,
    failures: int,
    data: Callable[[], Data] | None = None,
    **outputs: str | None,
) -> None:
    """Print and write what was asked for; files first, so that a full disk is no surprise after the table.

    ``data`` makes what the HTML report looks single questions up in.
    """
    from ragauge.cli.html_output import card_inputs, html_wanted, tell_html
    from ragauge.io.per_question import per_question_csv
    from ragauge.report.markdown import scorecard_markdown
    from ragauge.tables.failures import find_failures

    failing, total = find_failures(golden, joined, k=k, limit=failures)
    told = cache(partial(_answers, card, data))
    wanted: tuple[Output, ...] = (
        (outputs["per_question"], lambda: per_question_csv(card), echo_text),
        (outputs["json_path"], card.to_json, echo_json),
        (outputs["markdown"], lambda: scorecard_markdown(card, failing, total, k) + _markdown(told()), echo_text),
        html_wanted(outputs.get("html"), lambda: card_inputs(card, golden, data)),
    )
    if not hand_over(wanted):
        _print_tables(card, failing, total, k, told())
    tell_html(outputs.get("html"))


Output = tuple[str | None, "Callable[[], str | bytes]", "Callable[[str], None]"]
"""Where a text goes (``-`` is the standard output, None nowhere), what makes it, and what prints it; bytes are never
printed."""


def hand_over(wanted: Iterable[Output]) -> bool:
    """Write all texts that go to files, whole or not at all, then print the one that goes to the standard output.

    Says whether there was one.
    """
    from ragauge.io.writing import write_all

    _let_interrupts_through()
    texts = [(path, text(), print_it) for path, text, print_it in wanted if path is not None]
    write_all([(path, text) for path, text, _ in texts if path != "-"])
    for path, text, print_it in texts:
        if path == "-":
            print_it(str(text))
            return True
    return False


def _answers(card: Scorecard, data: Callable[[], Data] | None) -> Study | None:
    """What the answers tell beside their means."""
    if data is None:
        return None
    from ragauge.report.answers import card_answers

    return card_answers(card, data)


def _markdown(told: Study | None) -> str:
    from ragauge.report.answers_shown import answers_markdown

    page = "" if told is None else answers_markdown(told)
    return f"\n{page}\n" if page else ""


def _print_tables(card: Scorecard, failing: list[Failure], total: int, k: int, told: Study | None) -> None:
    from ragauge.report.terminal import console, print_failures, print_scorecard

    out = console()
    print_scorecard(card, out)
    if told is not None:
        from ragauge.report.answers_shown import print_answers

        print_answers(told, out)
    if failing:
        print_failures(failing, total, k, out)


def _let_interrupts_through() -> None:
    # polars restarts calls that Ctrl-C interrupts, and a pipe that nobody reads would then wait for ever
    if hasattr(signal, "siginterrupt"):
        signal.siginterrupt(signal.SIGINT, True)


def echo_text(text: str) -> None:
    """Print text that ends its own last line."""
    click.echo(text, nl=False)
