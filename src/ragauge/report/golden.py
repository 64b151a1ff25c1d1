"""Golden sets in words: what was found in a file, in its documents, and between two versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.brief import brief

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.golden.inspecting.checking import Check, Finding
    from ragauge.golden.inspecting.inspection import Inspection
    from ragauge.golden.versions.differences import Asked, Changed, Differences

Line = tuple[str, str]
"""Style and text: ``title``, ``warning``, ``error``, ``dim`` or nothing."""
MOST, MOST_PROBLEMS = 40, 1_000
UNSEEN = ("not looked for", "pages not looked up")
ROLE = {"words": "text"}


def inspection_lines(found: Inspection) -> Iterator[Line]:
    """An inspection, line by line."""
    yield "title", f"{found.source}: {_said(found.facts)}"
    if found.mapping:
        yield "", ""
        yield "title", f"columns (a row is a {(found.form or '').removesuffix('s')})"
    for role, column, why, others in found.mapping:
        passed = f"; not {_listed(others)}" if others else ""
        cut = f"; cells: {found.separators[column]}" if column in found.separators else ""
        yield "", f"  {role:<12} {column!r}: {why}{passed}{cut}"
    for column, why in found.unused.items():
        yield "warning", f"not used: {column!r}: {why}"
    yield from _samples(found)
    yield from _counts(found)
    for note in found.notes:
        yield "warning", note
    for text, rows in found.repeated.items():
        yield "warning", f"rows {', '.join(map(str, rows))} ask the same: {brief(text)}"
    yield from _suspicions(found)
    yield from _problems(found)


def _samples(found: Inspection) -> Iterator[Line]:
    if not found.samples:
        return
    yield "", ""
    yield "title", "as it is understood"
    for sample in found.samples:
        status = "" if sample["status"] == "scored" else f" [{sample['status']}]"
        yield "", f"  {brief(sample['question'])}{status}"
        yield "", f"      {sample['evidence'] or 'no evidence'}"


def _counts(found: Inspection) -> Iterator[Line]:
    if not found.types:
        return
    yield "", ""
    yield "", f"questions: {', '.join(f'{count} {name}' for name, count in found.types.items())}"
    if found.match:
        yield "", f"match: {found.match}"
    if found.level:
        yield "", f"gold names: {', '.join(f'{count} × {name}' for name, count in found.level.items())}"


def _suspicions(found: Inspection) -> Iterator[Line]:
    for what, count in found.suspicions.counts.items():
        more = "; ragauge golden export --repair writes a repaired copy" if what.startswith("garbled text") else ""
        yield "warning", f"cells with {what}: {count}{more}"
    for one in found.suspicions.shown[:MOST]:
        yield "dim", f"    {one}"


def _problems(found: Inspection) -> Iterator[Line]:
    yield "", ""
    if not found.problems:
        yield "title", "no problems"
        return
    yield "error", f"{len(found.problems)} problem{'s' if len(found.problems) != 1 else ''}"
    for problem in found.problems[:MOST_PROBLEMS]:
        yield "", f"  {problem}"
    if len(found.problems) > MOST_PROBLEMS:
        yield "", f"  and {len(found.problems) - MOST_PROBLEMS} more (--json has all)"


def check_lines(found: Check) -> Iterator[Line]:
    """A check, line by line."""
    yield "title", f"{found.source} in {found.corpus}: {found.documents} documents"
    for title, counts in (("documents", found.ids), ("quotes and spans", found.places), ("chunks", found.chunks)):
        if counts:
            yield "", f"  {title}: {', '.join(f'{count} {name}' for name, count in counts.items())}"
    for note in found.notes:
        yield "warning", note
    for one in found.damaged[:MOST]:
        yield "warning", _found(one)
    yield "", ""
    if not found.missing:
        unseen = sum(count for name, count in found.places.items() if name.startswith(UNSEEN))
        if unseen:
            yield "warning", f"all that could be looked for was found; {unseen} could not"
        else:
            yield "title", "everything was found"
        return
    yield "error", f"{len(found.missing)} not found"
    for one in found.missing[:MOST]:
        yield "", f"  {_found(one)}"
    if len(found.missing) > MOST:
        yield "", f"  and {len(found.missing) - MOST} more (--json has all)"


def _found(one: Finding) -> str:
    asked = f"question{'s' if len(one.questions) > 1 else ''} {_listed(one.questions[:3])}"
    nearest = f"; nearest: {'; '.join(map(brief, one.candidates))}" if one.candidates else ""
    return f"{one.item}: {one.what} ({asked}){nearest}"


def difference_lines(found: Differences) -> Iterator[Line]:
    """Differences, line by line."""
    yield "title", found.summary()
    for sign, asked in (("+", found.added), ("-", found.removed)):
        for one in asked[:MOST]:
            yield "", f"  {sign} {_asked(one)}"
        if len(asked) > MOST:
            yield "", f"  {sign} and {len(asked) - MOST} more (--json has all)"
    for change in found.changed[:MOST]:
        yield from _changed(change)
    if len(found.changed) > MOST:
        yield "", f"  ~ and {len(found.changed) - MOST} more (--json has all)"
    for guess in found.guesses:
        yield "warning", f"probably the same: {_asked(guess.old)} → {_asked(guess.new)}"


def _changed(change: Changed) -> Iterator[Line]:
    yield "", f"  ~ {_asked(change.question)}"
    if change.text is not None:
        yield "", f"      text: {brief(change.text[0])} → {brief(change.text[1])}"
    if change.status is not None:
        yield "", f"      {change.status[0]} → {change.status[1]}"
    for sentence in change.gold:
        yield "", f"      {sentence}"
    for column, (old, new) in change.columns.items():
        yield "", f"      {column}: {brief(old)} → {brief(new)}"


def _asked(one: Asked) -> str:
    text = "" if one.text in (None, one.id) else brief(one.text)
    return f"{one.id}  {text}".strip() if one.id else text


def _said(facts: Mapping[str, str]) -> str:
    return ", ".join(f"{value}" if name == "format" else f"{name} {value}" for name, value in facts.items())


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name) for name in names)
