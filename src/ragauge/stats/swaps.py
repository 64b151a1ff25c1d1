"""Position bias: pairwise verdicts in both orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Verdict = Literal["A", "B", "tie"]
POINTS = {"A": 1.0, "tie": 0.5, "B": 0.0}


@dataclass(frozen=True, slots=True)
class Swaps:
    """Counts of pairs judged twice, A shown first and then B; shares are None where they divide by 0.

    ``first_slot`` of ``decided`` single verdicts went to the answer that stood first.
    """

    n: int
    same: int
    flipped: int
    decided: int
    first_slot: int
    wins_a: int
    wins_b: int
    points: float

    @property
    def consistency(self) -> float | None:
        """The share of pairs with the same verdict in both orders. 0 to 1, higher is better."""
        return self.same / self.n if self.n else None

    @property
    def flip_rate(self) -> float | None:
        """The share of pairs whose winner changes with the order (A ↔ B; a tie is no flip). Lower is better."""
        return self.flipped / self.n if self.n else None

    @property
    def first_slot_share(self) -> float | None:
        """The share of the verdicts that name a winner in which the first one wins. 0.5 without bias."""
        return self.first_slot / self.decided if self.decided else None

    @property
    def adjusted_win_rate(self) -> float | None:
        """MT-Bench: (wins of A + half the ties) ÷ n; a pair with two verdicts, or with a tie, is a tie."""
        return (self.wins_a + (self.n - self.wins_a - self.wins_b) / 2) / self.n if self.n else None

    @property
    def mean_of_orders(self) -> float | None:
        """The win rate of A, verdict by verdict, a tie being half: the mean of the two orders."""
        return self.points / (2 * self.n) if self.n else None


def swap_statistics(verdicts: Sequence[tuple[Verdict, Verdict]]) -> Swaps:
    """How a judge's verdicts change when two answers change places.

    Formula: see the properties of ``Swaps``. Each pair has the verdict with A first and the one with B first, both
    naming the answer, not the place. The MT-Bench rule and the mean of both orders are different win rates: with
    one verdict for A and one tie the first counts ½, the second ¾; so each goes by its name.

    Pairs with a failed verdict are left out by the caller, who counts them. Undefined: without pairs all shares are
    None. Another verdict is a ``ValueError``. Source: Zheng et al. 2023, section 3.4, and FastChat's rule.

    >>> found = swap_statistics([("A", "A"), ("A", "B"), ("A", "tie"), ("tie", "tie")])
    >>> found.consistency, found.flip_rate, found.first_slot_share, found.adjusted_win_rate, found.mean_of_orders
    (0.5, 0.25, 0.8, 0.625, 0.6875)
    """
    for one in verdicts:
        if not set(one) <= set(POINTS):
            raise ValueError(f"a verdict is A, B or tie, not {one}")
    return Swaps(
        n=len(verdicts),
        same=sum(first == second for first, second in verdicts),
        flipped=sum({first, second} == {"A", "B"} for first, second in verdicts),
        decided=sum(verdict != "tie" for pair in verdicts for verdict in pair),
        first_slot=sum((first == "A") + (second == "B") for first, second in verdicts),
        wins_a=verdicts.count(("A", "A")),
        wins_b=verdicts.count(("B", "B")),
        points=sum(POINTS[verdict] for pair in verdicts for verdict in pair),
    )
