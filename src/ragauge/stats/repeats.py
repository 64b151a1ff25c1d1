"""Self-consistency: the same judge on the same item, several times."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


@dataclass(frozen=True, slots=True)
class Repeats:
    """Two different measures of the same thing, means over ``n`` items that were judged more than once."""

    modal_share: float | None
    pairwise: float | None
    unanimous: int
    n: int


def repeat_consistency(verdicts: Sequence[Sequence[Hashable]]) -> Repeats:
    """How alike a judge's verdicts on one item are, over items.

    Formula: of m verdicts on an item, ``modal_share`` is count of the most frequent ÷ m; ``pairwise`` is Σ c(c − 1) ÷
    m(m − 1) over labels with c verdicts. Both are means over items. Range: 0 to 1, higher is better; of two labels
    the modal share is never below ½, while pairwise agreement of a coin tends to ½ and may be below it.

    Undefined: items judged once are left out; without others both are None.
    Source: Fleiss 1971 (pairwise agreement within an item); Wang et al. 2023 (share of the modal answer).

    >>> found = repeat_consistency([["yes", "yes", "no"], ["no", "no", "no"], ["yes"]])
    >>> round(found.modal_share, 4), round(found.pairwise, 4), found.unanimous, found.n
    (0.8333, 0.6667, 1, 2)
    """
    counted = [Counter(one) for one in verdicts if len(one) > 1]
    if not counted:
        return Repeats(None, None, 0, 0)
    modal = [max(counts.values()) / counts.total() for counts in counted]
    pairs = [sum(c * (c - 1) for c in counts.values()) / (counts.total() * (counts.total() - 1)) for counts in counted]
    n = len(counted)
    return Repeats(sum(modal) / n, sum(pairs) / n, sum(len(counts) == 1 for counts in counted), n)
