"""What every measuring command does with its result: the table, the failing questions, the files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.scorecard import Scorecard
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined

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


def refuse_same_target(*paths: str | None) -> None:
    """Raise a usage error when two outputs would go to the same place."""
    named = [path for path in paths if path is not None]
    if len(set(named)) < len(named):
        raise click.UsageError("--json, --markdown and --per-question need places of their own")


def deliver(
    card: Scorecard,
    golden: Golden,
    joined: Joined,
    *,
    k: int,
    failures: int,
    per_question: str | None,
    json_path: str | None,
    markdown: str | None,
) -> None:
    """Print and write what was asked for; files first, so that a full disk is no surprise after the table."""
    from ragauge.io.per_question import per_question_csv
    from ragauge.io.writing import write_text
    from ragauge.report.markdown import scorecard_markdown
    from ragauge.tables.failures import find_failures

    failing, total = find_failures(golden, joined, k=k, limit=failures)
    wanted: tuple[tuple[str | None, Callable[[], str]], ...] = (
        (per_question, lambda: per_question_csv(card)),
        (json_path, card.to_json),
        (markdown, lambda: scorecard_markdown(card, failing, total, k)),
    )
    for path, text in wanted:
        if path is not None and path != "-":
            write_text(path, text())
    for path, text in wanted:
        if path == "-":
            click.echo(text(), nl=False)
            return
    from ragauge.report.terminal import console, print_failures, print_scorecard

    out = console()
    print_scorecard(card, out)
    if failures:
        print_failures(failing, total, k, out)
