"""How fast a judge may be asked, how long it may take, and what it may cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in any one currency.

    >>> Prices(prompt=0.4, completion=1.6).of(1000, 500)
    0.0012
    """

    prompt: float
    completion: float

    def of(self, prompt: float, completion: float) -> float:
        """The cost of so many tokens."""
        return (prompt * self.prompt + completion * self.completion) / MILLION


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a run may spend; None is no bound. A call is a request that is sent, repeated ones too."""

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How a judge is asked.

    ``concurrency`` is the most calls in flight; ``rpm`` and ``tpm`` are requests and tokens a minute. A call that takes
    longer than ``timeout`` seconds is given up. A request is given up after ``attempts`` calls, or before its calls and
    the waits between them would take more than ``deadline`` seconds together; its turn is not counted in. Waits double
    from ``first_wait`` to ``longest_wait``, less up to a half by chance (``seed``), and are never shorter than the
    server asks. After ``give_up`` requests in a row that were given up for reasons of the server, with no answer
    between them, the rest is not asked. ``reply_tokens`` is taken for the length of replies until some are known.
    """

    concurrency: int = 16
    rpm: float | None = None
    tpm: float | None = None
    timeout: float = 60.0
    deadline: float = 180.0
    attempts: int = 5
    first_wait: float = 0.5
    longest_wait: float = 60.0
    give_up: int = 10
    reply_tokens: int = 200
    seed: int = 0
    budget: Budget = field(default_factory=Budget)
    prices: Prices | None = None

    def __post_init__(self) -> None:
        wholes = {"concurrency": self.concurrency, "attempts": self.attempts, "give_up": self.give_up}
        _refuse({name: value for name, value in wholes.items() if value < 1}, "at least 1")
        spans = {"rpm": self.rpm, "tpm": self.tpm, "timeout": self.timeout, "deadline": self.deadline}
        _refuse({name: value for name, value in spans.items() if value is not None and not value > 0}, "above 0")
        if self.budget.money is not None and self.prices is None:
            raise InputError("a budget in money needs prices")


def _refuse(wrong: Mapping[str, float], bound: str) -> None:
    for name, value in wrong.items():
        raise InputError(f"{name} must be {bound}, not {value:g}")
