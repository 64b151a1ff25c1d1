"""What overlap is worth: everything else the same, overlap 0 against each other one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ragauge.sweeping.curves import kind_without
from ragauge.sweeping.pairing import paired_tests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.sweeping.result import Point

OVERLAPS = ("overlap", "parent_overlap", "child_overlap")


@dataclass(frozen=True, slots=True)
class Ablation:
    """One configuration with overlap against the same without: quality, and what it costs more.

    ``difference`` is with − without; ``p`` is adjusted by Holm over all ablations of the sweep. ``tokens`` are words
    of context a question, ``size`` characters in the index.
    """

    name: str
    parameter: str
    overlap: float
    without: float
    value: float
    difference: float | None
    p: float
    tokens: float
    chunks: int
    size: int

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def ablations(points: Sequence[Point], *, seed: int = 0) -> list[Ablation]:
    """Every pair of points that differ in their overlap alone, one of which has none."""
    pairs = []
    for parameter in OVERLAPS:
        bare = {kind_without(parameter, one): one for one in points if one.setup.chunking.get(parameter) == 0}
        for one in points:
            base = bare.get(kind_without(parameter, one))
            if base is not None and one.setup.chunking.get(parameter, 0) != 0:
                pairs.append((parameter, base, one))
    tests = paired_tests([(base, one) for _, base, one in pairs], seed)
    return [
        Ablation(
            name=one.name,
            parameter=parameter,
            overlap=one.setup.chunking[parameter],
            without=base.value,
            value=one.value,
            difference=test.difference,
            p=test.p,
            tokens=one.cost.tokens - base.cost.tokens,
            chunks=one.cost.chunks - base.cost.chunks,
            size=one.cost.size - base.cost.size,
        )
        for (parameter, base, one), test in zip(pairs, tests, strict=True)
    ]
