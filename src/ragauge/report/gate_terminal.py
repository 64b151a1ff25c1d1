"""A gate in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.gating.records import Verdict
from ragauge.report.gate import (
    ADVISORY,
    HEAD,
    gate_blocks,
    gate_headline,
    gate_methods,
    gate_rows,
    gate_subject,
    word,
)
from ragauge.report.grid import grid
from ragauge.report.terminal import print_lines

if TYPE_CHECKING:
    from rich.console import Console

    from ragauge.gating.records import GateResult

WIDE = 120
LEFT = ("verdict", "rule", "reason")
STYLES = {
    word(Verdict.PASS): "green",
    word(Verdict.FAIL): "bold red",
    word(Verdict.INCONCLUSIVE): "bold yellow",
    word(Verdict.NOT_MEASURED): "bold magenta",
    word(Verdict.NOT_COMPARABLE): "bold magenta",
    f"advisory: {ADVISORY[Verdict.FAIL]}": "yellow",
}


def print_gate(result: GateResult, out: Console) -> None:
    """The verdict first, then the rules, and last what could not be decided."""
    passed = result.verdict == Verdict.PASS and result.exit_code == 0
    print_lines([("title" if passed else "error", gate_headline(result)), ("", gate_subject(result))], out)
    rows = gate_rows(result)
    if rows:
        wide = out.width >= WIDE
        table = [HEAD, *((row.cells[0], _indented(row.cells[1], row.indented), *row.cells[2:]) for row in rows)]
        out.print(grid(table if wide else [cells[:-1] for cells in table], LEFT, STYLES))
        if not wide:
            print_lines((("", f"{row.cells[1]}: {row.cells[-1]}") for row in rows if row.cells[-1]), out)
    print_lines([("dim", gate_methods(result)), *(("warning", note) for note in result.notes)], out)
    for block in gate_blocks(result):
        print_lines([("", ""), ("error", block.title), *(("", f"  {line}") for line in block.lines)], out)


def _indented(text: str, indented: bool) -> str:
    return f"  {text}" if indented else text
