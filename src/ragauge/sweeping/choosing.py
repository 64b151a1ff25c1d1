"""Which configuration to take: the cheapest one that is not shown to be worse than the best, in itself."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.sweeping.pairing import shown_worse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.sweeping.result import Point

FEW = 100
NEAR = 0.02
"""Points on a scale of 0 to 1 that a small set cannot tell from noise."""


def judged(points: Sequence[Point], *, level: float = 0.95, seed: int = 0) -> tuple[list[Point], Point, Point]:
    """The points with their verdicts, best first; the best; and the cheapest that is not shown to be worse.

    The best is the one with the highest mean (the fewest tokens among equal ones). Every other one is held against it
    question by question: sign flips, p adjusted by Holm for all of them; the verdict is by that. To be taken, one must
    not be worse by its own p or interval either: the more configurations are tried, the more losses an adjusted p
    overlooks, and that is the error which matters here. Cost is tokens of context a question, in tenths of those of
    the best; then what has fewer lanes and rerankers, then fewer chunks, is cheaper.

    Raises: InputError when not all points were measured on the same questions.
    """
    ordered = sorted(points, key=lambda one: (-one.value, one.cost.tokens, one.cost.chunks, one.name))
    if len({one.card.questions for one in ordered}) > 1:
        raise InputError("the configurations were measured on different questions")
    best, *others = ordered
    told = [best]
    for one, test in zip(others, shown_worse(best, others, level=level, seed=seed), strict=True):
        verdict = "worse" if test.worse else "identical" if test.identical else "not shown worse"
        held = replace(one, difference=test.difference, interval=test.interval, p=test.alone, p_adjusted=test.p)
        told.append(replace(held, verdict=verdict))
    told = [replace(one, pareto=_is_pareto(one, told)) for one in told]
    fine = [one for one in told if not _is_worse_alone(one, level)]
    return told, told[0], min(fine, key=lambda one: _cost(one, best))


def _is_worse_alone(point: Point, level: float) -> bool:
    if point.difference is None or point.p is None:
        return False
    below = point.interval is not None and point.interval.high < 0
    return point.difference < 0 and (point.p <= 1 - level or below)


def _cost(one: Point, best: Point) -> tuple[float, int, int, float, float, str]:
    tenths = math.ceil(10 * one.cost.tokens / best.cost.tokens) if best.cost.tokens else 0
    return tenths, one.setup.parts, one.cost.chunks, one.cost.tokens, -one.value, one.name


def _is_pareto(point: Point, points: Sequence[Point]) -> bool:
    """Whether no other one is as good for fewer tokens, or better for as many."""
    return not any(
        (one.value >= point.value and one.cost.tokens < point.cost.tokens)
        or (one.value > point.value and one.cost.tokens <= point.cost.tokens)
        for one in points
    )


def notes_on(points: Sequence[Point], taken: Point) -> list[str]:
    """What to know before believing small differences, and the one that is taken; the points stand best first."""
    best, *others = points
    found = []
    if taken.interval is not None and taken.interval.low < -NEAR:
        found.append(
            f"that nothing is shown does not mean that nothing is lost: by {best.score.n} questions, {taken.name} may "
            f"lose up to {-taken.interval.low:.4f} against the best; more questions would tell"
        )
    if best.score.n < FEW:
        points_each = float(f"{100 / best.score.n:.2g}")
        found.append(
            f"{best.score.n} questions: one counts {points_each:g} points, and a change in one or two shows nothing"
        )
    near = [one for one in others if best.value - one.value < NEAR and one.verdict != "worse"]
    if near:
        lie = "1 configuration lies" if len(near) == 1 else f"{len(near)} configurations lie"
        found.append(f"{lie} within {NEAR:g} of the best, not shown to be worse")
    if others:
        found.append("the best of many is partly luck: on other questions its own value will be somewhat lower")
    return found
