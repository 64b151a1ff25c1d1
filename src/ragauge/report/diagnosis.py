"""A diagnosis in rows and words, made once for the terminal and Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.funnel.contrast import advice, contrast
from ragauge.funnel.losses import followed, rows_of
from ragauge.funnel.paths import examples, needs_of_question, path_of, question_texts, reason
from ragauge.funnel.places import MEANINGS
from ragauge.funnel.recovery import recoveries
from ragauge.report.markdown import table as markdown_table
from ragauge.report.rows import dense

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.core.arrays import BoolArray
    from ragauge.core.score import Interval
    from ragauge.funnel.contrast import Figure
    from ragauge.funnel.diagnosing import Diagnosis
    from ragauge.funnel.losses import Row
    from ragauge.funnel.recovery import Recovery

BAR = 30
CAUSES = 5
MARKS = {1: "✓", -1: "✗", 0: "·"}


def funnel_rows(diagnosis: Diagnosis, *, level: float = 0.95, seed: int = 0) -> list[tuple[str, ...]]:
    """The waterfall: a head, every place where needs ended, and what fixing it brings back."""
    rows = rows_of(diagnosis, level=level)
    found = recoveries(diagnosis, level=level, seed=seed)
    goal = f" ({found[0].goal.value})" if found else ""
    head = (
        "where needs ended",
        "needs",
        "",
        "share",
        "interval",
        "fixing brings to the prompt",
        f"fixing brings{goal}",
    )
    back = {(one.first, one.last): one for one in found}
    most = max((row.needs for row in rows), default=1)
    return dense(head, [_row(row, back.get((row.first, row.last)), most) for row in rows])


def _row(row: Row, back: Recovery | None, most: int) -> tuple[str, ...]:
    lost = row.last.is_loss
    bar = ("▒" if lost else "█") * max(1, round(BAR * row.needs / most))
    share = "" if row.share is None else f"{row.share:.1%}"
    prompt = "" if back is None or back.to_prompt is None else f"{back.to_prompt:.1f}"
    needs = f"{'−' if lost else ''}{row.needs}"
    return (row.name, needs, bar, share, _interval(row.interval), prompt, _back(back))


def _back(back: Recovery | None) -> str:
    if back is None:
        return ""
    return f"{back.needs:.1f} needs, {back.share:.1%}{f' ({_interval(back.interval)})' if back.interval else ''}"


def _interval(interval: Interval | None) -> str:
    return "" if interval is None else f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def funnel_lines(diagnosis: Diagnosis, *, level: float = 0.95, seed: int = 0) -> Iterator[tuple[str, str]]:
    """What was counted, the top causes with examples and figures, advice, and what is not known."""
    inside = followed(diagnosis)
    yield (
        "dim",
        (
            f"{int(inside.sum())} of {len(diagnosis.needs)} needs of {len(diagnosis.golden)} questions were followed; "
            "shares and intervals are of these, questions are the clusters"
        ),
    )
    found = recoveries(diagnosis, level=level, seed=seed)
    if found:
        yield "dim", "fixing brings: needs lost there × measured survival of the later stages"
    for number, one in enumerate(found[:CAUSES], start=1):
        yield from _cause(diagnosis, one, number)
    if len(found) > CAUSES:
        yield "dim", f"{len(found) - CAUSES} smaller causes are not shown"
    yield from (("title", f"→ {line}") for line in advice(diagnosis))
    yield from _apart(diagnosis)
    yield from (("warning", note) for note in diagnosis.notes)


def _cause(diagnosis: Diagnosis, one: Recovery, number: int) -> Iterator[tuple[str, str]]:
    name = next(row.name for row in rows_of(diagnosis) if (row.first, row.last) == (one.first, one.last))
    yield "title", f"{number}. {name}: {one.lost} needs, {one.needs:.1f} would come back"
    if one.first is one.last:
        yield "dim", f"   {MEANINGS[one.last]}"
    else:
        yield "dim", "   which of these stages it was is not recorded; ragauge doctor tells what to record"
    for example in examples(diagnosis, one.first, one.last):
        yield "", f"   {example.question}  {example.text}"
        yield "dim", f"      needed  {example.need}"
        if example.how != MEANINGS[one.last]:
            yield "dim", f"      {example.how}"
    seen = contrast(diagnosis, one.last)
    if seen.sees:
        yield "dim", f"   seen by      {_figures(seen.sees)}"
    if seen.blind:
        yield "dim", f"   not seen by  {_figures(seen.blind)}"


def _figures(figures: Sequence[Figure]) -> str:
    return " · ".join(f"{one.name} {one.value:.3f} (n = {one.n})" for one in figures)


def _apart(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    told = ", ".join(f"{count} {name}" for name, count in diagnosis.unanswerable.items())
    if told:
        yield "", f"questions without an answer: {told}"
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
        share = f"{lost / total:.1%} of {total}" if total else ""
        rows.append((str(cell), str(int(chosen.sum())), share, top))
    return rows


def question_lines(diagnosis: Diagnosis, question: str) -> Iterator[tuple[str, str]]:
    """The path of every need of one question."""
    text = question_texts(diagnosis).get(question)
    yield "title", question if text in (None, question) else f"{question}  {text}"
    places = {(row.first.position, row.last.position): row.name for row in rows_of(diagnosis)}
    needs = needs_of_question(diagnosis, question)
    if not needs:
        yield "", "  no evidence is needed: the golden set has none for it"
    for need in needs:
        fate = places[int(diagnosis.fates.first[need]), int(diagnosis.fates.last[need])]
        yield "title", f"  {diagnosis.needs.label[need]}"
        for step in path_of(diagnosis, need):
            yield "" if step.verdict else "dim", f"    {MARKS[step.verdict]} {step.stage:<12} {step.words}"
        yield "title", f"    → {fate}"
        yield "dim", f"      {reason(diagnosis, need)}"


def diagnosis_markdown(diagnosis: Diagnosis, by: Sequence[str] = ()) -> str:
    """A summary for pull requests and chats."""
    parts = ["## Where evidence was lost", markdown_table(funnel_rows(diagnosis))]
    parts.append("\n".join(f"- {text.strip()}" for _, text in funnel_lines(diagnosis) if text.strip()))
    parts += [f"### by {column}\n\n{markdown_table(slice_rows(diagnosis, column))}" for column in by]
    return "\n\n".join(parts) + "\n"
