"""Fuse or take one lane: the cheapest fusion of those shown to be better than the best lane, or that lane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.studying.fusion.settings import NORMS
from ragauge.studying.paired import against, harm_of, mean_of, power_of, sign_of, signed, told, verdict_of
from ragauge.studying.study import Advice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.pipeline.fusion.normalise import Norm
    from ragauge.studying.fusion.settings import Lane
    from ragauge.studying.paired import Held
    from ragauge.studying.subject import Subject

CHEAPEST_FIRST = ("rrf", "equal weights", "by CV")
"""What the names of fusions have in them: ranks alone, scores, and scores with a weight that has to be kept right."""


def advice_on(subject: Subject, metric: str, base: Held, fusions: Sequence[Held]) -> Iterator[Advice]:
    """What to take, and every fusion that is shown to be worse than the best lane.

    Of the fusions that are shown to be better than the best lane the cheapest is taken that is not shown to be worse
    than the best of them (a family of tests of its own).
    """
    better = sorted(
        (one for one in fusions if verdict_of(one, metric) == "better"),
        key=lambda one: (-sign_of(metric) * mean_of(one, metric), one.name),
    )
    if better:
        others = against(subject, metric, better[0], better[1:])
        fine = {better[0].name, *(one.name for one in others if verdict_of(one, metric) != "worse")}
        taken = min((one for one in better if one.name in fine), key=lambda one: _cost(one.name))
        values = f"{metric} {mean_of(taken, metric):.4f} against {mean_of(base, metric):.4f}"
        because = f"{values} of the best lane, {base.name}: {_told(taken, metric)}{harm_of(taken, metric)}"
        yield Advice("lanes", f"fuse: {taken.name}", because)
    else:
        yield Advice("lanes", f"one lane: {base.name}", _why_one(metric, base, fusions))
    for one in fusions:
        if verdict_of(one, metric) == "worse":
            because = f"{base.name} is better by {metric}: {_told(one, metric)}"
            yield Advice(one.name, "worse than its best lane", because)


def _why_one(metric: str, base: Held, fusions: Sequence[Held]) -> str:
    best = max(fusions, key=lambda one: sign_of(metric) * mean_of(one, metric))
    return (
        f"no fusion is shown to be better than {base.name} by {metric}; the best of them, {best.name}, differs by "
        f"{_told(best, metric)}{power_of(best.difference(metric))}"
    )


def notes_on(
    lanes: Sequence[Lane], norms: Sequence[Norm], base: Held, fusions: Sequence[Held], metric: str
) -> Iterator[str]:
    """Fusions below their best lane, and what could not be tried."""
    below = [
        f"{one.name} {signed(difference.difference or 0.0)}"
        for one in fusions
        if (difference := one.difference(metric)) is not None
        and difference.verdict == "no difference shown"
        and sign_of(metric) * (difference.difference or 0.0) < 0
    ]
    if below:
        yield f"below the best lane {base.name} by {metric}, though not shown to be worse: {', '.join(below)}"
    if unscored := [lane.name for lane in lanes if not lane.scored]:
        yield f"hits of {', '.join(unscored)} have no scores: only ranks are fused"
    elif left := [NORMS[norm] for norm in NORMS if norm not in norms]:
        yield f"not tried: {', '.join(left)}; the lowest score of a lane is not known, or its scores lie below it"
    if len(lanes) > 2:
        yield "α weighs two lanes; of more only equal weights are tried"
    yield "the best lane and the best settings of the sweeps were chosen on these questions: they are partly luck"


def _cost(name: str) -> int:
    return next(place for place, word in enumerate(CHEAPEST_FIRST) if word in name)


def _told(one: Held, metric: str) -> str:
    return told(one.difference(metric))
