"""Which index to take, whether it holds under filters, and what to know before believing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.stats.differences import difference_interval
from ragauge.studying.paired import power_of, sign_of, told
from ragauge.studying.study import Advice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.studying.index.measured import Narrowed, Point
    from ragauge.studying.index.together import Disagreement
    from ragauge.studying.paired import Held


def not_worse(points: Sequence[Point], held: Sequence[Held], metric: str) -> list[Point]:
    """The settings whose quality is not shown to be worse than that of exact search, which stands first.

    By the interval of each difference alone: p is adjusted for many settings, so that fewer losses show in it, and to
    overlook a loss is the error that matters here.
    """
    fine = [points[0]]
    for point, one in zip(points[1:], held[1:], strict=True):
        difference = one.difference(metric)
        if difference is None or difference.interval is None or difference.verdict == "worse":
            continue
        sign = sign_of(metric)
        if max(sign * difference.interval.low, sign * difference.interval.high) >= 0:
            fine.append(point)
    return fine


def fast_enough(points: Sequence[Point], held: Sequence[Held], metric: str) -> Point:
    """The fastest of them."""
    return max(not_worse(points, held, metric), key=lambda one: one.rate)


def near_enough(points: Sequence[Point], least: float, level: float, *, filtered: bool = False) -> Point | None:
    """The fastest setting whose ANN recall lies above ``least`` with its whole interval; None where there is none.

    ``filtered``: under every filter too, as far as anything passes it.
    """
    fine = []
    for one in points:
        founds = [one.found, *(one.filtered.values() if filtered else ())]
        intervals = [found.interval(level) for found in founds if found.values("recall")]
        if intervals and all(interval is not None and interval.low >= least for interval in intervals):
            fine.append(one)
    return max(fine, key=lambda one: one.rate, default=None)


def advice_of(
    points: Sequence[Point], held: Sequence[Held], metric: str, *, least: float, level: float
) -> Iterator[Advice]:
    """Which setting to take, by the gold and by ANN recall. Speed is that of this machine, and so is the choice."""
    exact, *others = points
    taken = fast_enough(points, held, metric)
    count = len(not_worse(points, held, metric)) - 1
    rates = f"{taken.rate:,.0f} questions/s against {exact.rate:,.0f} by exact search"
    if taken is exact:
        yield Advice(
            f"index, by {metric}",
            "exact search",
            f"none of the {count} settings not shown to be worse is faster than its {exact.rate:,.0f} questions/s "
            "on this machine",
        )
    else:
        difference = held[points.index(taken)].difference(metric)
        yield Advice(
            f"index, by {metric}",
            taken.name,
            f"of {len(others)} settings, the fastest of {count} not shown to be worse than exact search: {rates} on "
            f"this machine; {metric} {told(difference)}; ANN recall {taken.recall:.4f}{power_of(difference)}",
        )
    yield _near_advice(f"index, by ANN recall from {least:g}", near_enough(points, least, level), least, exact, level)
    if exact.filtered:
        held_up = near_enough(points, least, level, filtered=True)
        yield _near_advice(f"index, by ANN recall from {least:g} under every filter", held_up, least, exact, level)


def _near_advice(subject: str, near: Point | None, least: float, exact: Point, level: float) -> Advice:
    """``exact`` finds everything: what even its interval does not reach, as many questions cannot show."""
    if near is None:
        ideal, asked = exact.found.interval(level), len(exact.found.values("recall"))
        if ideal is not None and ideal.low < least:
            few = f"even exact search, with 1.0, has {ideal.low:.4f} there: {asked} questions cannot show {least:g}"
            return Advice(subject, "too few questions", f"a setting is taken by the lower end of its interval; {few}")
        return Advice(subject, "none", f"no setting has {least:g} or more at the lower end of its interval")
    because = f"the fastest that is shown to have it: {near.rate:,.0f} questions/s on this machine without a filter"
    return Advice(subject, near.name, f"{because}; ANN recall {near.recall:.4f} there")


def filter_advice(point: Point, filters: Sequence[Narrowed], level: float) -> Advice | None:
    """Whether a setting loses recall under a filter: the filter where it is lowest, question by question."""
    means = {one.name: point.filtered[one.name].mean("recall") for one in filters}
    known = {name: value for name, value in means.items() if value is not None}
    if not known:
        return None
    name = min(known, key=lambda one: (known[one], one))
    narrowed = next(one for one in filters if one.name == name)
    found = point.filtered[name]
    moves = [
        after - before
        for question, one in found.neighbours.items()
        if (after := one.recall) is not None and (before := point.found.neighbours[question].recall) is not None
    ]
    interval = difference_interval(np.array(moves), level=level, width=1.0)
    loses = interval is not None and interval.high < 0
    empty, wrong = found.lost() or (0.0, 0.0)
    return Advice(
        f"{point.name} under filters",
        "loses recall" if loses else "no loss shown",
        f"ANN recall {known[name]:.4f} under {name}, which {narrowed.share:.1%} pass, {point.recall:.4f} without; "
        f"{empty:.1%} of the hits lost to short lists, {wrong:.1%} to wrong ones",
    )


def together_advice(found: Sequence[Disagreement]) -> Advice | None:
    """The worst setting where two filters that allow the same documents have different results."""
    wrong = [one for one in found if one.kind == "equivalent" and one.wrong]
    if not wrong:
        return None
    worst = max(wrong, key=lambda one: one.wrong)
    return Advice(
        "equivalent filters",
        "differ",
        f"{worst.first} and {worst.second} allow the same, and with {worst.setting} {worst.wrong} of {worst.questions} "
        f"questions find different hits ({worst.example})",
    )
