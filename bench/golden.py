"""Golden files, as whole processes of the command: inspecting a large one, and projecting quotes to chunks.

python bench/golden.py              1,000,000 rows of CSV; 5,000 quotes, 5,000 documents of 10 kB, chunks of 1,000
python bench/golden.py --scale 0.1  a quick look
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

from _environments import machine, versions
from _processes import Leg, by_turns, middle, run, say
from _quotes import SEED
from _report import Row, show

HERE = Path(__file__).parent
COMMAND = str(Path(sys.executable).parent / "ragauge")
ROWS, DOCUMENTS, QUOTES, CHUNK = 1_000_000, 5_000, 5_000, 1_000
INSPECT, PROJECT = ("≤", 10.0), ("≤", 20.0)


def main() -> int:
    """Measure and print; a missed time does not fail, it may be the machine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="recorded runs (default 3), after one warm-up")
    parser.add_argument("--scale", type=float, default=1.0, help="1.0 is the sizes named above")
    parser.add_argument("--workdir", type=Path, default=Path("out", "bench"), help="where the data is kept")
    args = parser.parse_args()
    if args.runs < 1 or args.scale <= 0:
        parser.error("--runs and --scale must be positive")
    folder = args.workdir / "golden"
    folder.mkdir(parents=True, exist_ok=True)
    rows, documents, quotes = (max(20, round(count * args.scale)) for count in (ROWS, DOCUMENTS, QUOTES))
    table = folder / f"{rows}.csv"
    make_table(table, rows)
    gold, corpus, chunks = make_projection(folder, documents, quotes)
    told = folder / "check.json"
    own = (sys.executable, str(HERE / "golden.py"), "--check")
    legs = [
        Leg("inspect", "table", (COMMAND, "golden", "inspect", str(table))),
        Leg("check", "quotes", (*own, *map(str, (gold, corpus, chunks, told)))),
    ]
    samples, _ = by_turns(legs, args.runs)
    inspect, check = samples["inspect", "table"], samples["check", "quotes"]
    full = args.scale == 1
    speed = [
        Row(f"golden inspect, {rows:,} rows", middle(inspect), " s", INSPECT if full else None, inspect),
        Row(f"golden check, {quotes:,} quotes to chunks", middle(check), " s", PROJECT if full else None, check),
    ]
    counts = json.loads(told.read_text(encoding="utf-8"))
    found = [Row(f"{kind}", float(count)) for part in ("places", "chunks") for kind, count in counts[part].items()]
    installed = versions(sys.executable, ["ragauge", "polars", "rapidfuzz"])
    named = ", ".join(f"{name} {version}" for name, version in installed.items())
    show(f"golden files, {args.runs} runs", [speed, found], [machine(), named])
    return 0


def make_table(path: Path, rows: int) -> None:
    """A CSV of questions with two documents each."""
    rng = random.Random(SEED)
    with path.open("w", encoding="utf-8") as file:
        file.write("id,question,type,expected_sources,answer\n")
        for place in range(rows):
            one, two = rng.randrange(200_000), rng.randrange(200_000)
            text = f'"Сколько служит деталь {place} модели {place % 977}, and who pays?"'
            file.write(f"q{place},{text},single,doc{one}.pdf;док{two}.pdf,{place % 40} лет\n")


def make_projection(folder: Path, documents: int, quotes: int) -> tuple[Path, Path, Path]:
    """Documents, their chunks with an overlap, and questions whose evidence is a quote of a named document."""
    data = folder / f"{documents}-{quotes}.json"
    run([sys.executable, str(HERE / "_quotes.py"), "make", *map(str, (data, documents, quotes, 1.0))])
    made = json.loads(data.read_text(encoding="utf-8"))
    gold, corpus, chunks = (folder / f"{name}.jsonl" for name in ("gold", "corpus", "chunks"))
    _write(corpus, ({"_id": f"{place}", "text": text} for place, text in enumerate(made["texts"])))
    _write(
        chunks,
        (
            {"id": f"{place}-{start}", "document": f"{place}", "start": start, "text": text[start : start + CHUNK]}
            for place, text in enumerate(made["texts"])
            for start in range(0, len(text), CHUNK - 200)
        ),
    )
    _write(
        gold,
        (
            {"id": f"q{place}", "question": f"Question {place}?", "document": f"{claimed}", "quote": quote}
            for place, (*_, claimed, quote) in enumerate(made["quotes"])
        ),
    )
    say(f"generated {documents:,} documents, their chunks and {quotes:,} quotes")
    return gold, corpus, chunks


def _write(path: Path, rows) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def check(gold: str, corpus: str, chunks: str, told: str) -> int:
    """The command in a process of its own; some quotes are from nowhere, which it tells by exit code 1."""
    options = ["golden", "check", gold, "--corpus", corpus, "--chunks", chunks, "--json", told]
    from ragauge.cli.main import main as command

    try:
        command(options)
    except SystemExit as end:
        return 0 if end.code in (0, 1) else int(end.code or 2)
    return 0


if __name__ == "__main__":
    sys.exit(check(*sys.argv[2:]) if sys.argv[1:2] == ["--check"] else main())
