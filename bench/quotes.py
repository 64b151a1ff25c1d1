"""Locate thousands of quotes in thousands of documents, in a process of its own: time, rates, peak memory.

python bench/quotes.py              5,000 quotes on 5,000 documents of 10 kB, three runs
python bench/quotes.py --scale 0.1  a quick look
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import median

from _environments import machine, versions
from _processes import FailedError, Leg, by_turns, middle, run, say
from _report import Row, show

HERE = Path(__file__).parent
DOCUMENTS, QUOTES = 5_000, 5_000
SECONDS = ("≤", 20.0)
LEAST = {"exact": 1.0, "harmless": 0.99, "ocr": 0.95}
"""The share of each kind that has to come back at its place."""
MOST_WRONG = ("≤", 0.001)


def main() -> int:
    """Measure, print, and return 1 if quotes are missed or found where they are not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="recorded runs (default 3), after one warm-up")
    parser.add_argument("--scale", type=float, default=1.0, help=f"1.0 is {QUOTES:,} quotes, {DOCUMENTS:,} documents")
    parser.add_argument(
        "--named", type=float, default=0.5, help="share of quotes that name their document (default 0.5)"
    )
    parser.add_argument("--workdir", type=Path, default=Path("out", "bench"), help="where the data is kept")
    args = parser.parse_args()
    if args.runs < 1 or args.scale <= 0 or not 0 <= args.named <= 1:
        parser.error("--runs and --scale must be positive, and --named a share")
    documents, quotes = (max(20, round(count * args.scale)) for count in (DOCUMENTS, QUOTES))
    folder = args.workdir / "quotes"
    folder.mkdir(parents=True, exist_ok=True)
    data = folder / f"{documents}-{quotes}-{args.named:g}.json"
    took = run([sys.executable, str(HERE / "_quotes.py"), "make", *map(str, (data, documents, quotes, args.named))])
    say(f"generated {documents:,} documents and {quotes:,} quotes in {took.seconds:.1f} s")
    samples, _ = by_turns(
        [Leg("ragauge", "quotes", (sys.executable, str(HERE / "_quotes.py"), "locate", str(data)))], args.runs
    )
    own = samples["ragauge", "quotes"]
    told = json.loads(own[-1].out)
    full = args.scale == 1
    speed = [
        Row("whole process", middle(own), " s", SECONDS if full else None, own),
        Row("locate_quotes alone", median(json.loads(one.out)["seconds"] for one in own), " s"),
        Row("quotes a second", quotes / middle(own)),
    ]
    rates = [Row(f"{kind}: at its place", told["right"][kind], "", ("≥", least)) for kind, least in LEAST.items()]
    rates.append(Row("located where they do not stand", told["wrong"], "", MOST_WRONG))
    ways = [Row(f"located: {how}", float(count)) for how, count in told["how"].items()]
    show(f"{quotes:,} quotes on {documents:,} documents, {args.runs} runs", [speed, rates, ways], notes(told))
    return 0 if all(row.met for row in rates) else 1


def notes(told: dict[str, dict[str, int]]) -> list[str]:
    """What the figures rest on."""
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in told["asked"].items())
    python = f"Python {sys.version.split()[0]}"
    found = ", ".join(
        f"{name} {version}" for name, version in versions(sys.executable, ["ragauge", "numpy", "rapidfuzz"]).items()
    )
    return [f"asked: {kinds}; those that are absent are from documents left out", machine(), f"{python}, {found}"]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FailedError as error:
        sys.exit(f"failed: {error}")
