"""A Scorecard as Markdown, for pull requests."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from ragauge.report.rows import SCORE_HEAD, came_text, needs_text, printable, score_rows, slice_tables, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.records import Failure
    from ragauge.core.scorecard import Scorecard

SPECIAL = re.compile(r"([\\`*_{}\[\]#|~!$@])")


def scorecard_markdown(card: Scorecard, failures: Sequence[Failure] = (), total: int = 0, k: int = 5) -> str:
    """Tables of the scores, the warnings, and the failing questions folded away."""
    parts = [f"### {safe(title(card))}", _table(SCORE_HEAD, score_rows(card))]
    parts += [_table(head, rows) for head, *rows in slice_tables(card)]
    if card.warnings:
        parts.append("\n".join(f"- ⚠ {safe(warning)}" for warning in card.warnings))
    if failures:
        rows = [(f"{f.question} {f.text or ''}", needs_text(f), came_text(f)) for f in failures]
        summary = f"{total} questions lack evidence in the first {k} hits; {len(failures)} shown"
        table = _table(("question", "needed", "came instead"), rows)
        parts.append(f"<details><summary>{summary}</summary>\n\n{table}\n\n</details>")
    provenance = card.provenance
    parts.append(f"<sub>ragauge {provenance['ragauge']}, gold {provenance['gold']['fingerprint']}</sub>")
    return "\n\n".join(parts) + "\n"


def safe(text: str) -> str:
    """Text that Markdown and HTML show as it is.

    >>> safe("<b>|x_y")
    '&lt;b&gt;\\\\|x\\\\_y'
    """
    return SPECIAL.sub(r"\\\1", html.escape(printable(text), quote=False))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    body = [[safe(cell) for cell in row] for row in (head, *rows)]
    body.insert(1, ["---"] * len(head))
    return "\n".join(f"| {' | '.join(row)} |" for row in body)
