"""The ``ragauge`` command. Heavy imports wait until a command needs them, so that --help is instant."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ragauge._version import __version__
from ragauge.cli.demo import demo
from ragauge.cli.eval import evaluate
from ragauge.cli.metrics import metrics
from ragauge.core.errors import RagaugeError


class Commands(click.Group):
    """The group of commands; a user's mistake becomes one message and exit code 2, never a stack trace."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command and turn our own errors into messages."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a terminal without the letter shows its number, and nothing breaks
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except RagaugeError as error:
            click.secho("error: ", fg="red", err=True, nl=False)
            click.echo(str(error), err=True)
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(141)  # what a shell calls an end by a closed pipe


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="ragauge", message="%(prog)s %(version)s")
def main() -> None:
    """Measure a RAG system stage by stage.

    \b
    ragauge demo                              see it work on embedded data
    ragauge eval GOLD RUN                     measure a run against a golden set
    ragauge metrics [NAME]                    what can be measured, and how

    Exit codes: 0 measured, 2 could not measure.
    """


main.add_command(evaluate)
main.add_command(metrics)
main.add_command(demo)
