"""A recorder that keeps the traces of many questions, and watches the functions that it decorates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import wraps
from inspect import isasyncgenfunction, iscoroutinefunction
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, Self, cast

from ragauge.core.errors import InputError, Problem
from ragauge.io.traces import run_of, write_traces
from ragauge.pipeline.recording import CURRENT, Function, Recording, carry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ragauge.core.trace import Trace
    from ragauge.pipeline.recorded_parts import Clock
    from ragauge.tables.run import Run

Keeps = Literal["lane", "fused", "reranked", "context", "rewrites", "answer", "time"]
"""What is kept of a decorated function: its result as hits of a stage, as queries, as the answer; or only its time."""
BY_NAME: dict[str, Keeps] = {
    **dict.fromkeys(("fuse", "fused", "fusion"), "fused"),
    **dict.fromkeys(("rerank", "reranked", "reranking"), "reranked"),
    **dict.fromkeys(("context", "assemble"), "context"),
    **dict.fromkeys(("rewrite", "rewrites"), "rewrites"),
    **dict.fromkeys(("answer", "generate"), "answer"),
}


class Recorder:
    """Traces of many questions, from any number of threads and tasks.

    A decorated function works as before; while a question is recorded (in the same thread or task), its result is
    kept too. ``carry`` takes the recording into the threads of a pool.

    >>> recorder = Recorder()
    >>> @recorder.lane("bm25")
    ... def bm25(question):
    ...     return [("c1", 7.5), ("c2", 3.0)]
    >>> @recorder.step("rerank")
    ... def rerank(hits):
    ...     return hits[::-1]
    >>> with recorder.record("How long?", key="q1"):
    ...     found = rerank(bm25("How long?"))
    >>> recorder.traces[0].stage("rerank").items, len(recorder.run())
    (['c2', 'c1'], 2)
    """

    carry = staticmethod(carry)

    def __init__(
        self, *, clock: Clock = perf_counter, versions: Mapping[str, str] | None = None, name: str = "recorded"
    ) -> None:
        self.name = name
        self._clock, self._versions = clock, versions
        self._traces: list[Trace] = []
        self._unseen: Counter[str] = Counter()

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The questions whose recording has ended, in that order; the failed ones too."""
        return tuple(self._traces)

    def record(self, question: str, *, key: str | None = None) -> Recording:
        """``with recorder.record(question) as t``: record one question; ``key`` is its id, if it has one."""
        return Recording(question, key=key, clock=self._clock, versions=self._versions, keep=self._traces.append)

    def lane(self, name: str, *, hits: Callable[[Any], Any] | None = None) -> Callable[[Function], Function]:
        """Decorate a function that is a lane of the first stage; ``hits`` takes them out of what it returns."""
        return self.step(name, keeps="lane", result=hits)

    def step(
        self, name: str, *, keeps: Keeps | None = None, result: Callable[[Any], Any] | None = None
    ) -> Callable[[Function], Function]:
        """Decorate a function that is a step of the pipeline.

        ``keeps`` says what its result is; without it that is known by the name for ``fuse``, ``rerank``, ``context``,
        ``rewrite`` and ``generate``, and only time is kept of the others. ``result`` takes what is to be kept out of
        what the function returns. Times of steps within steps are counted in both.
        """
        kept = BY_NAME.get(name, "time") if keeps is None else keeps

        def decorate(function: Function) -> Function:
            if isasyncgenfunction(function):
                raise InputError(f"{function.__name__} is an asynchronous generator; decorate what collects it")

            @wraps(function)
            def watched(*args: Any, **kwargs: Any) -> Any:
                with _Step(self, name, kept, result) as step:
                    return step.of(function(*args, **kwargs))

            @wraps(function)
            async def watched_task(*args: Any, **kwargs: Any) -> Any:
                with _Step(self, name, kept, result) as step:
                    return step.of(await function(*args, **kwargs))

            return cast("Function", watched_task if iscoroutinefunction(function) else watched)

        return decorate

    def run(self, stage: str | None = None) -> Run:
        """What one stage handed on for all questions, as ``io.traces.run_of`` gives it.

        Raises: InputError when no trace has the stage, or a question was recorded twice.
        """
        told = [
            f"{name!r} was called outside of any recorded question: {count} times (in a thread? recorder.carry)"
            for name, count in sorted(self._unseen.items())
        ]
        try:
            run = run_of(self._traces, stage, source=self.name)
        except InputError as error:
            raise InputError([*error.problems, *map(Problem, told)]) from error
        return replace(run, notes=(*run.notes, *told))

    def save(self, path: str | Path) -> None:
        """Write the traces to a file, as ``io.traces.write_traces`` does."""
        write_traces(path, self._traces)

    def unseen(self, step: str) -> None:
        """Count a call that belongs to no recorded question."""
        self._unseen[step] += 1


class _Step:
    """One call of a decorated function."""

    __slots__ = ("_keeps", "_name", "_recording", "_result", "_start")

    def __init__(self, recorder: Recorder, name: str, keeps: Keeps, result: Callable[[Any], Any] | None) -> None:
        self._name, self._keeps, self._result = name, keeps, result
        recording = CURRENT.get()
        self._recording = None if recording is None or recording.has_ended else recording
        if self._recording is None:
            recorder.unseen(name)

    def __enter__(self) -> Self:
        self._start = 0.0 if self._recording is None else self._recording.clock()
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None and self._recording is not None:
            self._recording.failed(self._name, error, self._recording.clock() - self._start)

    def of(self, given: Any) -> Any:
        """What the function returned, after it was kept; an iterator is emptied for that, and begins anew."""
        if self._recording is None:
            return given
        seconds = self._recording.clock() - self._start
        if self._result is None and isinstance(given, Iterator) and self._keeps not in ("answer", "time"):
            listed = list(given)
            self._keep(listed, self._recording, self._recording.clock() - self._start)
            return iter(listed)
        self._keep(given if self._result is None else self._result(given), self._recording, seconds)
        return given

    def _keep(self, kept: Any, recording: Recording, seconds: float) -> None:
        if self._keeps == "rewrites":
            recording.rewritten(kept, seconds=seconds)
        elif self._keeps == "answer" and isinstance(kept, str):
            recording.answered(kept, seconds=seconds)
        elif self._keeps == "answer" or self._keeps == "time":
            recording.passed(self._name, seconds)
        else:
            recording.add(self._keeps, self._name, kept, seconds)
