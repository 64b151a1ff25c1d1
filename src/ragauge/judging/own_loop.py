"""Asynchronous work to its end, from code that is not, whether or not an event loop runs there."""

from __future__ import annotations

import asyncio
import threading
from contextvars import copy_context
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

LOOK = 0.5
"""Seconds after which a waiting thread looks for an interruption, where its system does not wake it for one."""


def to_its_end(make: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run in a loop of its own in a thread of its own, and wait; an interruption cancels the work, and is raised then.

    >>> async def work():
    ...     await asyncio.sleep(0)
    >>> async def notebook():
    ...     to_its_end(work)
    >>> asyncio.run(notebook())

    Raises: whatever the work raises.
    """
    own = _OwnLoop(make)
    thread = threading.Thread(target=copy_context().run, args=(own.run,), name="ragauge judging", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(LOOK)
    except KeyboardInterrupt:
        own.cancel()
        thread.join()
        raise
    if own.error is not None:
        raise own.error


class _OwnLoop:
    def __init__(self, make: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._cancelled = False
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task[None]] | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            asyncio.run(self._work())
        except BaseException as error:  # the waiting thread raises it
            self.error = error

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            if self._running is not None:
                loop, task = self._running
                loop.call_soon_threadsafe(task.cancel)

    async def _work(self) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 this is a coroutine of a task
        with self._lock:
            if self._cancelled:
                return
            self._running = (asyncio.get_running_loop(), task)
        try:
            await self._make()
        finally:
            with self._lock:
                self._running = None
