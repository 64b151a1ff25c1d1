"""``ragauge doctor``: what traces do not record, and what cannot be known for that."""

from __future__ import annotations

from typing import Any

import click

from ragauge.cli.reading import reading_options, take_reading


@click.command(short_help="What do my traces not record, and what can so not be measured?")
@click.argument("traces", type=click.Path())
@click.option("--gold", type=click.Path(), help="The golden set: does it fit the traces, and what does it lack?")
@reading_options
def doctor(traces: str, gold: str | None, **given: Any) -> None:
    """Look at TRACES, and say for each part how many have it, what cannot be known without, and how to record it.

    TRACES: what "ragauge run" or ragauge.record wrote, a run of any kind (one list a question), OpenTelemetry spans.

    \b
    ragauge doctor traces.jsonl
    ragauge doctor spans.jsonl --gold gold.jsonl

    Exit codes: 0 looked at (whatever was found), 2 a file cannot be read.
    """
    from ragauge.funnel.doctor import examine
    from ragauge.funnel.doctor_gold import examine_gold
    from ragauge.io.trace_tables import read_traced
    from ragauge.loading import golden_from
    from ragauge.report.diagnosis_terminal import print_indented
    from ragauge.report.doctor import doctor_lines, doctor_rows
    from ragauge.report.grid import grid
    from ragauge.report.terminal import console

    traced = read_traced(traces)
    golden = None if gold is None else golden_from(gold, take_reading(given))
    found = examine(traced)
    of_gold, notes = ([], ()) if golden is None else examine_gold(golden, traced)
    out = console()
    out.print(grid(doctor_rows([*found, *of_gold]), left=("part", "as")))
    print_indented(doctor_lines(traced, found, of_gold), out)
    print_indented((("warning", note) for note in dict.fromkeys((*traced.notes, *notes))), out)
