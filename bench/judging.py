"""Judging 1,000 requests by a server that answers after 50 ms, in a process of its own, with a cache on disk.

python bench/judging.py             needs the extra judge; about a minute
python bench/judging.py --runs 1    a quick look
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from _environments import ROOT, machine, versions
from _processes import run, say
from _report import Row, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _processes import Sample

CALLS, DELAY = 1000, 0.05
SERVER, RUN = ROOT / "tests" / "functional" / "slow_judge.py", ROOT / "bench" / "_judging_run.py"
WALL, CPU, PEAK, SECONDS = ("≤", 3.6), ("≤", 1.0), ("≤", 120.0), ("≤", 10.0)
ALL = ("≥", float(CALLS))
NOTES = (
    "seconds and CPU are those of the run within its process, imports apart; MiB are those of the whole process",
    "the floor is bare asyncio streams that send as much and read the same, measured in the same rounds",
)


def main() -> int:
    """Measure and print; a missed time does not fail, it may be the machine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="recorded runs (default 3)")
    runs = parser.parse_args().runs
    if find_spec("aiohttp") is None:
        say("aiohttp is not installed: pip install 'ragauge[judge]'")
        return 0
    os.environ["NO_PROXY"] = "127.0.0.1"
    found: dict[str, list[tuple[Sample, dict[str, Any]]]] = {}
    with tempfile.TemporaryDirectory() as folder, serving() as url:
        for number in range(runs):
            say(f"round {number + 1} of {runs}")
            cache = str(Path(folder, f"{number}.sqlite"))
            for name, flying, kept in (
                ("floor", 16, "floor"),
                ("16", 16, cache),
                ("again", 16, cache),
                ("floor 256", 256, "floor"),
                ("256", 256, str(Path(folder, f"{number}-256.sqlite"))),
            ):
                before = counts(url)
                told = one(url, CALLS, flying, kept)
                told[1]["connections"] = counts(url)["connections"] - before["connections"] - 1
                found.setdefault(name, []).append(told)
        with serving("7. supported") as refusing:
            limited = one(refusing, 50, 16, "none")
    show(f"{CALLS:,} requests, {DELAY * 1000:.0f} ms each, {runs} runs", rows(found, limited), [*NOTES, *about()])
    return 0


def rows(
    found: dict[str, list[tuple[Sample, dict[str, Any]]]], limited: tuple[Sample, dict[str, Any]]
) -> list[list[Row]]:
    """The figures: medians over the runs."""

    def middle(name: str, fact: str) -> float:
        return median(float(told[fact]) for _, told in found[name])

    def peak(name: str) -> float:
        return max(sample.peak for sample, _ in found[name])

    def fewest(name: str) -> float:
        return min(float(told["scored"]) for _, told in found[name])

    scored, failed = float(limited[1]["scored"]), float(sum(limited[1]["failed"].values()))
    return [
        [
            Row("16 in flight", middle("16", "seconds"), " s", WALL, [sample for sample, _ in found["16"]]),
            Row("its floor", middle("floor", "seconds"), " s"),
            Row("scored", fewest("16"), "", ALL),
            Row("CPU a call", middle("16", "cpu") / CALLS * 1000, " ms", CPU),
            Row("CPU a call of the floor", middle("floor", "cpu") / CALLS * 1000, " ms"),
            Row("connections", middle("16", "connections"), "", ("≤", 16.0)),
            Row("peak", peak("16"), " MiB", PEAK),
            Row("calls of a second run", max(float(told["calls"]) for _, told in found["again"]), "", ("≤", 0.0)),
            Row("scored by a second run", fewest("again"), "", ALL),
            Row("seconds of a second run", middle("again", "seconds"), " s"),
        ],
        [
            Row("256 in flight", middle("256", "seconds"), " s", WALL, [sample for sample, _ in found["256"]]),
            Row("its floor", middle("floor 256", "seconds"), " s"),
            Row("scored", fewest("256"), "", ALL),
            Row("CPU a call", middle("256", "cpu") / CALLS * 1000, " ms", CPU),
            Row("connections", middle("256", "connections"), "", ("≤", 256.0)),
            Row("peak", peak("256"), " MiB", PEAK),
        ],
        [
            Row("5 of 50 always refused with 429", float(limited[1]["seconds"]), " s", SECONDS, [limited[0]]),
            Row("scored", scored, "", ("≥", 45.0)),
            Row("failed", failed, "", ("≤", 5.0)),
        ],
    ]


def one(url: str, number: int, flying: int, cache: str) -> tuple[Sample, dict[str, Any]]:
    """One run as a process, and what it told."""
    sample = run((sys.executable, str(RUN), url, str(number), str(flying), cache))
    return sample, json.loads(sample.out)


def counts(url: str) -> dict[str, int]:
    """What the server has counted; asking it is a connection too."""
    with urlopen(url, timeout=10) as answer:
        told: dict[str, int] = json.load(answer)
    return told


@contextmanager
def serving(stem: str = "") -> Iterator[str]:
    """The server, until the end."""
    command = [sys.executable, str(SERVER), "0", str(DELAY), stem]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"  # type: ignore[union-attr]
    finally:
        process.kill()
        process.wait()


def about() -> list[str]:
    """The machine, what else it did, and the versions."""
    load = f"load of the last minute {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    return [machine(), load, ", ".join(f"{k} {v}" for k, v in versions(sys.executable, ["ragauge", "aiohttp"]).items())]


if __name__ == "__main__":
    sys.exit(main())
