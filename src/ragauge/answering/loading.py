"""Which files of runs have answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.answering.cases import has_answers
from ragauge.io.trace_tables import read_traced
from ragauge.io.traces import is_trace_file

if TYPE_CHECKING:
    from ragauge.tables.traced import Traced


def load_answers(source: Any, *, asked: bool = False) -> Traced | None:
    """The traces in a file, where they have answers; None for any other run.

    ``asked``: a metric of answers was asked for, so every file is looked at, and what has no answers is measured as
    that.
    """
    if not isinstance(source, str | Path) or not Path(source).is_file():
        return None
    if not asked and not is_trace_file(Path(source)):
        return None
    traced = read_traced(source)
    return traced if asked or has_answers(traced) else None
