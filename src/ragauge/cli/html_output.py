"""The option ``--html`` of commands that have something to show, and the word on what was written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.ending import say
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ragauge.cli.output import Output
    from ragauge.core.scorecard import Scorecard
    from ragauge.evaluation import Surroundings
    from ragauge.report.assembling import Data
    from ragauge.report.html.inputs import Inputs
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced

html_option = click.option("--html", "html", type=click.Path(dir_okay=False),
                           help="Write everything as one HTML file, to be read without a network.")  # fmt: skip


def html_wanted(path: str | None, make: Callable[[], Inputs]) -> Output:
    """The report among the outputs of ``hand_over``."""
    from ragauge.report.assembling import html_report

    return path, lambda: html_report(make()), click.echo


def tell_html(path: str | None) -> None:
    """Say where the report is, and how large; nothing where none was asked for."""
    if path is not None:
        say(f"written: {path} ({size_of(path)})")


def size_of(path: str) -> str:
    """The size of a file in words; of a pipe or a device nothing is known.

    >>> size_of("/dev/null")
    'no file'
    """
    place = Path(path)
    return f"{place.stat().st_size / 1000:,.0f} kB" if place.is_file() else "no file"


def run_data(golden: Golden, run: Run, traced: Traced | None, around: Surroundings, path: str, k: int) -> Data:
    """What the questions of a run are looked up in; a run without traces is one list, of which the first k count."""
    from ragauge.io.trace_runs import traced_of_run
    from ragauge.io.traces import is_trace_file
    from ragauge.report.assembling import Data, one_by_one

    each = one_by_one(path) if Path(path).is_file() and is_trace_file(Path(path)) else ()
    return Data(golden, traced or traced_of_run(run), around, each, k)


def card_inputs(card: Scorecard, golden: Golden, data: Callable[[], Data] | None) -> Inputs:
    """A scorecard with what its questions are looked up in: the gold alone where there is no ``data``."""
    from ragauge.report.assembling import Data, titled
    from ragauge.report.html.inputs import Inputs

    known = Data(golden) if data is None else data()
    there = {name: getattr(known, name) for name in ("golden", "traced", "around", "traces")}
    return titled(Inputs("", cards=(card,), diagnosis=_diagnosed_or_told(known), **there))


def _diagnosed_or_told(data: Data) -> Mapping[str, Any] | None:
    """The diagnosis of what was measured; where there can be none the report is without, and it is said why."""
    from ragauge.report.assembling import diagnosed

    try:
        return diagnosed(data)
    except InputError as error:
        say(f"the report does not show where evidence was lost: {error}")
        return None
