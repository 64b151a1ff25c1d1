"""Whether a difference is small enough not to matter: a question for its interval, not for a p above 0.05."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragauge.core.score import Interval


class Answer(StrEnum):
    """What an interval says about a claim: shown, refuted, or open, when it says neither."""

    SHOWN = "shown"
    REFUTED = "refuted"
    OPEN = "open"


def non_inferior(difference: Interval, margin: float) -> Answer:
    """Whether a candidate is worse than the base by no more than a margin.

    Formula: of candidate − base, where more is better: shown if low ≥ −margin; refuted if high < −margin.

    The margin has the unit of the difference, is at least 0 (else ``ValueError``) and is set before looking. A
    two-sided 95% interval makes a one-sided test at 2.5%.
    Source: ICH E9 (1998), section 3.3.2.

    >>> from ragauge.core.score import Interval
    >>> non_inferior(Interval(-0.01, 0.03, 0.95, "t"), 0.02)
    <Answer.SHOWN: 'shown'>
    """
    _check(margin)
    if difference.low >= -margin:
        return Answer.SHOWN
    return Answer.REFUTED if difference.high < -margin else Answer.OPEN


def equivalent(difference: Interval, margin: float) -> Answer:
    """Whether two systems differ by no more than a margin in either direction.

    Formula: shown if −margin ≤ low and high ≤ margin; refuted if high < −margin or low > margin.

    The margin has the unit of the difference, is at least 0 (else ``ValueError``) and is set before looking. A
    90% interval makes two one-sided tests at 5%.
    Source: Schuirmann 1987 (two one-sided tests).

    >>> from ragauge.core.score import Interval
    >>> equivalent(Interval(-0.01, 0.03, 0.9, "t"), 0.02)
    <Answer.OPEN: 'open'>
    """
    _check(margin)
    if -margin <= difference.low and difference.high <= margin:
        return Answer.SHOWN
    return Answer.REFUTED if difference.high < -margin or difference.low > margin else Answer.OPEN


def _check(margin: float) -> None:
    if not margin >= 0:
        raise ValueError(f"a margin is at least 0, not {margin}")
