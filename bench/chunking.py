"""Chunkers and sizes on Chroma's chunking data: recall and IoU of gold spans in the first five chunks.

python bench/chunking.py          needs RAGAUGE_DATA; about a minute; prints a Markdown table

Five corpora are searched together, as Chroma does: 472 questions, 790 gold spans. Sizes are words (runs without
spaces), not tokens of a model. Spans are counted in characters, overlaps once.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from ragauge.golden.reading.rows import golden_from_rows
from ragauge.report.markdown import table
from ragauge.sweeping.running import Plan, sweep
from ragauge.sweeping.store import Store
from ragauge.tables.corpus import Corpus

GRID = {"chunker": ["fixed", "recursive", "markdown"], "size": [200, 400, 800], "lane": ["bm25", "lsa"]}
HEAD = ("chunker", "size", "lane", "span recall", "span precision", "span IoU", "precision-Ω", "words of context",
        "chunks", "recall@5")  # fmt: skip


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--k", type=int, default=5, help="how many chunks are handed on (default 5)")
    args = parser.parse_args()
    data = os.environ.get("RAGAUGE_DATA")
    if not data or not Path(data, "chroma_chunking").is_dir():
        print("RAGAUGE_DATA is not set: it names the folder with chroma_chunking", file=sys.stderr)
        return 0
    corpus, rows = _read(Path(data, "chroma_chunking"))
    golden = golden_from_rows(rows, source="questions.jsonl")
    with tempfile.TemporaryDirectory() as folder:
        found = sweep(corpus, golden, Plan(GRID, k=(args.k,), metrics=("recall@k",)), Store(Path(folder)))
    places = {name: place for place, name in enumerate(GRID["chunker"])}
    points = sorted(
        found.points, key=lambda one: (one.setup.lanes, places[one.setup.chunker], one.setup.chunking["size"])
    )
    print(table([HEAD, *map(_row, points)]))
    spans = sum(len(row["evidence"]) for _, row in rows)
    print(f"\n{found.points[0].spans.n} questions, {spans} spans, top {args.k}")
    return 0


def _read(folder: Path) -> tuple[Corpus, list[tuple[int, dict[str, object]]]]:
    corpus = Corpus({path.stem: path.read_bytes().decode() for path in sorted((folder / "corpora").glob("*.md"))})
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = []
    for number, asked in enumerate(map(json.loads, lines), start=1):
        document = asked["corpus_id"]
        evidence = [
            {"document": document, "start": one["start"], "end": one["end"], "quote": one["text"]}
            for one in asked["references"]
        ]
        rows.append((number, {"id": asked["id"], "question": asked["question"], "evidence": evidence}))
    return corpus, rows


def _row(point: object) -> tuple[str, ...]:
    spans, setup = point.spans, point.setup
    held = (spans.recall, spans.precision, spans.iou, spans.omega)
    size, lane = str(setup.chunking["size"]), setup.lanes[0]
    costs = (f"{point.cost.tokens:,.0f}", f"{point.cost.chunks:,}")
    return (setup.chunker, size, lane, *(f"{value:.3f}" for value in held), *costs, f"{point.value:.3f}")


if __name__ == "__main__":
    sys.exit(main())
