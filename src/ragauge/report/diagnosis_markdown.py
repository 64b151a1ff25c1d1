"""A diagnosis as Markdown, for pull requests and chats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.report.diagnosis import causes_of, funnel_lines, funnel_rows, head_line, slice_rows
from ragauge.report.markdown import safe, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.funnel.diagnosing import Diagnosis

INDENT = 3


def diagnosis_markdown(diagnosis: Diagnosis, by: Sequence[str] = (), *, level: float = 0.95, seed: int = 0) -> str:
    """The waterfall, slices, and a list of causes, nested as it is in the terminal."""
    found = causes_of(diagnosis, level=level, seed=seed)
    parts = [f"### {safe(head_line(diagnosis)[1])}", table(funnel_rows(diagnosis, found, level=level))]
    parts += [table(slice_rows(diagnosis, column)) for column in by]
    lines = [_item(style, text) for style, text in funnel_lines(diagnosis, found, level=level)]
    parts.append("\n".join(lines))
    parts.append(f"<sub>ragauge {diagnosis.provenance['ragauge']}</sub>")
    return "\n\n".join(parts) + "\n"


def _item(style: str, text: str) -> str:
    depth = (len(text) - len(text.lstrip())) // INDENT
    mark = "⚠ " if style == "warning" else ""
    words = safe(text.strip())
    return f"{'  ' * depth}- {mark}{f'**{words}**' if style == 'title' else words}"
