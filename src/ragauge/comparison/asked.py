"""What a comparison is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from ragauge.comparison.methods import Correction, IntervalMethod, Test
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Asked:
    """What a comparison is asked for; ``metrics`` None means those that both scorecards have."""

    metrics: Sequence[str] | None = None
    by: Sequence[str] = ()
    common_only: bool = False
    level: float = 0.95
    seed: int = 0
    moved: int = 5
    test: Test = "sign_flips"
    interval: IntervalMethod = "guarded"
    correction: Correction = "holm"
    resamples: int = 10_000
    margin: float | None = None

    def __post_init__(self) -> None:
        for name, choices in (("test", Test), ("interval", IntervalMethod), ("correction", Correction)):
            if getattr(self, name) not in get_args(choices):
                raise InputError(f"{name} must be one of {', '.join(get_args(choices))}, got {getattr(self, name)!r}")
        if not 0.5 <= self.level <= 0.9999:
            raise InputError(f"level must be from 0.5 to 0.9999, got {self.level}")
        if self.seed < 0 or self.resamples < 1:
            raise InputError("seed must not be negative, and resamples at least 1")
        if self.margin is not None and not 0 <= self.margin < float("inf"):
            raise InputError(f"margin must be a number from 0, got {self.margin}")
