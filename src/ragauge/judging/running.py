"""Runs flows: many at once, each to its end."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING

from ragauge.core.flows import Grounded, JudgeError
from ragauge.judging.asking import Asker
from ragauge.judging.cache import Cache
from ragauge.judging.ledger import Ledger
from ragauge.judging.limits import Limits
from ragauge.judging.own_loop import to_its_end
from ragauge.judging.results import Failure, InterruptedRun, Outcome, Results
from ragauge.judging.sending import Sender

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from ragauge.core.flows import Flow
    from ragauge.judging.judge import Judge
    from ragauge.judging.ledger import Spent

    Progress = Callable[[int, int, Spent], None]

WAITING = 2
"""So many flows are open for one call in flight: others go on while some wait for another attempt."""


def run_flows(
    flows: Mapping[str, Flow],
    judge: Judge,
    limits: Limits | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> Results:
    """The results of flows; also where an event loop runs already, as in a notebook.

    A flow whose judge fails it is a ``Failure``, and the others go on. ``progress`` is called with the flows that are
    done, all flows, and what was spent.

    Raises: InterruptedRun with what is done, when the user interrupts; RagaugeError where the judge cannot be asked at
        all, as without a key; whatever else a flow raises, because it is at fault.
    """
    run = Run(flows, judge, limits, cache, progress)
    try:
        to_its_end(run.to_the_end)
    except KeyboardInterrupt:
        raise InterruptedRun(run.results(), None if cache is None else cache.path) from None
    return run.results()


async def run_flows_async(
    flows: Mapping[str, Flow],
    judge: Judge,
    limits: Limits | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> Results:
    """The same in the event loop of the caller, who may cancel it."""
    run = Run(flows, judge, limits, cache, progress)
    await run.to_the_end()
    return run.results()


class Run:
    """One run of flows; what is done can be had at any time."""

    def __init__(
        self,
        flows: Mapping[str, Flow],
        judge: Judge,
        limits: Limits | None = None,
        cache: Cache | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._flows, self._judge, self._progress = flows, judge, progress
        self._limits = limits or Limits()
        self._cache, self._is_own = cache or Cache(), cache is None
        self._outcomes: dict[str, Outcome] = {}
        self._grounds: dict[str, Mapping[str, Any]] = {}
        self._ledger = Ledger(self._limits)
        self._sender = Sender(judge, self._limits, self._ledger)
        self._asker = Asker(judge, self._sender, self._cache)

    async def to_the_end(self) -> None:
        """Run all flows."""
        coming = iter(self._flows.items())
        wide = min(len(self._flows), WAITING * self._limits.concurrency)
        workers = [asyncio.create_task(self._work(coming)) for _ in range(wide)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
            for _, flow in coming:
                flow.close()
            if self._is_own:
                self._cache.close()
            await self._judge.close()

    def results(self) -> Results:
        """What is done by now."""
        return Results(
            outcomes={name: self._outcomes[name] for name in self._flows if name in self._outcomes},
            unfinished=tuple(name for name in self._flows if name not in self._outcomes),
            spent=self._ledger.spent,
            counts=dict(self._asker.counts),
            structured=getattr(self._judge, "mode", None),
            notes=tuple(self._notes()),
            grounds={name: self._grounds[name] for name in self._flows if name in self._grounds},
        )

    async def _work(self, coming: Iterator[tuple[str, Flow]]) -> None:
        for name, flow in coming:
            self._outcomes[name] = await self._outcome(name, flow)
            if self._progress is not None:
                self._progress(len(self._outcomes), len(self._flows), self._ledger.spent)

    async def _outcome(self, name: str, flow: Flow) -> Outcome:
        try:
            requests = next(flow)
            while True:
                replies = await self._asker.ask(requests)
                try:
                    requests = flow.send(replies)
                except JudgeError:  # it has no use for these replies; another time they may be others
                    self._asker.forget(requests)
                    raise
        except StopIteration as done:
            found = done.value
            if isinstance(found, Grounded):
                self._grounds[name] = found.grounds
                found = found.value
            return _checked(name, found)
        except JudgeError as error:
            return Failure(error.kind, str(error))
        finally:
            flow.close()

    def _notes(self) -> Iterator[str]:
        spent = self._ledger.spent
        if self._sender.breaker.why is not None:
            yield f"the judge was given up, and the rest not asked: {self._sender.breaker.why}"
        if self._cache.problem is not None:
            damaged = "; delete the file if it is damaged" if "malformed" in self._cache.problem else ""
            yield f"not all replies are in the cache {self._cache.path}: {self._cache.problem}{damaged}"
        if split := self._asker.counts["split"]:
            yield f"{split:,} requests had a part of the texts alone: together they are longer than the judge's window"
        if spent.estimated:
            yield f"tokens of {spent.estimated:,} of {spent.replies:,} replies are estimated: the judge told none"


def _checked(name: str, value: object) -> float | str:
    if isinstance(value, str):
        return value
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"the flow {name!r} gave no number and no undefined case: {value!r}")
    return float(value)
