"""A diagnosis in rows and words, made once for the terminal and Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.funnel.contrast import advice, contrast
from ragauge.funnel.gaps import gaps
from ragauge.funnel.losses import followed, rows_of
from ragauge.funnel.paths import examples
from ragauge.funnel.places import MEANINGS, Place
from ragauge.funnel.recovery import recoveries
from ragauge.report.rows import dense, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.core.arrays import BoolArray
    from ragauge.funnel.contrast import Figure
    from ragauge.funnel.diagnosing import Diagnosis
    from ragauge.funnel.losses import Row
    from ragauge.funnel.recovery import Recovery

WIDE = 120
"""From so many columns on there is room for intervals of shares, and for what comes to the prompt."""
BAR = {True: 24, False: 10}
LOST, KEPT = "▒", "█"
CAUSES = 5
WORDS = ("where it ended", "")
"""The columns that are words."""
Line = tuple[str, str]


def head_line(diagnosis: Diagnosis) -> Line:
    """What was followed."""
    inside, every = int(followed(diagnosis).sum()), len(diagnosis.needs)
    all_of = f"{every}" if inside == every else f"{inside} of {every}"
    told = f"{all_of} pieces of evidence (needs) of {len(diagnosis.golden)} questions, each where it ended"
    return "title", f"{diagnosis.traced.source} against {diagnosis.golden.source}: {told}"


def funnel_rows(
    diagnosis: Diagnosis, found: Sequence[Recovery], *, level: float = 0.95, wide: bool = True
) -> list[tuple[str, ...]]:
    """The waterfall: a head, every place where needs ended, and what fixing it brings back."""
    rows = rows_of(diagnosis, level=level)
    total = int(followed(diagnosis).sum())
    to_goal = found[0].goal if found else None
    brought = "fixing" if to_goal is None else f"fixing: {to_goal.value}"
    head = ("where it ended", "needs", "", "share", brought, *(("into the prompt",) if wide else ()))
    back = {(one.first, one.last): one for one in found}
    most = max((row.needs for row in rows), default=1)
    body = [_row(row, back.get((row.first, row.last)), most, total, wide=wide) for row in rows]
    return dense(head, body)


def _row(row: Row, back: Recovery | None, most: int, total: int, *, wide: bool) -> tuple[str, ...]:
    lost = row.last.is_loss
    bar = (LOST if lost else KEPT) * max(1, round(BAR[wide] * row.needs / most))
    share = "" if row.share is None else f"{row.share:.1%}"
    if wide and row.interval is not None:
        share += f" ({100 * row.interval.low:.1f} to {100 * row.interval.high:.1f})"
    brought = "" if back is None else _brought(back, total)
    prompt = "" if back is None or back.to_prompt is None else f"{back.to_prompt:.1f}"
    cells = (row.name, f"−{row.needs}" if lost else str(row.needs), bar, share, brought)
    return (*cells, prompt) if wide else cells


def _brought(back: Recovery, total: int) -> str:
    """In needs, as in the column of those that were lost."""
    if back.interval is None:
        return f"+{back.needs:.1f}"
    return f"+{back.needs:.1f} ({back.interval.low * total:.1f} to {back.interval.high * total:.1f})"


def funnel_lines(diagnosis: Diagnosis, found: Sequence[Recovery], *, level: float = 0.95) -> Iterator[Line]:
    """How to read the table, the top causes with examples and figures, advice, and what is not known."""
    yield from how_to_read(diagnosis, found, level)
    yield from (("warning", line) for line in gaps(diagnosis))
    yield from (("warning", note) for note in diagnosis.notes)
    yield from (("title", f"→ {line}") for line in advice(diagnosis))
    for number, one in enumerate(found[:CAUSES], start=1):
        yield from _cause(diagnosis, one, number)
    if len(found) > CAUSES:
        left = len(found) - CAUSES
        yield "dim", "1 smaller cause is not shown" if left == 1 else f"{left} smaller causes are not shown"
    yield from _apart(diagnosis)


def how_to_read(diagnosis: Diagnosis, found: Sequence[Recovery], level: float) -> Iterator[Line]:
    """What the columns mean."""
    yield "dim", f"{LOST} lost, {KEPT} not lost as far as was recorded; every need is in one row"
    if any(row.last.position > Place.UNSEEN.position for row in rows_of(diagnosis)):
        yield "dim", "shares are of the needs that were followed; rows without one are counted apart"
    if found:
        told = "so many of the lost needs would come through if this place alone were fixed"
        measured = f"by the measured survival of the later stages ({percent(level)} interval, questions as clusters)"
        yield "dim", f"fixing: {told}, {measured}"


def _cause(diagnosis: Diagnosis, one: Recovery, number: int) -> Iterator[Line]:
    name = next(row.name for row in rows_of(diagnosis) if (row.first, row.last) == (one.first, one.last))
    yield "title", f"{number}. {name}: {one.lost} lost, fixing it brings back {one.needs:.1f} ({one.goal.value})"
    if one.first is one.last:
        yield "dim", f"   {MEANINGS[one.last]}"
    else:
        yield "dim", "   ragauge does not know which of these stages it was: too little is recorded or given"
    for example in examples(diagnosis, one.first, one.last):
        same = example.text == example.question
        yield "", f"   {example.question}" if same else f"   {example.question}  {example.text}"
        yield "dim", f"      needed  {example.need}"
        if example.how != MEANINGS[one.last]:
            yield "dim", f"      {example.how}"
    seen = contrast(diagnosis, one.last)
    for word, figures in (("shows in", seen.sees), ("does not show in", seen.blind)):
        if figures:
            yield "dim", f"   {word}: {_figures(figures)}"


def _figures(figures: Sequence[Figure]) -> str:
    return "; ".join(f"{one.name} {one.value:.3f} (n = {one.n})" for one in figures)


def _apart(diagnosis: Diagnosis) -> Iterator[Line]:
    told = ", ".join(f"{count} {name}" for name, count in diagnosis.unanswerable.items())
    if told:
        yield "", f"questions that have no answer: {told}"
    left = ", ".join(f"{count} {name}" for name, count in diagnosis.left_out.items())
    if left:
        yield "", f"questions without gold, left out: {left}"


def slice_rows(diagnosis: Diagnosis, column: str) -> list[tuple[str, ...]]:
    """For every value of a column of the golden set: its needs, and the places where most of them were lost."""
    cells = diagnosis.golden.column(column, "slice").fill_null("(blank)")
    of_need = cells.gather(diagnosis.reach.question)
    rows: list[tuple[str, ...]] = [(cells.name, "needs", "lost", "where most were lost")]
    for cell in sorted(of_need.unique().to_list()):
        chosen: BoolArray = (of_need == cell).to_numpy()
        losses = sorted((row for row in rows_of(diagnosis, chosen) if row.last.is_loss), key=lambda row: -row.needs)
        lost, total = sum(row.needs for row in losses), int((chosen & followed(diagnosis)).sum())
        top = ", ".join(f"{row.name} {row.needs}" for row in losses[:3])
        share = f"{lost} ({lost / total:.1%})" if total else ""
        rows.append((str(cell), str(total), share, top))
    return rows


def causes_of(diagnosis: Diagnosis, *, level: float = 0.95, seed: int = 0) -> list[Recovery]:
    """What fixing each place brings back, the most first: computed once for all views."""
    return recoveries(diagnosis, level=level, seed=seed)
