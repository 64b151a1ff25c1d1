"""A Scorecard as Markdown, for pull requests."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from ragauge.report.rows import came_text, how, needs_text, printable, score_table, slice_tables, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.records import Failure
    from ragauge.core.scorecard import Scorecard

SPECIAL = re.compile(r"([\\`*_{}\[\]#|~!$@])")


def scorecard_markdown(card: Scorecard, failures: Sequence[Failure] = (), total: int = 0, k: int = 5) -> str:
    """Tables of the scores, the warnings, and the failing questions folded away."""
    parts = [f"### {safe(title(card))}", table(score_table(card)), *map(table, slice_tables(card))]
    notes = [safe(line) for line in how(card)] + [f"⚠ {safe(warning)}" for warning in card.warnings]
    if notes:
        parts.append("\n".join(f"- {note}" for note in notes))
    if failures:
        head = ("question", "needed", "came instead")
        rows = [(f"{f.question} {f.text or ''}", needs_text(f), came_text(f)) for f in failures]
        summary = f"questions that lack some evidence in the first {k} hits: {total}; {len(failures)} shown"
        parts.append(f"<details><summary>{summary}</summary>\n\n{table([head, *rows])}\n\n</details>")
    provenance = card.provenance
    parts.append(f"<sub>ragauge {provenance['ragauge']}, gold {provenance['fingerprints']['gold']}</sub>")
    return "\n\n".join(parts) + "\n"


def safe(text: str) -> str:
    """Text that Markdown and HTML show as it is.

    >>> safe("<b>|x_y")
    '&lt;b&gt;\\\\|x\\\\_y'
    """
    return SPECIAL.sub(r"\\\1", html.escape(printable(text), quote=False))


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are data; the first row is its head."""
    body = [[safe(cell) for cell in row] for row in rows]
    body.insert(1, ["---"] * len(rows[0]))
    return "\n".join(f"| {' | '.join(row)} |" for row in body)
