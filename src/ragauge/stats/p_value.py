"""What a test gives: a probability, and the name of the test that gave it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PValue:
    """The probability, if nothing differed, of a statistic at least as extreme as the one observed.

    ``p`` lies in [0, 1]; anything else, NaN included, is a ``ValueError``. ``method`` says how it was found.

    >>> PValue(0.0625, "sign flips, exact")
    PValue(p=0.0625, method='sign flips, exact')
    """

    p: float
    method: str

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise ValueError(f"not a probability: {self.p}")
