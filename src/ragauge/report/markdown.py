"""A Scorecard as Markdown, for pull requests."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from ragauge.report.rows import came_text, lines, needs_text, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.records import Failure
    from ragauge.core.scorecard import Scorecard

SPECIAL = re.compile(r"([\\`*_{}\[\]#|~!$@])")


def scorecard_markdown(card: Scorecard, failures: Sequence[Failure] = (), total: int = 0, k: int = 5) -> str:
    """A table of the scores, the warnings, and the failing questions folded away."""
    gold, run = card.provenance["gold"], card.provenance["run"]
    title = f"### {safe(run['source'])} against {safe(gold['source'])}: {gold['questions']} questions"
    rows = lines(card)
    head = ["questions", "metric", "value", f"{card.provenance['level']:.0%} interval", "n", "left out, or 0 by policy"]
    table = [_row(head), _row(["---", "---", "---:", "---", "---", "---"])]
    table += [_row([safe(r.slice or "all"), f"`{r.metric}`", r.value, r.interval, r.n, safe(r.left_out)]) for r in rows]
    parts = [title, "\n".join(table)]
    if card.warnings:
        parts.append("\n".join(f"- ⚠ {safe(warning)}" for warning in card.warnings))
    if failures:
        parts.append(_failures(failures, total, k))
    parts.append(f"<sub>ragauge {card.provenance['ragauge']}, gold {gold['fingerprint']}</sub>")
    return "\n\n".join(parts) + "\n"


def safe(text: str) -> str:
    """Text that Markdown and HTML show as it is.

    >>> safe("<b>|x_y")
    '&lt;b&gt;\\\\|x\\\\_y'
    """
    return SPECIAL.sub(r"\\\1", html.escape(printable(text), quote=False))


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _failures(failures: Sequence[Failure], total: int, k: int) -> str:
    head = f"<details><summary>{total} questions lack evidence in the first {k} hits; {len(failures)} shown</summary>"
    rows = [_row(["question", "needed", "came instead"]), _row(["---"] * 3)]
    rows += [_row([safe(f"{f.question} {f.text or ''}"), safe(needs_text(f)), safe(came_text(f))]) for f in failures]
    return "\n".join([head, "", *rows, "", "</details>"])
