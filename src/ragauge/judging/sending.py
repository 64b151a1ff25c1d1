"""One request to one reply: its turn, its time, and another attempt where that can help."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

from ragauge.backends.call_error import CallError
from ragauge.judging.breaker import Breaker
from ragauge.judging.rate import Rate
from ragauge.judging.window import Window

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ragauge.core.flows import Reply, Request
    from ragauge.judging.judge import Judge
    from ragauge.judging.ledger import Estimate, Ledger
    from ragauge.judging.limits import Limits


class Sender:
    """Sends requests to a judge within the limits; one for a run, in one event loop.

    A server that is refusing and says for how long holds all calls back until then.
    """

    def __init__(self, judge: Judge, limits: Limits, ledger: Ledger) -> None:
        self._judge, self._limits, self._ledger = judge, limits, ledger
        self._window, self.breaker = Window(limits.concurrency), Breaker(limits.give_up)
        self._requests = None if limits.rpm is None else Rate(limits.rpm)
        self._tokens = None if limits.tpm is None else Rate(limits.tpm)
        self._random = Random(limits.seed)  # noqa: S311 waits need no secrecy
        self._held_until = 0.0

    async def send(self, request: Request, draw: int | None) -> Reply:
        """The reply of the judge.

        Raises: JudgeError, of the last attempt.
        """
        limits, left, wait = self._limits, self._limits.deadline, self._limits.first_wait
        loop = asyncio.get_running_loop()
        for attempt in range(1, limits.attempts + 1):
            async with self._place() as entered:
                estimate = self._ledger.estimate(request)
                await self._pace(estimate)
                begin = loop.time()
                try:
                    reply = await self._call(request, draw, estimate, min(limits.timeout, left))
                except CallError as fault:
                    pause = max(wait * self._random.uniform(0.5, 1.0), fault.wait or 0.0)
                    left -= loop.time() - begin + pause
                    self._slow_down(fault, entered)
                    if not fault.again or attempt == limits.attempts or left <= 0:
                        self.breaker.given_up(fault)
                        raise
                else:
                    self._window.answered()
                    self.breaker.answered()
                    return reply
            await asyncio.sleep(pause)
            wait = min(2 * wait, limits.longest_wait)
        raise AssertionError("unreachable")

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[int]:
        """A place in the window."""
        entered = await self._window.enter()
        try:
            yield entered
        finally:
            self._window.leave()

    async def _pace(self, estimate: Estimate) -> None:
        """Wait until nothing holds calls back and the rates allow one more."""
        self.breaker.check()
        loop = asyncio.get_running_loop()
        while (pause := self._held_until - loop.time()) > 0:
            await asyncio.sleep(pause)
        costs = ((self._requests, 1.0), (self._tokens, estimate.tokens))
        waits = [rate.reserve(cost, now=loop.time()) for rate, cost in costs if rate is not None]
        if waits and max(waits) > 0:
            await asyncio.sleep(max(waits))

    async def _call(self, request: Request, draw: int | None, estimate: Estimate, seconds: float) -> Reply:
        self.breaker.check()
        self._ledger.open(estimate)
        reply = None
        try:
            async with asyncio.timeout(seconds):
                reply = await self._judge.complete(request, draw)
        except TimeoutError:
            raise CallError("timeout", f"no reply within {seconds:.3g} s", again=True, of_server=True) from None
        finally:
            took = self._ledger.close(estimate, reply)
            if self._tokens is not None:
                self._tokens.correct(took - estimate.tokens)
        return reply

    def _slow_down(self, fault: CallError, entered: int) -> None:
        if fault.kind == "rate_limited":
            self._window.refused(entered)
        if fault.wait is not None and fault.wait <= self._limits.deadline:
            self._held_until = max(self._held_until, asyncio.get_running_loop().time() + fault.wait)
