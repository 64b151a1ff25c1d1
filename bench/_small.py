"""What a user waits for on small data: the command from cold, and the import."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from _processes import Leg, by_turns, middle, run
from _report import Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _processes import Sample

COMMAND = str(Path(sysconfig.get_path("scripts"), "ragauge"))
GOLD = "q1 0 d1 1\nq2 0 d2 1\n"
RUN = "q1 Q0 d1 1 2.0 small\nq1 Q0 d2 2 1.0 small\nq2 Q0 d1 1 2.0 small\nq2 Q0 d2 2 1.0 small\n"
CLI, IMPORT = ("<", 0.6), ("≤", 0.3)
HEAVY = {
    "bm25s", "matplotlib", "numba", "onnxruntime", "pandas", "pyarrow", "scipy", "sentence_transformers", "sklearn",
    "Stemmer", "tokenizers", "torch", "transformers",
}  # fmt: skip
IMPORT_RAGAUGE = ("-c", "import ragauge")
EVALUATE = ("-c", "import sys, ragauge; ragauge.evaluate(*sys.argv[1:])")


def small_figures(folder: Path, runs: int) -> tuple[list[Row], list[str]]:
    """Times of the command and the import by turns, and the heavy modules that they load."""
    files = _write(folder)
    python = sys.executable
    legs = [
        Leg("CLI", "small", (COMMAND, "eval", *files), optional=True),
        Leg("evaluate", "small", (python, *EVALUATE, *files)),
        Leg("import", "small", (python, *IMPORT_RAGAUGE)),
        Leg("bare", "small", (python, "-c", "pass")),
    ]
    samples, notes = by_turns(legs, runs)
    labels = {
        "CLI": ("ragauge eval of two documents", CLI),
        "evaluate": ("ragauge.evaluate of two documents", None),
        "import": ("python that imports ragauge", IMPORT),
        "bare": ("python that does nothing", None),
    }
    rows = [
        Row(labels[tool][0], middle(several), " s", labels[tool][1], several) for (tool, _), several in samples.items()
    ]
    evaluation = (COMMAND, "eval", *files) if ("CLI", "small") in samples else (*EVALUATE, *files)
    for what, arguments in (("import ragauge", IMPORT_RAGAUGE), ("an evaluation", evaluation)):
        row, note = _modules(what, arguments)
        rows.append(row)
        notes.append(note)
    return rows, notes


def _write(folder: Path) -> tuple[str, str]:
    folder.mkdir(parents=True, exist_ok=True)
    gold, hits = folder / "gold.qrels", folder / "run.trec"
    gold.write_text(GOLD)
    hits.write_text(RUN)
    return str(gold), str(hits)


def _modules(what: str, arguments: Sequence[str]) -> tuple[Row, str]:
    """How many heavy packages are loaded, and which packages take longest to load."""
    sample = run([sys.executable, "-X", "importtime", *arguments])
    own, first = _import_times(sample)
    heavy = sorted(HEAVY & own.keys())
    slowest = sorted(first, key=lambda name: -first[name])[:5]
    listed = ", ".join(f"{name} {first[name] / 1e6:.3f} s" for name in slowest)
    named = f" ({', '.join(heavy)})" if heavy else ""
    note = f"{what} loads {sum(own.values())} modules, {len(heavy)} heavy packages{named}; slowest packages: {listed}"
    return Row(f"heavy packages of {what}", float(len(heavy)), target=("≤", 0.0)), note


def _import_times(sample: Sample) -> tuple[dict[str, int], dict[str, int]]:
    """Modules loaded by top-level package, and microseconds by package with what it loads in turn."""
    counts: dict[str, int] = {}
    cumulative: dict[str, int] = {}
    for line in sample.err.splitlines():
        cells = line.removeprefix("import time:").split("|")
        if len(cells) != 3 or not cells[1].strip().isdigit():
            continue
        name = cells[2].strip()
        package = name.partition(".")[0]
        counts[package] = counts.get(package, 0) + 1
        if name == package:
            cumulative[package] = int(cells[1])
    return counts, cumulative
