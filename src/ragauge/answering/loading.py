"""Gold and run from files, with the answers where these have some: traces, and plain tables of answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.answering.cases import has_answers
from ragauge.io.trace_tables import read_traced
from ragauge.io.traces import is_trace_file
from ragauge.io.trec import RUN, is_trec_file
from ragauge.loading import golden_from, load_run
from ragauge.tables.golden import Golden

if TYPE_CHECKING:
    from ragauge.core.reading import Reading
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """Gold, run, and the traces in it where answers are to be measured."""

    golden: Golden
    run: Run
    traced: Traced | None


def load_inputs(gold: Any, run: Any, reading: Reading, *, asked: bool = False, separator: str | None = None) -> Inputs:
    """Gold and run, and the answers in the run where these are in its file.

    ``asked``: metrics of answers were asked for; a run without any is measured as that. ``separator`` stands between
    the texts of a prompt in a cell of a table (see ``answering.tables``).

    Raises: InputError with every problem of a file.
    """
    if isinstance(run, str | Path) and Path(run).is_file() and _may_be_a_table(Path(run)):
        from ragauge.answering.tables import inputs_of_tables

        return Inputs(*inputs_of_tables(gold, Path(run), reading, asked=asked, separator=separator))
    golden = gold if isinstance(gold, Golden) else golden_from(gold, reading)
    return Inputs(golden, load_run(run), load_answers(run, asked=asked))


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


def _may_be_a_table(path: Path) -> bool:
    """Whether a file may be a table of answers: no TREC run, no traces, and no Parquet without a column of answers."""
    if is_trec_file(path, RUN) or is_trace_file(path):
        return False
    if not path.name.lower().endswith(".parquet"):
        return True
    from ragauge.io.answer_columns import is_table_of_answers
    from ragauge.io.parquet import read_parquet_names

    return is_table_of_answers(read_parquet_names(path), path.name)
