"""The lanes of a fusion study, and the ways in which they are fused."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from ragauge.pipeline.fusion.convex import convex, weighted_sum
from ragauge.pipeline.fusion.rrf import rrf
from ragauge.sweeping.steps import HITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.pipeline.fusion.normalise import Norm

    Lists = Mapping[str, Sequence[Hit]]
    Fuse = Callable[[Mapping[str, Sequence[Hit]]], list[Hit]]

RRF_K = (10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
RRF_DEFAULT = 60
WEIGHTS = (2.0, 3.0)
"""How much more than each of the others a lane weighs."""
ALPHAS = tuple(step / 10 for step in range(11))
NORMS: dict[Norm, str] = {"minmax": "min-max", "zscore": "z-score", "theoretical": "theoretical min-max"}


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """A lane: its lists by question, best first.

    ``minimum`` is the lowest score that it can give (BM25 0, a cosine −1), None where nobody knows. ``scored`` is false
    where its hits have no scores, so that only their ranks can be fused. ``seconds``: what each question took.
    """

    name: str
    lists: Lists
    minimum: float | None = None
    scored: bool = True
    seconds: Sequence[float] = field(default=())


def side_by_side(lanes: Sequence[Lane], question: str) -> dict[str, Sequence[Hit]]:
    """The lists of one question by lane."""
    return {lane.name: lane.lists.get(question, ()) for lane in lanes}


def fused(lanes: Sequence[Lane], questions: Iterable[str], fuse: Fuse) -> dict[str, list[Hit]]:
    """The fused list of every question, the first hundred hits as everywhere."""
    return {question: fuse(side_by_side(lanes, question))[:HITS] for question in questions}


def norms_of(lanes: Sequence[Lane]) -> list[Norm]:
    """The normalisations that these lanes allow: none without scores, no theoretical one without minima."""
    if not all(lane.scored for lane in lanes):
        return []
    known = all(
        lane.minimum is not None and all(hit.score >= lane.minimum for hits in lane.lists.values() for hit in hits)
        for lane in lanes
    )
    return [norm for norm in NORMS if norm != "theoretical" or known]


def summed(lanes: Sequence[Lane], norm: Norm, alpha: float | None = None) -> Fuse:
    """The convex combination of two lanes, or without alpha the sum of all of them."""
    minima = {lane.name: lane.minimum for lane in lanes if lane.minimum is not None} if norm == "theoretical" else None
    if alpha is None:
        return partial(weighted_sum, norm=norm, minima=minima)
    return partial(convex, alpha=alpha, norm=norm, minima=minima)


def by_ranks(lanes: Sequence[Lane]) -> dict[str, Fuse]:
    """RRF at every k with equal weights, and at the default k with every lane weighing more than the others."""
    found: dict[str, Fuse] = {f"k={k}": partial(rrf, k=k) for k in RRF_K}
    for heavy in lanes:
        for weight in WEIGHTS:
            weights = {lane.name: weight if lane is heavy else 1.0 for lane in lanes}
            told = " : ".join(f"{weights[lane.name]:g}" for lane in lanes)
            found[f"k={RRF_DEFAULT}, weights {told}"] = partial(rrf, k=RRF_DEFAULT, weights=weights)
    return found
