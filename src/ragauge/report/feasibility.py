"""What a golden set can decide, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.report.figures import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.gating.feasibility import Feasibility, Feasible


def feasibility_lines(found: Feasibility) -> Iterator[tuple[str, str]]:
    """One line a budget, and how it was planned."""
    yield "title", f"budgets of {found.source} on the golden set of {found.baseline}"
    for one in found.budgets:
        told = "; advisory: it blocks nothing" if one.advisory else ""
        yield "" if one.decidable or one.advisory else "warning", f"  {_line(one)}{told}"
    if not found.budgets:
        yield "", "  no rule has a budget that an interval decides"
    yield "dim", "decided: what has not changed passes, and a loss of twice the budget fails, each with 80% power"
    yield "dim", f"alpha {found.alpha:g} for {plural(found.family, 'claim')} together"
    yield "dim", f"two versions are taken to correlate by {found.correlation:g} (--correlation)"


def _line(one: Feasible) -> str:
    where = "".join(f" ({column} = {cell})" for column, cell in (one.slice or {}).items())
    text = f"{one.metric}{where}: max_regression {one.budget:g} on {one.n} questions"
    could = "" if one.could is None else f"; they could decide {one.could:.3f}"
    if one.budget == 0:
        return f"{text}: a budget of 0 only lets identical or better results pass{could}"
    if one.needed is None:
        return f"{text}: all values of the baseline are equal, so nobody knows how far apart versions are"
    if one.decidable:
        return f"{text} can be decided: {one.needed:,} are needed"
    return f"{text} cannot be decided: about {one.needed:,} are needed{could}"
