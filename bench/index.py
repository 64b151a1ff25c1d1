"""Vector indexes on LSA vectors of real texts: ANN recall, questions a second, fill rate, against exact search.

python bench/index.py             needs RAGAUGE_DATA and packages: pip install 'ragauge[ann]'; about two minutes
python bench/index.py --quick     SciFact alone, one timed round

Vectors of texts lie in clusters. Random ones are no stand-in: with isotropic Gaussians no graph finds anything.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from _environments import machine, versions
from _processes import FailedError, run, say
from _report import Row, show

COMMAND = str(Path(sys.executable).parent / "ragauge")
COLLECTIONS = {
    "XQuAD ru": ("xquad/beir_ru", ()),
    "SciFact": ("scifact", ()),
    "SciFact in chunks of 50 words": ("scifact", ("--chunker", "fixed", "--size", "50")),
}
GRID = ("--set", "ef=64,256", "--set", "nprobe=16", "--random", "0.01")
NEAR, SPEED = ("≥", 99.0), ("≥", 1.0)
"""What HNSW by hnswlib is to reach at ef=256, and as a multiple of the speed of exact search at ef=64."""
PACKAGES = ["ragauge", "numpy", "hnswlib", "usearch", "faiss-cpu"]


def main() -> int:
    """Measure and print; a missed time does not fail, it may be the machine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="SciFact alone, one timed round")
    parser.add_argument("--workdir", type=Path, default=Path("out", "bench"), help="where steps are kept")
    args = parser.parse_args()
    data = os.environ.get("RAGAUGE_DATA")
    if not data or not Path(data, "scifact").is_dir():
        say("RAGAUGE_DATA is not set: it names the folder with scifact")
        return 0
    args.workdir.mkdir(parents=True, exist_ok=True)
    sections, notes = [], []
    for name in ["SciFact"] if args.quick else COLLECTIONS:
        say(f"studying {name}")
        folder, chunks = COLLECTIONS[name]
        place, target = str(Path(data, folder)), args.workdir / "index.json"
        command = (COMMAND, "study", "index", place, place, *chunks, *GRID, "--json", str(target))
        try:
            sample = run((*command, "--repeats", "1" if args.quick else "3", "--cache", str(args.workdir / "index")))
        except FailedError as error:
            say(str(error))
            return 0
        study = json.loads(target.read_text(encoding="utf-8"))
        sections.append([Row(f"{name}: the whole study", sample.seconds, " s", None, [sample]), *rows_of(name, study)])
        notes += [f"{name}: {study['title'].partition(': ')[2]}"]
    named = ", ".join(f"{name} {version}" for name, version in versions(sys.executable, PACKAGES).items())
    notes += ["recall@10 and fill under a filter that lets random documents pass", machine(), named]
    show("vector indexes, one question at a time", sections, notes)
    return 0


def rows_of(name: str, study: dict[str, Any]) -> list[Row]:
    """Recall, speed against exact search, and recall with fill rate under the filter, of each setting."""
    tables = {table["title"]: table["rows"] for table in study["tables"]}
    speed = next(rows for title, rows in tables.items() if title.startswith("speed"))
    under = next(rows for title, rows in tables.items() if title.startswith("under filters"))
    exact, *others = speed
    rows = [Row(f"{name}: exact", exact["questions/s"], "/s")]
    for one in others:
        setting = one["setting"]
        rows += [
            Row(f"{setting}: recall", 100 * one["ANN recall"], " %", NEAR if setting == "hnswlib · ef=256" else None),
            Row(f"{setting}: against exact", one["questions/s"] / exact["questions/s"], "×",
                SPEED if setting == "hnswlib · ef=64" else None),
        ]  # fmt: skip
        rows += [
            Row(f"{setting}: {row['passes']:.0%} pass, {row['filled']:.1%} filled", 100 * row["ANN recall"], " %")
            for row in under
            if row["setting"] == setting
        ]
    return rows


if __name__ == "__main__":
    sys.exit(main())
