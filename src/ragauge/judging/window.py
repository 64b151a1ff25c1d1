"""How many calls are in flight: fewer while a server refuses for load, more again while it answers."""

from __future__ import annotations

import asyncio
from collections import deque


class Window:
    """Places for calls, given in the order in which they were asked for.

    A refusal for load halves them, once for all calls that were in flight together; answers bring them back, one more
    for as many answers as there are places.
    """

    def __init__(self, most: int) -> None:
        self._most, self._size = most, float(most)
        self._inside = self._cuts = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def size(self) -> int:
        """The places that there are now."""
        return int(self._size)

    async def enter(self) -> int:
        """Wait for a place; what it gives tells ``refused`` when the call began."""
        if self._inside < self.size and not self._waiting:
            self._inside += 1
            return self._cuts
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the place was given already
                self.leave()
            raise
        return self._cuts

    def leave(self) -> None:
        """Give the place to the next."""
        self._inside -= 1
        self._wake()

    def answered(self) -> None:
        """A call was answered."""
        self._size = min(float(self._most), self._size + 1 / self._size)

    def refused(self, entered: int) -> None:
        """A call that entered then was refused for load."""
        if entered == self._cuts:
            self._size = max(1.0, self._size / 2)
            self._cuts += 1

    def _wake(self) -> None:
        while self._waiting and self._inside < self.size:
            turn = self._waiting.popleft()
            if not turn.done():
                self._inside += 1
                turn.set_result(None)
