"""So much a minute, and no more than a second's worth at once."""

from __future__ import annotations

BURST = 1.0


class Rate:
    """A bucket that empties evenly; costs are reserved before, and set right when they are known.

    Times are those of a monotonic clock: a jump of the wall clock changes nothing.

    >>> rate = Rate(60)
    >>> rate.reserve(1, now=0.0), rate.reserve(1, now=0.0), rate.reserve(1, now=0.5)
    (0.0, 0.0, 0.5)
    """

    def __init__(self, per_minute: float) -> None:
        self._seconds = 60.0 / per_minute
        self._full_until = 0.0

    def reserve(self, cost: float, *, now: float) -> float:
        """The seconds to wait until so much may be used."""
        begin = max(now, self._full_until)
        self._full_until = begin + cost * self._seconds
        return max(0.0, begin - now - BURST)

    def correct(self, more: float) -> None:
        """It cost so much more than was reserved, or less."""
        self._full_until += more * self._seconds
