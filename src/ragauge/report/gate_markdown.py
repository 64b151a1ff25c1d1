"""A gate as Markdown, for a job summary or the comment of a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.gating.records import WORST_FIRST, Verdict
from ragauge.report.gate import (
    HEAD,
    Row,
    gate_blocks,
    gate_headline,
    gate_methods,
    gate_rows,
    gate_subject,
    rule_word,
)
from ragauge.report.markdown import safe

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.gating.records import GateResult

MARKER = "<!-- ragauge-gate -->"
EMOJI = {
    Verdict.PASS: "✅",
    Verdict.FAIL: "❌",
    Verdict.INCONCLUSIVE: "❓",
    Verdict.NOT_MEASURED: "🚫",
    Verdict.NOT_COMPARABLE: "🚫",
}
ADVICE = "ℹ️"
MOST = 65_000
"""A comment has 65,536 characters (counted as UTF-16 here, the larger count), a job summary 1 MiB."""
LONGEST_CELL = 400
PART = 8_000
"""Room for each list beside the table."""


def gate_markdown(result: GateResult) -> str:
    """The verdict, the rules, what could not be decided, and the details; whole rows go where it would be too long."""
    head = f"### {EMOJI[result.verdict]} gate: {_safe(gate_headline(result))}"
    before = [MARKER, head, _safe(gate_subject(result))]
    after = [_listed(f"⚠ {_safe(note)}" for note in result.notes)]
    after += [_block(block.title, block.lines, EMOJI[block.verdict]) for block in gate_blocks(result)]
    after.append(f"<details><summary>rules and methods</summary>\n\n{_details(result)}\n\n</details>")
    room = MOST - sum(_length(part) + 2 for part in (*before, *after))
    return "\n\n".join(filter(None, (*before, _table(gate_rows(result), room), *after))) + "\n"


def _block(title: str, lines: Iterable[str], emoji: str) -> str:
    return f"**{emoji} {_safe(title)}**\n\n{_listed(map(_safe, lines))}"


def _details(result: GateResult) -> str:
    rules = _listed(f"{rule_word(one)}: {_safe(one.rule.text)}" for one in result.results)
    return "\n\n".join(filter(None, (rules, _safe(gate_methods(result)))))


def _listed(lines: Iterable[str]) -> str:
    items = [f"- {line}" for line in lines]
    kept = _fitting(items, PART)
    more = [f"- and {len(items) - len(kept)} more that do not fit here"] if len(kept) < len(items) else []
    return "\n".join([*kept, *more])


def _table(rows: Sequence[Row], room: int) -> str:
    """The rows in their order; where not all fit, the worst are kept."""
    if not rows:
        return ""
    head = [_line(HEAD), _line(["---"] * len(HEAD))]
    lines = [_line(_cells(row)) for row in rows]
    order = sorted(range(len(rows)), key=lambda place: _worst_first(rows[place]))
    kept = sorted(order[: len(_fitting([lines[place] for place in order], room - 400))])
    cut = len(rows) - len(kept)
    said = f"\n\n{cut} of {len(rows)} rows do not fit here: the worst are shown, all are in the JSON." if cut else ""
    return "\n".join([*head, *(lines[place] for place in kept)]) + said


def _worst_first(row: Row) -> tuple[bool, bool, int]:
    return not row.gated, row.advisory, WORST_FIRST.index(row.verdict)


def _cells(row: Row) -> list[str]:
    verdict, rule, *others = row.cells
    emoji = ADVICE if row.advisory else EMOJI[row.verdict]
    marked = f"{emoji} {verdict}" if row.gated else verdict
    return [_safe(cell) for cell in (marked, f"↳ {rule}" if row.indented else rule, *others)]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    kept: list[str] = []
    for line in lines:
        room -= _length(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


def _safe(text: str) -> str:
    return safe(text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}…")


def _length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
