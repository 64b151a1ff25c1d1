"""Rows of the result, and the table they are printed in."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _processes import Sample

COMPARISONS = {"≥": float.__ge__, "≤": float.__le__, "<": float.__lt__}


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what, how much, the target beside it, and the samples it rests on.

    A target is a comparison and a number, as ``("≥", 5.0)``; ``unit`` is written after both. ``of_minima`` is the
    same ratio of the fastest runs, which other work on the machine disturbs least.
    """

    figure: str
    value: float | None
    unit: str = ""
    target: tuple[str, float] | None = None
    samples: Sequence[Sample] = field(default=(), repr=False)
    of_minima: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None or self.value is None:
            return None
        return bool(COMPARISONS[self.target[0]](float(self.value), self.target[1]))

    def cells(self) -> list[str]:
        """The row as text."""
        target = "" if self.target is None else f"{self.target[0]} {self.target[1]:g}{self.unit}"
        verdict = {None: "", True: "[green]met[/]", False: "[red]missed[/]"}[self.met]
        minima = "" if self.of_minima is None else f"{self.of_minima:.2f}{self.unit}"
        cells = [self.figure, self._measured(), target, verdict, minima]
        if not self.samples:
            return [*cells, *[""] * 5]
        least = min(sample.seconds for sample in self.samples)
        seconds, cpu, peak, others = (
            median(getattr(sample, name) for sample in self.samples) for name in ("seconds", "cpu", "peak", "others")
        )
        return [*cells, f"{seconds:.2f}", f"{least:.2f}", f"{cpu:.2f}", f"{peak:,.0f}", f"{others:.0%}"]

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "figure": self.figure,
            "value": self.value,
            "of_minima": self.of_minima,
            "unit": self.unit.strip(),
            "target": None if self.target is None else f"{self.target[0]} {self.target[1]:g}",
            "met": self.met,
            "samples": [sample.to_dict() for sample in self.samples],
        }

    def _measured(self) -> str:
        if self.value is None:
            return ""
        digits = 0 if self.value >= 100 or float(self.value).is_integer() else 2
        return f"{self.value:,.{digits}f}{self.unit}"


def show(title: str, sections: Sequence[Sequence[Row]], notes: Sequence[str]) -> None:
    """Print the table and the notes under it."""
    table = Table(title=title, title_justify="left")
    table.add_column("figure")
    for heading in ("measured", "target", "", "of minima", "median s", "min s", "CPU s", "MiB", "others"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rows in sections:
        for row in rows:
            table.add_row(*row.cells())
        table.add_section()
    console = Console(width=None if Console().is_terminal else 140)
    console.print(table)
    for note in notes:
        console.print(f"- {note}", markup=False, highlight=False)
