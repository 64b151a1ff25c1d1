"""Run whole processes by turns and record what each took."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


STAT = Path("/proc/stat")


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
    """One process from start to end: seconds, CPU seconds of all threads, peak memory in MiB, what it said.

    ``others`` is the share of the machine's cores that everything else took meanwhile, 0 where that is not known.
    """

    seconds: float
    cpu: float
    peak: float
    others: float
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
        busy, begin = _busy(), time.perf_counter()
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        except OSError as error:
            raise FailedError(str(error)) from error
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        cpu = usage.ru_utime + usage.ru_stime
        others = max(0.0, _busy() - busy - cpu) / seconds / (os.cpu_count() or 1)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        # kilobytes on Linux, bytes on macOS
        peak = usage.ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10))
        sample = Sample(seconds, cpu, peak, others, out.read().strip(), err.read().strip())
    if process.returncode:
        said = (sample.err or sample.out or f"exit code {process.returncode}").splitlines()[-1]
        raise FailedError(said)
    return sample


def _busy() -> float:
    """Seconds of all cores since the start that they worked for this machine or were kept from it."""
    if not STAT.is_file():
        return 0.0
    # user, nice, system, idle, waiting, two kinds of interrupts, stolen by other machines on the same hardware
    cells = [int(cell) for cell in STAT.read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(cells) - cells[3] - cells[4]) / os.sysconf("SC_CLK_TCK")


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
            took = f"{sample.seconds:8.2f} s {sample.peak:7,.0f} MiB   others {sample.others:.0%}"
            say(f"round {number}/{runs}  {leg.data:<8}{leg.tool:<16}{took}")
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


def fastest(above: Sequence[Sample], below: Sequence[Sample]) -> float:
    """The same of the fastest runs."""
    return min(sample.seconds for sample in above) / min(sample.seconds for sample in below)


def say(text: str) -> None:
    """Tell how far it is, beside the results."""
    print(text, file=sys.stderr, flush=True)
