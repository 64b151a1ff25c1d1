"""Traces by the 100,000, as whole processes: from gold and traces on disk to the place of every need.

python bench/funnel.py                           100,000 traces of 5 stages of 20 hits: about five minutes
python bench/funnel.py --traces 10000 --runs 1   a quick look
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import venv
from pathlib import Path

from _environments import machine, versions
from _processes import Leg, Samples, by_turns, fastest, middle, ratio, run, say
from _report import Row, show

HERE = Path(__file__).parent
PEERS = HERE / "_peers"
TRACES, STAGES, DEPTH = 100_000, 5, 20
KINDS = {"documents": "ids of documents", "chunks": "ids of chunks"}
WHOLE, PEAK, SLOWDOWN = ("≤", 10.0), ("≤", 1907.0), ("≤", 3.0)
"""Seconds, MiB (2 GB), and how many times as long as merely reading the file."""
FLOORS = ("polars", "orjson", "orjson, kept")
NOTES = (
    "the gold, a CSV file, is read in these processes too; targets are for 100,000 traces on two idle cores",
    "polars reads the questions and stages of the traces as a table; scores of JSON become texts in it",
    "orjson parses line after line and throws each away, or keeps them all, as whoever goes on with them has to",
)


def main() -> int:
    """Measure and print; a missed time does not fail, it may be the machine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    out = Path("out", "bench")
    parser.add_argument("--runs", type=int, default=3, help="recorded runs (default 3), after one of each tool")
    parser.add_argument("--traces", type=int, default=TRACES, help=f"how many (default {TRACES:,})")
    parser.add_argument("--workdir", type=Path, default=out, help=f"where the data is kept (default {out})")
    parser.add_argument("--peer-venv", type=Path, default=out / "readers", help="where orjson is installed, once")
    args = parser.parse_args()
    if args.runs < 1 or args.traces < 1:
        parser.error("--runs and --traces must be positive")
    folder = _data(args.workdir, args.traces)
    reader = _reader_python(args.peer_venv)
    samples, notes = by_turns(_legs(folder, reader), args.runs)
    sections = [_of_parquet(samples), _of_lines(samples)]
    hits = args.traces * STAGES * DEPTH
    named = ", ".join(
        f"{name} {version}"
        for python, names in ((sys.executable, ["ragauge", "polars"]), (reader, ["orjson"]))
        for name, version in versions(python, names).items()
    )
    show(f"{args.traces:,} traces, {hits:,} hits, {args.runs} runs", sections, [*NOTES, *notes, machine(), named])
    return 0


def _data(workdir: Path, traces: int) -> Path:
    """Gold and traces, made once for each number of traces and each version of the generator."""
    generator = HERE / "_funnel_data.py"
    version = hashlib.sha256(generator.read_bytes()).hexdigest()[:8]
    folder = workdir / f"traces-{traces}-{version}"
    if not folder.is_dir():
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        took = run([sys.executable, str(generator), str(part), str(traces)])
        part.rename(folder)
        say(f"generated {traces:,} traces in {took.seconds:.1f} s")
    for path in folder.iterdir():
        with path.open("rb") as file:
            while file.read(1 << 20):
                pass  # into the page cache
    return folder


def _reader_python(folder: Path) -> str:
    """The interpreter of an environment that has orjson, made on first use."""
    python, marker = folder / "bin" / "python", folder / "installed.txt"
    if not marker.is_file():
        say(f"installing orjson in {folder}")
        venv.create(folder, with_pip=True, clear=True)
        run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "orjson"])
        marker.write_text("orjson")
    return str(python)


def _legs(folder: Path, reader: str) -> list[Leg]:
    gold, diagnose = str(folder / "gold.csv"), str(PEERS / "diagnose_with_ragauge.py")
    legs = []
    for kind in KINDS:
        parquet, lines = str(folder / f"{kind}.parquet"), str(folder / f"{kind}.jsonl")
        for name, path in (("parquet", parquet), ("jsonl", lines)):
            legs.append(Leg(f"diagnose {name}", kind, (sys.executable, diagnose, gold, path)))
            legs.append(Leg(f"read {name}", kind, (sys.executable, diagnose, "-", path)))
            legs.append(Leg(f"polars {name}", kind, (sys.executable, str(PEERS / "floor_traces_polars.py"), path)))
        orjson = (reader, str(PEERS / "floor_traces_orjson.py"), lines)
        legs += [Leg("orjson", kind, orjson), Leg("orjson, kept", kind, (*orjson, "keep"))]
    return legs


def _of_parquet(samples: Samples) -> list[Row]:
    rows = []
    for kind, words in KINDS.items():
        whole, floor = samples["diagnose parquet", kind], samples["polars parquet", kind]
        rows += [
            Row(f"Parquet, {words}: diagnosed", middle(whole), " s", WHOLE, whole),
            Row("  peak memory", max(sample.peak for sample in whole), " MiB", PEAK),
            Row("  only read", middle(samples["read parquet", kind]), " s", None, samples["read parquet", kind]),
            Row("  read by polars", middle(floor), " s", None, floor),
        ]
    return rows


def _of_lines(samples: Samples) -> list[Row]:
    rows = []
    for kind, words in KINDS.items():
        whole, floors = samples["diagnose jsonl", kind], dict(zip(FLOORS, _floors(samples, kind), strict=True))
        rows += [
            Row(f"JSONL, {words}: diagnosed", middle(whole), " s", None, whole),
            Row("  peak memory", max(sample.peak for sample in whole), " MiB", PEAK),
            Row("  only read", middle(samples["read jsonl", kind]), " s", None, samples["read jsonl", kind]),
        ]
        for name, floor in floors.items():
            times, least = ratio(whole, floor), fastest(whole, floor)
            rows.append(Row(f"  diagnosed / read by {name}", times, "×", SLOWDOWN, floor, least))
    return rows


def _floors(samples: Samples, kind: str) -> list:
    return [samples["polars jsonl", kind], samples["orjson", kind], samples["orjson, kept", kind]]


if __name__ == "__main__":
    sys.exit(main())
