"""The curve of quality over chunk size, and where it stops rising."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.sweeping.result import Point

SIZES = ("size", "sentences", "parent_size", "child_size")
"""The parameters of chunkers that are sizes."""
FEWEST = 3
"""A curve of fewer sizes has no knee."""
WORSE = "worse"


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The points of one kind by rising size, each with what the sweep says of it against the best configuration.

    ``p`` is that of the sweep, adjusted by Holm over all of its configurations; None of the best one. ``knee`` is the
    smallest size that is not shown to be worse than the best one, where some smaller size is shown to be; None where
    that is not shown.
    """

    parameter: str
    points: tuple[Point, ...]
    best: Point
    differences: tuple[float | None, ...]
    p: tuple[float | None, ...]
    knee: Point | None

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        rows = zip(self.points, self.differences, self.p, strict=True)
        return {
            "parameter": self.parameter,
            "best": self.best.name,
            "knee": None if self.knee is None else self.knee.name,
            "points": [
                {
                    "name": one.name,
                    "size": size_of(one, self.parameter),
                    "value": one.value,
                    "difference": moved,
                    "p_adjusted": p,
                }
                for one, moved, p in rows
            ],
        }


def size_of(point: Point, parameter: str) -> float:
    """The size of a point's chunks."""
    return float(point.setup.chunking[parameter])


def curve_through(best: Point, points: Sequence[Point]) -> Curve | None:
    """The curve of all points that differ from the best in nothing but the size of chunks; None of one size alone.

    Rule: with the sizes s₁ < s₂ < …, and the best mean of the sweep at s*, the knee is the smallest sᵢ whose verdict is
    not *worse*, if i > 1 and there are at least three sizes. The first sizes below it are then all shown to be worse.
    ``points`` have their verdicts (see ``judged``): no second test, so that nothing is called worse here and not there.
    """
    parameter = next((name for name in SIZES if name in best.setup.chunking and _several(name, best, points)), None)
    if parameter is None:
        return None
    along = sorted((one for one in points if _same_but(parameter, one, best)), key=lambda one: size_of(one, parameter))
    first = next(place for place, one in enumerate(along) if one is best or one.verdict != WORSE)
    return Curve(
        parameter,
        tuple(along),
        best,
        tuple(one.difference for one in along),
        tuple(one.p_adjusted for one in along),
        along[first] if first and len(along) >= FEWEST else None,
    )


def _several(parameter: str, point: Point, points: Sequence[Point]) -> bool:
    return sum(_same_but(parameter, one, point) for one in points) > 1


def _same_but(parameter: str, one: Point, other: Point) -> bool:
    return parameter in one.setup.chunking and kind_without(parameter, one) == kind_without(parameter, other)


def kind_without(parameter: str, point: Point) -> tuple[Any, ...]:
    """Everything that a point is, but for one parameter of its chunker."""
    rest: Mapping[str, Any] = {name: value for name, value in point.setup.chunking.items() if name != parameter}
    whole = point.setup.to_dict() | {"chunking": sorted(rest.items(), key=str), "name": None}
    return (point.k, str(whole))
