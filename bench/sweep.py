"""Sweeps on SciFact, as whole processes of the command: cold, warm, a grid beside one point, memory beside its limit.

python bench/sweep.py             needs RAGAUGE_DATA; about four minutes
python bench/sweep.py --runs 1    a quick look
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from _environments import machine, versions
from _processes import FailedError, middle, run, say
from _report import Row, show
from _trees import peak_of_tree

COMMAND = str(Path(sys.executable).parent / "ragauge")
COLD, WARM, GRID = ("≤", 60.0), ("≤", 5.0), ("≤", 3.0)
ONE = ("--set", "chunker=fixed", "--set", "size=200", "--set", "overlap=20", "--k", "5")
MANY = ("--set", "chunker=fixed", "--set", "size=100,200,400", "--set", "overlap=0,20", "--k", "3,5,10,20")
LIMITS = (("700 MB", MANY), ("1.2 GB", (*MANY, "--set", "lane=bm25,lsa")), ("2 GB", (*MANY, "--set", "lane=bm25,lsa")))
LANES = ("--set", "lane=bm25,lsa,bm25+lsa", "--k", "5,10")


def main() -> int:
    """Measure and print; a missed time does not fail, it may be the machine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="recorded runs (default 3)")
    parser.add_argument("--workdir", type=Path, default=Path("out", "bench"), help="where steps are kept")
    args = parser.parse_args()
    data = os.environ.get("RAGAUGE_DATA")
    if not data or not Path(data, "scifact").is_dir():
        say("RAGAUGE_DATA is not set: it names the folder with scifact")
        return 0
    scifact = str(Path(data, "scifact"))
    found: dict[str, list] = {"cold": [], "warm": [], "one": [], "many": []}
    for number in range(args.runs):
        say(f"round {number + 1} of {args.runs}")
        cache = args.workdir / "sweep"
        for name, options, fresh in (
            ("cold", LANES, True),
            ("warm", LANES, False),
            ("one", ONE, True),
            ("many", MANY, True),
        ):
            if fresh:
                shutil.rmtree(cache, ignore_errors=True)
            found[name].append(run((COMMAND, "sweep", scifact, scifact, *options, "--cache", str(cache))))
    notes: list[str] = []
    medians = {name: middle(samples) for name, samples in found.items()}
    rows = [
        Row("BM25, LSA and RRF, cold", medians["cold"], " s", COLD, found["cold"]),
        Row("the same, warm", medians["warm"], " s", WARM, found["warm"]),
        Row("one point: fixed chunks, BM25", medians["one"], " s", None, found["one"]),
        Row("24 points: 3 sizes, 2 overlaps, 4 k", medians["many"], " s", None, found["many"]),
        Row("24 points / one point", medians["many"] / medians["one"], "×", GRID),
    ]
    for limit, options in LIMITS if sys.platform == "linux" else ():
        shutil.rmtree(cache, ignore_errors=True)
        command = (COMMAND, "sweep", scifact, scifact, *options, "--cache", str(cache), "--memory", limit)
        try:
            peak, processes = peak_of_tree(command)
        except FailedError as error:
            notes.append(f"--memory {limit}: {error}")
            continue
        allowed = _mib(limit)
        rows.append(Row(f"peak of {processes} processes, --memory {limit}", peak, " MiB", ("≤", allowed)))
    named = ", ".join(f"{name} {version}" for name, version in versions(sys.executable, ["ragauge", "numpy"]).items())
    show(f"sweeps on SciFact, {args.runs} runs", [rows], [machine(), named, *notes])
    return 0


def _mib(limit: str) -> float:
    number, unit = limit.split()
    return float(number) * {"MB": 1e6, "GB": 1e9}[unit] / 2**20


if __name__ == "__main__":
    sys.exit(main())
