"""Ranking evaluation side by side with peers, as whole processes, from files on disk to printed means.

``python bench/ranking.py --help`` lists the options; bench/README.md says how the figures are meant.
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
from typing import TYPE_CHECKING, Any

from _environments import PACKAGES, footprint, machine, peer_python, versions
from _processes import FailedError, Leg, by_turns, fastest, middle, ratio, run, say
from _report import Row, show
from _small import COMMAND, small_figures
from _values import disagreements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _processes import Samples

HERE = Path(__file__).parent
QUESTIONS, DEPTH = 6_980, 1_000
GOLDS = ("sparse", "deep")
METRICS = ("ndcg@10", "mrr@10", "recall@100", "recall@1000", "map")
PEERS = {"pytrec_eval": ("≥", 5.0), "ranx": ("≥", 14.0), "ir_measures": ("≥", 14.0)}
"""The peers, and how many times as long as ragauge they are to take."""
FLOORS = {"polars floor": ("≤", 1.5), "pyarrow floor": None}
"""Plain reading, and how many times as long ragauge is to take."""
PEAK = ("≤", 950.0)
GROWTH = (0.1, 1.0, 3.0)
PARTS = ("ranking", "small", "footprint")
OTHERS = "others is the share of the cores that the rest of the machine took meanwhile; targets are for an idle one"
NOTES = (
    "ratios are medians over the rounds, each of two processes of the same round; below scale 1 they have no targets",
    "a floor is a process that only reads question, item and score of the run",
    "pytrec_eval's recip_rank has no cut-off, so it computes MRR where the others compute MRR@10",
    "ranx with numba's cache warm",
)


def main() -> int:
    """Measure, print, and return 1 if a tool disagrees with ragauge on a value."""
    args = _arguments()
    peers = [peer for peer in PEERS if peer in args.peers.split(",")]
    args.workdir.mkdir(parents=True, exist_ok=True)
    python = peer_python(args.peer_venv) if peers and "ranking" in args.parts else None
    about = [OTHERS, machine(), _versions(peers, python)]
    sections, notes, wrong = _measure(args, peers, python)
    notes += about
    show(f"ranking evaluation at scale {args.scale:g}, {args.runs} runs", sections, notes)
    if args.json:
        _write(args.json, sections, notes, wrong)
    for line in wrong:
        say(f"WRONG: {line}")
    return 1 if wrong else 0


def _measure(
    args: argparse.Namespace, peers: Sequence[str], python: str | None
) -> tuple[list[list[Row]], list[str], list[str]]:
    """Sections of rows, notes, and values that are wrong."""
    sections: list[list[Row]] = []
    notes: list[str] = []
    wrong: list[str] = []
    if "ranking" in args.parts:
        sections, notes, wrong = _ranking(args, peers, python)
    if args.growth:
        sections.append(_growth(args))
    for part, figures in (("small", _small), ("footprint", _footprint)):
        if part in args.parts:
            rows, more = figures(args)
            sections.append(rows)
            notes += more
    return sections, notes, wrong


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], formatter_class=argparse.RawTextHelpFormatter)
    out = Path("out", "bench")
    peers = ",".join(("ragauge", *PEERS))
    parser.add_argument("--runs", type=int, default=5, help="runs of each tool (default 5), after one warm-up")
    parser.add_argument("--scale", type=float, default=1.0, help=f"1.0 is {QUESTIONS:,} questions of {DEPTH:,} hits")
    parser.add_argument("--growth", action="store_true", help="also ragauge at 0.1, 1 and 3 times the rows")
    parser.add_argument("--peers", default=peers, help=f"default {peers}; ragauge always runs")
    parser.add_argument("--parts", default=",".join(PARTS), help=f"what to measure (default {','.join(PARTS)})")
    parser.add_argument("--workdir", type=Path, default=out, help=f"where the data is kept (default {out})")
    parser.add_argument("--peer-venv", type=Path, default=out / "peers", help="where the peers are installed, once")
    parser.add_argument("--json", type=Path, help="write every sample and figure here as well")
    args = parser.parse_args()
    args.parts = args.parts.split(",")
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are: {', '.join(PARTS)}")
    if args.runs < 1 or args.scale <= 0:
        parser.error("--runs and --scale must be positive")
    if unknown := set(args.peers.split(",")) - {"ragauge", *PEERS}:
        parser.error(f"no such peer: {', '.join(sorted(unknown))}; there are: {', '.join(PEERS)}")
    return args


def _data(workdir: Path, scale: float) -> dict[str, tuple[str, str]]:
    """Golden set and run by name, made once for each size and each version of the generator."""
    generator, questions = HERE / "_generate.py", max(1, round(QUESTIONS * scale))
    version = hashlib.sha256(generator.read_bytes()).hexdigest()[:8]
    folder = workdir / f"data-{questions}-{version}"
    if not folder.is_dir():
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        took = run([sys.executable, str(generator), str(part), str(questions)])
        part.rename(folder)
        say(f"generated {questions * DEPTH:,} rows in {took.seconds:.1f} s")
    _into_page_cache(folder / "run.trec")
    return {gold: (str(folder / f"{gold}.qrels"), str(folder / "run.trec")) for gold in GOLDS}


def _into_page_cache(path: Path) -> None:
    with path.open("rb") as file:
        while file.read(1 << 20):
            pass


def _ranking(
    args: argparse.Namespace, peers: Sequence[str], python: str | None
) -> tuple[list[list[Row]], list[str], list[str]]:
    files = _data(args.workdir, args.scale)
    legs = [leg for gold in GOLDS for leg in _legs(gold, files[gold], peers, python)]
    samples, notes = by_turns(legs, args.runs)
    wrong = disagreements(samples, legs, files)
    checked = Row("values that differ", float(len(wrong)), target=("≤", 0.0))
    return [*(_gold_rows(gold, samples, full=args.scale == 1) for gold in GOLDS), [checked]], [*NOTES, *notes], wrong


def _legs(gold: str, files: tuple[str, str], peers: Sequence[str], python: str | None) -> list[Leg]:
    """Everything that takes turns on one golden set; what compares most closely stands side by side."""
    named = [argument for metric in METRICS for argument in ("-m", metric)]
    scripts = [("ragauge", sys.executable, "with_ragauge"), ("polars floor", sys.executable, "floor_polars")]
    if python:
        scripts += [("pyarrow floor", python, "floor_pyarrow"), *((peer, python, f"with_{peer}") for peer in peers)]
    legs = [Leg(tool, gold, (own, str(HERE / "_peers" / f"{name}.py"), *files)) for tool, own, name in scripts]
    return [Leg("ragauge CLI", gold, (COMMAND, "eval", *files, *named), optional=True), *legs]


def _gold_rows(gold: str, samples: Samples, *, full: bool) -> list[Row]:
    """Ratios first; the targets hold at full scale only."""
    of = {tool: several for (tool, data), several in samples.items() if data == gold}
    own = of["ragauge"]
    rows = [
        Row(f"{gold}: {tool} / ragauge", ratio(of[tool], own), "×", target, of[tool], fastest(of[tool], own))
        for tool, target in {**PEERS, "ragauge CLI": None}.items()
        if tool in of
    ]
    rows += [
        Row(f"{gold}: ragauge / {tool}", ratio(own, of[tool]), "×", target, of[tool], fastest(own, of[tool]))
        for tool, target in FLOORS.items()
        if tool in of
    ]
    rows.append(Row(f"{gold}: ragauge, peak memory", median(sample.peak for sample in own), " MiB", PEAK, own))
    return rows if full else [replace(row, target=None) for row in rows]


def _growth(args: argparse.Namespace) -> list[Row]:
    legs = []
    for factor in GROWTH:
        script = (sys.executable, str(HERE / "_peers" / "with_ragauge.py"))
        legs.append(Leg("ragauge", f"{factor:g}×", (*script, *_data(args.workdir, args.scale * factor)["sparse"])))
    samples, _ = by_turns(legs, args.runs)
    rows = []
    for factor in GROWTH:
        own = samples["ragauge", f"{factor:g}×"]
        count = max(1, round(QUESTIONS * args.scale * factor)) * DEPTH
        rows.append(Row(f"{factor:g}× ({count:,} rows)", count / middle(own) / 1e6, " M rows/s", None, own))
    return rows


def _small(args: argparse.Namespace) -> tuple[list[Row], list[str]]:
    return small_figures(args.workdir / "small", args.runs)


def _footprint(_: argparse.Namespace) -> tuple[list[Row], list[str]]:
    found = footprint()
    rows = [
        Row("base install: other packages", float(len(found["beside"]))),
        Row("base install: size of these", found["beside_mb"], " MB"),
        Row("base install: size of all", found["total_mb"], " MB"),
    ]
    return rows, [
        f"other packages are those beside numpy, polars, its runtime and ragauge: {', '.join(found['beside'])}"
    ]


def _versions(peers: Sequence[str], python: str | None) -> str:
    found = versions(sys.executable, ["ragauge", "numpy", "polars"])
    if python:
        found |= versions(python, [PACKAGES[peer] for peer in (*peers, "pyarrow")])
    return ", ".join((f"Python {sys.version.split()[0]}", *(f"{name} {version}" for name, version in found.items())))


def _write(path: Path, sections: Sequence[Sequence[Row]], notes: Sequence[str], wrong: Sequence[str]) -> None:
    rows = [row.to_dict() for section in sections for row in section]
    content: dict[str, Any] = {"figures": rows, "notes": list(notes), "wrong": list(wrong)}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FailedError as error:
        sys.exit(f"failed: {error}")
