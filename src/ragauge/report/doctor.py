"""What traces lack, in a table and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.funnel.doctor import without

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.funnel.doctor import Finding
    from ragauge.tables.traced import Traced

MOST = 12
"""So many metrics are named."""


def doctor_rows(findings: Sequence[Finding]) -> list[tuple[str, ...]]:
    """Each part, how many have it, and under which names."""
    rows = [(one.part.name, f"{one.recorded} of {one.traces}", ", ".join(one.names)) for one in findings]
    return [("part", "recorded", "as"), *rows]


def doctor_lines(traced: Traced, findings: Sequence[Finding], gold: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    """What is missing, what cannot be known without it, and what to do about it."""
    failed = int(traced.asked["error"].is_not_null().sum())
    told = f", {failed} of them failed and are not looked at" if failed else ""
    yield "dim", f"{traced.source}: {len(traced)} traces{told}"
    if len(traced) == failed:
        yield "title", "there is no trace to look at"
        return
    for one in (*findings, *gold):
        if not one.is_complete:
            yield from _missing(one, "questions" if one in gold else "traces")
    if all(one.is_complete for one in (*findings, *gold)):
        yield "title", "everything is recorded: a loss of evidence is told by its stage"
    for one in findings:
        if one.is_complete and not one.recorded and one.part.only_if:
            yield "dim", f"{one.part.name}: none, which is complete unless {one.part.only_if} ({one.part.how})"


def _missing(one: Finding, unit: str) -> Iterator[tuple[str, str]]:
    some = "none" if not one.recorded else f"missing in {one.traces - one.recorded} of {one.traces} {unit}"
    yield "title", f"{one.part.name}: {some}"
    yield "", f"  not known without: {one.part.lost}"
    names = without(one.part).split(", ")
    if names != [""]:
        more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
        yield "", f"  not measured without: {', '.join(names[:MOST])}{more}"
    yield "dim", f"  record: {one.part.how}"
