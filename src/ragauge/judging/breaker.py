"""Stops asking a server that answers nobody."""

from __future__ import annotations

from ragauge.backends.call_error import CallError


class Breaker:
    """Counts requests in a row that were given up for reasons of the server, with no answer between them.

    >>> breaker = Breaker(1)
    >>> breaker.given_up(CallError("unreachable", "connection refused", of_server=True))
    >>> breaker.check()
    Traceback (most recent call last):
    ragauge.backends.call_error.CallError: not asked, after 1 in a row without an answer: connection refused
    """

    def __init__(self, most: int) -> None:
        self._most, self._row = most, 0
        self._open: tuple[str, str] | None = None

    @property
    def why(self) -> str | None:
        """What stopped the run; None where nothing did."""
        return None if self._open is None else self._open[1]

    def check(self) -> None:
        """Raises: CallError when it is no use to ask."""
        if self._open is not None:
            kind, why = self._open
            raise CallError(kind, f"not asked, after {self._most} in a row without an answer: {why}")

    def answered(self) -> None:
        """A request was answered."""
        self._row = 0

    def given_up(self, fault: CallError) -> None:
        """A request was given up."""
        if fault.of_server and self._open is None:
            self._row += 1
            if self._row >= self._most:
                self._open = (fault.kind, str(fault))
