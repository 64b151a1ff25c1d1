"""What has been recorded of one question so far, from whichever thread it came."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.trace import Kind, StageHits, Trace
from ragauge.core.trace_parts import complaint_of
from ragauge.core.traced_hits import ranked_hits

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.anchors import Anchor

    Clock = Callable[[], float]
    """Seconds from any start, as ``time.perf_counter`` tells them."""


class RecordedParts:
    """The parts of a trace that is not finished; what is wrong with one is said where it is given."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._parts: dict[str, Any] = {}
        self._stages: list[StageHits] = []
        self._timings: dict[str, float] = {}
        self._anchors: dict[str, Anchor] = {}
        self._lock = Lock()
        self._raised: tuple[BaseException, str] | None = None
        self._trace: Trace | None = None
        self._start = self._last = clock()

    @property
    def trace(self) -> Trace:
        """What was recorded, when the block has ended.

        Raises: InputError before.
        """
        if self._trace is None:
            raise InputError(f"the recording of {brief(self._parts['question'])} has not ended")
        return self._trace

    @property
    def has_ended(self) -> bool:
        """Whether nothing more can be recorded."""
        return self._trace is not None

    @property
    def has_stages(self) -> bool:
        """Whether the hits of any stage have been recorded."""
        return bool(self._stages)

    def add(self, kind: Kind, name: str, hits: Any, seconds: float | None = None) -> None:
        """The hits of a stage of any kind; the time that it takes to keep them is no time of a stage.

        Raises: InputError for what is no ranking.
        """
        if isinstance(hits, Iterator):
            hits = list(hits)  # what makes the hits works now
        now = self.clock()
        anchors: dict[str, Anchor] = {}
        try:
            ranked = ranked_hits(hits, anchors, self._anchors)
        except ValueError as error:
            raise InputError([Problem(str(error), f"record({brief(self._parts['text'])})", column=name)]) from error
        with self._lock:
            stage = StageHits(self._free(name), kind, ranked)
            self._stages.append(stage)
            for item, anchor in anchors.items():
                self._anchors.setdefault(item, anchor)  # a later stage may hand on other words of the same chunk
        self._took(stage.name, now, seconds)

    def passed(self, step: str, seconds: float | None = None) -> None:
        """A step is over that hands on nothing to keep but its time."""
        self._took(step, self.clock(), seconds)

    def _took(self, step: str, now: float, seconds: float | None) -> None:
        if self._trace is not None:
            raise InputError(f"the recording of {brief(self._parts['question'])} has ended")
        with self._lock:
            took = max(0.0, now - self._last) if seconds is None else seconds
            self._timings[step] = self._timings.get(step, 0.0) + took
            self._last = self.clock()

    def failed(self, step: str, error: BaseException, seconds: float) -> None:
        """A step raised an error, which may or may not end the question."""
        if self._raised is None or self._raised[0] is not error:  # the innermost step is told first
            self._raised = (error, step)
        self.passed(step, seconds)

    def _set(self, **parts: Any) -> None:
        """Keep what is given; InputError for what cannot be what it is called."""
        for name, value in parts.items():
            if (complaint := complaint_of(name, value)) is not None:
                raise InputError([Problem(complaint, "record", column=name)])
        self._parts |= {name: value for name, value in parts.items() if value is not None}

    def _free(self, name: str) -> str:
        taken = {stage.name for stage in self._stages}
        count, free = 1, name
        while free in taken:
            count += 1
            free = f"{name} {count}"
        return free

    def _begin(self) -> None:
        self._start = self._last = self.clock()

    def _end(self, error: BaseException | None) -> Trace:
        self._set(seconds=max(0.0, self.clock() - self._start), timings=self._timings or None)
        if error is not None:
            told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            self._set(error=told, failed_in=self._raised[1] if self._raised and self._raised[0] is error else None)
        self._trace = Trace(**self._parts, stages=tuple(self._stages) or None, anchors=self._anchors)
        return self._trace
