"""A diagnosis in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ragauge.report.diagnosis import WIDE, WORDS, causes_of, funnel_lines, funnel_rows, head_line, slice_rows
from ragauge.report.diagnosis_path import question_lines
from ragauge.report.grid import grid
from ragauge.report.terminal import STYLES, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from ragauge.funnel.diagnosing import Diagnosis


def print_diagnosis(
    diagnosis: Diagnosis, by: Sequence[str], out: Console, *, level: float = 0.95, seed: int = 0
) -> None:
    """The waterfall, the slices, and what is to be known about them."""
    found = causes_of(diagnosis, level=level, seed=seed)
    print_indented([head_line(diagnosis)], out)
    rows = funnel_rows(diagnosis, found, level=level, wide=out.width >= WIDE)
    out.print(grid(rows, left=WORDS, whole=rows[0][1:]))
    for column in by:
        table = slice_rows(diagnosis, column)
        out.print(grid(table, left=(table[0][0], table[0][-1])))
    print_indented(funnel_lines(diagnosis, found, level=level), out)


def print_paths(diagnosis: Diagnosis, questions: Sequence[str], out: Console) -> None:
    """The paths of the needs of single questions."""
    for question in questions:
        print_indented(question_lines(diagnosis, question), out)


def print_indented(lines: Iterable[tuple[str, str]], out: Console) -> None:
    """Lines whose indent holds for all that they are broken into; warnings as everywhere."""
    for style, text in lines:
        words = text.lstrip(" ")
        indent = Text(" " * (len(text) - len(words)))
        start = Text("! ", style="yellow") if style == "warning" else indent
        rest = Text(" " * len(start))
        pieces = Text(clean(words), style=STYLES.get(style, "")).wrap(out, max(out.width - len(start), 1))
        for place, piece in enumerate(pieces):
            piece.rstrip()
            out.print((rest if place else start) + piece)
