"""The demo as files, to try the commands on."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import shown
from ragauge.io.trec import trec_run_text
from ragauge.io.writing import write_text

if TYPE_CHECKING:
    from ragauge.tables.run import Run


def save_demo(folder: str | Path, run: Run) -> None:
    """Write ``corpus/*.md``, ``golden.jsonl`` and ``run.trec`` into a folder, which is made when missing."""
    target = Path(folder)
    try:
        (target / "corpus").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError([Problem(f"cannot be made: {error.strerror}", shown(target))]) from error
    home = files("ragauge.demo")
    for page in (home / "corpus").iterdir():
        write_text(target / "corpus" / page.name, page.read_text(encoding="utf-8"))
    write_text(target / "golden.jsonl", (home / "golden.jsonl").read_text(encoding="utf-8"))
    write_text(target / "run.trec", trec_run_text(run, tag="demo"))
