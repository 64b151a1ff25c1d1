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

    A target is a comparison and a number, as ``("≥", 5.0)``; ``unit`` is written after both.
    """

    figure: str
    value: float | None
    unit: str = ""
    target: tuple[str, float] | None = None
    samples: Sequence[Sample] = field(default=(), repr=False)

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
        cells = [self.figure, self._measured(), target, verdict]
        if not self.samples:
            return [*cells, "", "", "", ""]
        seconds = [sample.seconds for sample in self.samples]
        cpu, peak = (median(getattr(sample, name) for sample in self.samples) for name in ("cpu", "peak"))
        return [*cells, f"{median(seconds):.2f}", f"{min(seconds):.2f}", f"{cpu:.2f}", f"{peak:,.0f}"]

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "figure": self.figure,
            "value": self.value,
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
    for heading in ("measured", "target", "", "median s", "min s", "CPU s", "peak MiB"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rows in sections:
        for row in rows:
            table.add_row(*row.cells())
        table.add_section()
    console = Console(width=None if Console().is_terminal else 120)
    console.print(table)
    for note in notes:
        console.print(f"- {note}", markup=False, highlight=False)
