"""Run whole processes by turns and record what each took."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class FailedError(Exception):
    """A process ended with an error; the text is the last thing it said."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One command among those that take turns; ``tool`` is what it runs and ``data`` what it runs on."""

    tool: str
    data: str
    command: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """One process from start to end: seconds, CPU seconds of all threads, peak memory in MiB, what it said."""

    seconds: float
    cpu: float
    peak: float
    out: str
    err: str

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON, without what it said on standard error."""
        return {key: value for key, value in asdict(self).items() if key != "err"}


Samples = dict[tuple[str, str], list[Sample]]


def run(command: Sequence[str]) -> Sample:
    """Run a command to its end.

    Linux counts the memory of the process that starts another as the other's, up to exec, so the caller has to
    stay small: it imports neither numpy nor polars.
    """
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        # kilobytes on Linux, bytes on macOS
        peak = usage.ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10))
        sample = Sample(seconds, usage.ru_utime + usage.ru_stime, peak, out.read().strip(), err.read().strip())
    if process.returncode:
        said = (sample.err or sample.out or f"exit code {process.returncode}").splitlines()[-1]
        raise FailedError(said)
    return sample


def by_turns(legs: Sequence[Leg], runs: int) -> tuple[Samples, list[str]]:
    """Every leg once a round, and notes on optional ones that do not start.

    Each tool runs once beforehand, unrecorded: its own files and numba's cache are warm from then on.
    """
    legs, notes = _warm(legs)
    samples: Samples = {(leg.tool, leg.data): [] for leg in legs}
    for number in range(1, runs + 1):
        for leg in legs:
            sample = run(leg.command)
            samples[leg.tool, leg.data].append(sample)
            say(f"round {number}/{runs}  {leg.data:<8}{leg.tool:<16}{sample.seconds:8.2f} s {sample.peak:7.0f} MiB")
    return samples, notes


def _warm(legs: Sequence[Leg]) -> tuple[list[Leg], list[str]]:
    notes = {}
    for tool, leg in {leg.tool: leg for leg in reversed(legs)}.items():
        say(f"warm-up    {tool}")
        try:
            run(leg.command)
        except FailedError as error:
            if not leg.optional:
                raise FailedError(f"{tool}: {error}") from error
            notes[tool] = f"{tool}: left out, it does not start ({error})"
    return [leg for leg in legs if leg.tool not in notes], list(notes.values())


def middle(samples: Sequence[Sample]) -> float:
    """The median of the seconds."""
    return median(sample.seconds for sample in samples)


def ratio(above: Sequence[Sample], below: Sequence[Sample]) -> float:
    """How many times as long one leg takes as another: the median over the rounds, whose halves are neighbours."""
    return median(a.seconds / b.seconds for a, b in zip(above, below, strict=True))


def say(text: str) -> None:
    """Tell how far it is, beside the results."""
    print(text, file=sys.stderr, flush=True)
