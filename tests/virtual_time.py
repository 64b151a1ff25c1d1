"""An event loop whose clock jumps: waits of minutes take no time, and are counted."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine


class _Jumping(selectors.SelectSelector):
    """Waits for nothing: the clock goes on by as much as the loop would have waited."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        found = super().select(0)
        if not found:
            assert timeout is not None, "everything waits, and nothing will ever happen"
            self.now += max(timeout, 0.0)
        return found


def in_virtual_time(work: Coroutine[Any, Any, Any]) -> tuple[Any, float]:
    """The result of a coroutine that has nothing to do with the world outside, and the seconds that it waited."""
    clock = _Jumping()
    loop = asyncio.SelectorEventLoop(clock)
    loop.time = lambda: clock.now  # type: ignore[method-assign]
    try:
        return loop.run_until_complete(work), clock.now
    finally:
        loop.close()
