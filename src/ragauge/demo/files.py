"""The demo as files, to try the commands on."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import shown
from ragauge.io.traces import traces_text
from ragauge.io.trec import trec_run_text
from ragauge.io.writing import write_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.core.trace import Trace
    from ragauge.tables.run import Run


def demo_targets(folder: str | Path) -> list[Path]:
    """Every file that ``save_demo`` writes."""
    pages = sorted(page.name for page in (files("ragauge.demo") / "corpus").iterdir())
    names = ("golden.jsonl", "run.trec", "traces.jsonl")
    return [*(Path(folder, name) for name in names), *(Path(folder, "corpus", page) for page in pages)]


def make_demo_folder(folder: str | Path, *, force: bool = False) -> None:
    """Make the folder when it is missing.

    Raises: InputError when it cannot be made, or holds files of these names and nobody said ``force``.
    """
    taken = [] if force else [shown(path.relative_to(folder)) for path in demo_targets(folder) if os.path.lexists(path)]
    if taken:
        more = f" and {len(taken) - 2} more" if len(taken) > 2 else ""
        message = f"holds {', '.join(taken[:2])}{more} already; nothing was written, --force replaces them"
        raise InputError([Problem(message, shown(folder))])
    try:
        Path(folder, "corpus").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError([Problem(f"cannot be made: {error.strerror}", shown(folder))]) from error


def save_demo(folder: str | Path, run: Run, traces: Iterable[Trace], *, force: bool = False) -> None:
    """Write ``corpus/*.md``, ``golden.jsonl``, ``run.trec`` and ``traces.jsonl`` into a folder, made when missing.

    Raises: InputError when the folder cannot be made or written to, or holds such files and nobody said ``force``.
    """
    make_demo_folder(folder, force=force)
    home = files("ragauge.demo")
    golden, ranked, traced, *pages = demo_targets(folder)
    texts = [(page, (home / "corpus" / page.name).read_text(encoding="utf-8")) for page in pages]
    texts.append((golden, (home / "golden.jsonl").read_text(encoding="utf-8")))
    write_all([*texts, (ranked, trec_run_text(run, tag="demo")), (traced, traces_text(traces))])
