"""Comparing two systems side by side with peers, as whole processes: sign flips and bootstrap intervals.

python bench/compare.py                          10 metrics, 6,980 questions, 10,000 resamples
python bench/compare.py --runs 1 --scale 0.1     a quick look
python bench/compare.py --peers ragauge          without the peers
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from _agreement import apart
from _environments import machine, peer_python, versions
from _processes import FailedError, Leg, by_turns, fastest, middle, ratio, run, say
from _report import Row, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _processes import Sample, Samples

HERE = Path(__file__).parent
COMMAND = str(Path(sys.executable).parent / "ragauge")
QUESTIONS, RESAMPLES, METRICS = 6_980, 10_000, 10
PEERS = ("scipy", "ranx")
TEST = "permutation_test"
SPEED, PEAK = ("≤", 3.0), ("≤", 500.0)
DATA = "pair"
NOTES = (
    f"{METRICS} metrics; alone is the comparison without imports and without reading files",
    "scipy is given the values as they stand in the scorecards; its p is twice the smaller tail",
    "ranx computes the metrics too, makes the test in both directions, and no intervals; numba's cache is warm",
    "others is the share of the cores that the rest of the machine took meanwhile; targets are for an idle one",
)


def main() -> int:
    """Measure, print, and return 1 if a tool disagrees with ragauge beyond what drawing at random explains."""
    args = _arguments()
    peers = [peer for peer in PEERS if peer in args.peers.split(",")]
    args.workdir.mkdir(parents=True, exist_ok=True)
    python = peer_python(args.peer_venv) if peers else None
    questions = max(20, round(QUESTIONS * args.scale))
    folder = _data(args.workdir, questions)
    samples, notes = by_turns(_legs(folder, peers, python), args.runs)
    wrong = _disagreements(samples, folder)
    sections = _rows(samples, full=args.scale == 1)
    sections.append([Row("p and interval ends that differ", float(len(wrong)), target=("≤", 0.0))])
    installed = versions(sys.executable, ["ragauge", "numpy", "polars"])
    installed |= versions(python, list(peers)) if python else {}
    about = [machine(), ", ".join(f"{name} {version}" for name, version in installed.items())]
    notes = [*NOTES, *notes, *about]
    show(f"comparing two systems on {questions:,} questions, {args.runs} runs", sections, notes)
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        content = {"figures": [row.to_dict() for rows in sections for row in rows], "notes": notes, "wrong": wrong}
        args.json.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n")
    for line in wrong:
        say(f"WRONG: {line}")
    return 1 if wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    out = Path("out", "bench")
    peers = ",".join(("ragauge", *PEERS))
    parser.add_argument("--runs", type=int, default=3, help="runs of each tool (default 3), after one warm-up")
    parser.add_argument("--scale", type=float, default=1.0, help=f"1.0 is {QUESTIONS:,} questions")
    parser.add_argument("--peers", default=peers, help=f"default {peers}; ragauge always runs")
    parser.add_argument("--workdir", type=Path, default=out, help=f"where the data is kept (default {out})")
    parser.add_argument("--peer-venv", type=Path, default=out / "peers", help="where the peers are installed, once")
    parser.add_argument("--json", type=Path, help="write every sample and figure here as well")
    args = parser.parse_args()
    if args.runs < 1 or args.scale <= 0:
        parser.error("--runs and --scale must be positive")
    if unknown := set(args.peers.split(",")) - {"ragauge", *PEERS}:
        parser.error(f"no such peer: {', '.join(sorted(unknown))}; there are: {', '.join(PEERS)}")
    return args


def _data(workdir: Path, questions: int) -> Path:
    """Runs and scorecards, made once for each size and version of what makes them."""
    generator = HERE / "_scorecards.py"
    version = hashlib.sha256(generator.read_bytes()).hexdigest()[:8]
    folder = workdir / f"compare-{questions}-{version}"
    if not folder.is_dir():
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        run([sys.executable, str(generator), str(part), str(questions)])
        part.rename(folder)
    return folder


def _legs(folder: Path, peers: Sequence[str], python: str | None) -> list[Leg]:
    cards = [str(folder / f"{name}.json") for name in ("base", "cand")]
    files = [str(folder / name) for name in ("gold.qrels", "base.trec", "cand.trec")]
    scripts = {"ragauge": (sys.executable, cards)}
    if python:
        scripts |= {peer: (python, files if peer == "ranx" else cards) for peer in peers}
    legs = [
        Leg(tool, DATA, (own, str(HERE / "_peers" / f"compare_with_{tool}.py"), *given, str(RESAMPLES)))
        for tool, (own, given) in scripts.items()
    ]
    command = (COMMAND, "compare", *cards, "--interval", "percentile", "--resamples", str(RESAMPLES), "--json", "-")
    return [Leg("ragauge CLI", DATA, command), *legs]


def _alone(samples: Sequence[Sample], part: str = "seconds") -> float:
    return median(float(json.loads(sample.out)[part]) for sample in samples)


def _rows(samples: Samples, *, full: bool) -> list[list[Row]]:
    """Times and memory, then ratios; the targets hold at full scale only."""
    of = {tool: several for (tool, _), several in samples.items()}
    command, own = of["ragauge CLI"], of["ragauge"]
    rows = [
        Row("ragauge compare, whole process", middle(command), " s", SPEED, command),
        Row("ragauge compare, peak memory", median(sample.peak for sample in command), " MiB", PEAK),
        Row("ragauge library, whole process", middle(own), " s", None, own),
        Row("ragauge alone, flips and intervals", _alone(own), " s", SPEED),
    ]
    peers = []
    for peer in PEERS:
        if peer in of:
            them = of[peer]
            peers.append(Row(f"{peer} / ragauge, processes", ratio(them, own), "×", None, them, fastest(them, own)))
            peers.append(Row(f"{peer} / ragauge, alone", _alone(them) / _alone(own), "×"))
    if "scipy" in of:
        peers += [Row(f"scipy.stats.{part}", _alone(of["scipy"], part), " s") for part in ("bootstrap", TEST)]
    if not full:
        rows = [replace(row, target=None) for row in rows]
    return [rows, peers]


def _disagreements(samples: Samples, folder: Path) -> list[str]:
    """What a tool says otherwise than ragauge's library, in any of its runs."""
    own = json.loads(samples["ragauge", DATA][0].out)["metrics"]
    known = json.loads(run([sys.executable, str(HERE / "_agreement.py"), str(folder), str(RESAMPLES)]).out)
    found: list[str] = []
    for (tool, _), several in samples.items():
        for sample in several:
            said = json.loads(sample.out)
            if tool == "ragauge CLI":
                rows = {one["metric"]: {"p": one["p"], **one["interval"]} for one in said["differences"]}
            else:
                rows = said["metrics"]
            found += apart(tool, rows, own, known, RESAMPLES)
    return sorted(set(found))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FailedError as error:
        sys.exit(f"failed: {error}")
