"""The ``ragauge`` command. Heavy imports wait until a command needs them, so that --help is instant."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import click

from ragauge._version import __version__
from ragauge.cli.baseline import baseline
from ragauge.cli.compare import compare
from ragauge.cli.data import data
from ragauge.cli.demo import demo
from ragauge.cli.diagnose import diagnose
from ragauge.cli.doctor import doctor
from ragauge.cli.ending import exit_code_of, quiet_end_of_pipe
from ragauge.cli.eval import evaluate
from ragauge.cli.export import export
from ragauge.cli.gate import gate
from ragauge.cli.golden import golden
from ragauge.cli.judge import judge
from ragauge.cli.metrics import metrics
from ragauge.cli.report import report
from ragauge.cli.run import run
from ragauge.cli.studies.expansion import expansion
from ragauge.cli.studies.filter import filter_command
from ragauge.cli.studies.fusion import fusion
from ragauge.cli.studies.index import index
from ragauge.cli.studies.rerank import rerank
from ragauge.cli.study import study
from ragauge.cli.sweep import sweep


class Commands(click.Group):
    """The group of commands; a user's mistake becomes one message and exit code 2, never a stack trace."""

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run a command and leave the process with its exit code."""
        sys.exit(exit_code_of(partial(super().main, *arguments, **{**settings, "standalone_mode": False})))

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Read the arguments, and print the help when it is asked for."""
        with quiet_end_of_pipe():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, up to its last letter of output."""
        with quiet_end_of_pipe():
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="ragauge", message="%(prog)s %(version)s")
def main() -> None:
    """Measure a RAG system stage by stage.

    \b
    ragauge demo                              see it work on embedded data
    ragauge eval GOLD RUN                     measure a run against a golden set
    ragauge run DOCUMENTS GOLD                a pipeline on your documents: traces, then scores
    ragauge diagnose GOLD TRACES              where was the evidence lost, and what brings it back?
    ragauge compare BASE CAND                 better, worse, or no difference shown
    ragauge gate SCORECARD                    hold it against rules and a baseline
    ragauge sweep DOCUMENTS GOLD              chunk sizes, lanes, k: what is best, and what is enough
    ragauge study filter DOCUMENTS GOLD       one stage: fusion, rerank, expansion, filter, index
    ragauge judge calibrate LABELS            is my judge any good, held against people?
    ragauge data NAME                         a public collection, to try things on
    ragauge report FILE...                    what commands wrote, as one HTML file
    ragauge export SCORECARD                  every question as a row: CSV, Excel, Parquet
    ragauge golden inspect GOLD               is my golden file read right?
    ragauge metrics [NAME]                    what can be measured, and how

    Exit codes: 0 measured, 1 measured and bad, 2 could not measure.
    """


main.add_command(evaluate)
main.add_command(run)
main.add_command(compare)
main.add_command(gate)
main.add_command(baseline)
main.add_command(diagnose)
main.add_command(doctor)
main.add_command(sweep)
main.add_command(study)
main.add_command(metrics)
main.add_command(data)
main.add_command(demo)
main.add_command(report)
main.add_command(export)
main.add_command(golden)
main.add_command(judge)
study.add_command(filter_command)
study.add_command(expansion)
study.add_command(fusion)
study.add_command(index)
study.add_command(rerank)
