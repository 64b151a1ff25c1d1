"""Whether the cheaper of two systems is shown to be worse, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ragauge.report.comparison import marked_name
from ragauge.report.figures import plural, short

if TYPE_CHECKING:
    from ragauge.comparison.records import Comparison, Difference

Which = Literal["base", "candidate"]
OTHER_WAY = {"better": "worse", "worse": "better"}


def cheaper_sentence(comparison: Comparison, which: Which) -> str:
    """Whether the cheaper one is worse, on every metric that has a direction; that it is as good is never said."""
    name = f"the cheaper one ({comparison.candidate if which == 'candidate' else comparison.base})"
    if not comparison.comparable:
        return f"whether {name} is worse cannot be said: {'; '.join(comparison.reasons)}"
    told = [_told(one, which) for one in comparison.differences if one.slice is None and one.direction != "none"]
    if not told:
        return f"whether {name} is worse cannot be said: no metric here is better in one direction"
    return f"{name} {'; '.join(told)}"


def _told(one: Difference, which: Which) -> str:
    if one.verdict == "not measured" or one.base is None or one.candidate is None or one.difference is None:
        return f"could not be held against the other on {marked_name(one)}"
    if one.verdict == "identical":
        return f"has the same {marked_name(one)} on each of {plural(one.n, 'question')}"
    verdict = one.verdict if which == "candidate" else OTHER_WAY.get(one.verdict, one.verdict)
    is_what = "is not shown to be worse" if verdict == "no difference shown" else f"is {verdict}"
    return f"{is_what} on {marked_name(one)}: {_figures(one, which)}"


def _figures(one: Difference, which: Which) -> str:
    assert one.base is not None and one.candidate is not None and one.difference is not None  # noqa: S101, PT018
    mine, other, sign = (one.candidate, one.base, 1) if which == "candidate" else (one.base, one.candidate, -1)
    ends = sorted((sign * one.interval.low, sign * one.interval.high)) if one.interval else []
    interval = f" [{', '.join(map(short, ends))}]" if ends else ""
    if ends and one.verdict == "no difference shown" and not ends[0] <= 0 <= ends[1]:
        interval += " (the interval is not adjusted for the number of tests)"
    return f"{short(mine)} against {short(other)}, difference {short(sign * one.difference)}{interval}"
