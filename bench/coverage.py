"""How often intervals cover, and how often gates fail, on samples of populations that are known.

python bench/coverage.py            intervals of means and of differences: some minutes
python bench/coverage.py --gate     gates: false failures, and losses that are not found
python bench/coverage.py --quick    fewer populations and samples: 20 s

RAGAUGE_DATA names the folder of collections. The same seeds give the same tables.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from _coverage import Effort, clustered, independent, low, table
from _gates import gate_tables
from _populations import difference_populations, measured, single_populations
from _processes import say

QUICK = Effort(samples=1_000, bootstrapped=200)
CLUSTERED = ("unstemmed", "b .9", "bm25_rm3", "10% lost")
"""Pairs of which differences are drawn in clusters."""


def main() -> int:
    """Draw, measure and print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer populations, fewer samples")
    parser.add_argument("--gate", action="store_true", help="gates instead of intervals")
    parser.add_argument("--data", type=Path, default=os.environ.get("RAGAUGE_DATA"), help="default: RAGAUGE_DATA")
    args = parser.parse_args()
    if args.data is None or not Path(args.data).is_dir():
        parser.error("RAGAUGE_DATA (or --data) must name the folder of collections")
    begin = time.perf_counter()
    singles, pairs = measured(Path(args.data), quick=args.quick)
    say(f"measured {len(singles)} systems and {len(pairs)} pairs in {time.perf_counter() - begin:.0f} s")
    if args.gate:
        found = gate_tables(pairs, samples=500 if args.quick else 2_000, quick=args.quick)
    else:
        found = _coverage(singles, pairs, QUICK if args.quick else Effort(), quick=args.quick)
    for one in found:
        print(one, end="\n\n", flush=True)
    say(f"took {time.perf_counter() - begin:.0f} s")
    return 0


def _coverage(singles, pairs, effort: Effort, *, quick: bool):
    means, moved = single_populations(singles), difference_populations(pairs)
    if quick:
        moved = moved[::4]
    error = 100 * (0.95 * 0.05 / effort.samples) ** 0.5
    wide = 100 * (0.95 * 0.05 / effort.bootstrapped) ** 0.5
    yield (
        f"95 % intervals; {effort.samples:,} samples a population and size (bootstraps: {effort.bootstrapped:,}), so "
        f"that the standard error of one coverage near 95 % is {error:.2f} ({wide:.2f}) points. Student's t has no "
        "width where all values of a sample are equal, which counts as a miss."
    )
    yield table("Means", list(independent(means, "wilson_effective", effort, of_mean=True)))
    rows = list(independent(moved, "t_guarded", effort, of_mean=False))
    yield table("Differences", rows)
    yield low("Differences, t_guarded", rows, "t_guarded")
    apart = [population for population in moved if any(name in population.name for name in CLUSTERED)]
    of_mean = list(clustered(means, "wilson", effort, of_mean=True))
    yield table("Means, clusters of 1 to 5 questions", of_mean, "clusters")
    of_difference = list(clustered(apart, "t_guarded", effort, of_mean=False))
    yield table("Differences, clusters of 1 to 5 questions", of_difference, "clusters")


if __name__ == "__main__":
    sys.exit(main())
