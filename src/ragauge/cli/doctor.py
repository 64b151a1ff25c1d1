"""``ragauge doctor``: what traces do not record, and what cannot be known for that."""

from __future__ import annotations

import click


@click.command(short_help="What do my traces not record, and what can so not be measured?")
@click.argument("traces", type=click.Path())
def doctor(traces: str) -> None:
    """Look at TRACES, and say for each part how many have it, what cannot be known without, and how to record it.

    \b
    ragauge doctor traces.jsonl
    ragauge doctor spans.jsonl

    Exit codes: 0 looked at (whatever was found), 2 the file cannot be read.
    """
    from ragauge.funnel.doctor import examine
    from ragauge.io.trace_tables import read_traced
    from ragauge.report.grid import grid
    from ragauge.report.terminal import console, print_lines

    traced = read_traced(traces)
    found = examine(traced)
    failed = traced.asked["error"].is_not_null().sum()
    out = console()
    head = ("part", "recorded", "as")
    rows = [(one.part.name, f"{one.recorded} of {one.traces}", ", ".join(one.names)) for one in found]
    out.print(grid([head, *rows], left=("part", "as")))
    lines = [("dim", f"{len(traced)} traces, {failed} of them failed; failed ones are not looked at")]
    for one in found:
        if not one.is_complete:
            some = "is not recorded" if not one.recorded else f"is missing in {one.traces - one.recorded} traces"
            lines += [
                ("title", f"{one.part.name}: {some}"),
                ("", f"  without: {one.part.lost}"),
                ("dim", f"  record:  {one.part.how}"),
            ]
    if all(one.is_complete for one in found):
        lines.append(("title", "everything is recorded: each loss has an address"))
    print_lines([*lines, *(("warning", note) for note in traced.notes)], out)
