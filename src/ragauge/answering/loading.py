"""Gold and run from files, with the answers where these have some: traces, and plain tables of answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.answering.cases import has_answers
from ragauge.io.parquet import is_frame
from ragauge.io.trace_runs import traced_of_run
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

    Gold for traces with answers may do without evidence, as it may for a table of answers.

    Raises: InputError with every problem of a file.
    """
    if may_be_a_table(run):
        from ragauge.answering.tables import inputs_of_tables

        return Inputs(*inputs_of_tables(gold, run, reading, asked=asked, separator=separator))
    traced = load_answers(run, asked=asked)
    return Inputs(_golden(gold, reading, traced), load_run(run), traced)


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What happened to questions, and their gold where it was named; ``of_table``: a table of answers told it."""

    golden: Golden | None
    traced: Traced
    of_table: bool = False


def load_traced(gold: Any, traces: Any, reading: Reading) -> Told:
    """Gold and traces for those who look at single questions, and need no ranking; without gold (None), traces alone.

    ``traces``: a file that ``eval`` reads as a table of answers, or whatever else ``read_traced`` reads; a data frame
    or a list of objects. The gold may do without evidence where there are answers.

    Raises: InputError with every problem of a file.
    """
    if may_be_a_table(traces):
        from ragauge.answering.tables import answers_alone, inputs_of_answers

        found = answers_alone(traces) if gold is None else inputs_of_answers(gold, traces, reading)
        if found is not None:
            return Told(found[0], found[1], of_table=True)
    traced = read_traced(Path(traces)) if isinstance(traces, str | PathLike) else traced_of_run(load_run(traces))
    return Told(None if gold is None else _golden(gold, reading, traced), traced)


def _golden(gold: Any, reading: Reading, traced: Traced | None) -> Golden:
    if isinstance(gold, Golden):
        return gold
    answered = traced is not None and has_answers(traced)
    return golden_from(gold, replace(reading, evidence=reading.evidence and not answered))


def load_answers(source: Any, *, asked: bool = False) -> Traced | None:
    """The traces in a file, where they have answers; None for any other run.

    ``asked``: a metric of answers was asked for, so every file is looked at, and what has no answers is measured as
    that.
    """
    if not isinstance(source, str | PathLike) or not Path(source).is_file():
        return None
    if not asked and not is_trace_file(Path(source)):
        return None
    traced = read_traced(Path(source))
    return traced if asked or has_answers(traced) else None


def is_table_in_memory(run: Any) -> bool:
    """Whether a run is a data frame, or a list of objects.

    >>> is_table_in_memory([{"question": "How long?"}]), is_table_in_memory([]), is_table_in_memory("run.csv")
    (True, False, False)
    """
    if isinstance(run, list | tuple):
        return bool(run) and all(isinstance(row, Mapping) for row in run)
    return is_frame(run)


def may_be_a_table(run: Any) -> bool:
    """Whether a run may be a table of answers: no TREC run, no traces, and no Parquet without a column of answers."""
    if not isinstance(run, str | PathLike):
        return is_table_in_memory(run)
    path = Path(run)
    if not path.is_file() or is_trec_file(path, RUN) or is_trace_file(path):
        return False
    if not path.name.lower().endswith(".parquet"):
        return True
    from ragauge.io.answer_columns import is_table_of_answers
    from ragauge.io.parquet import read_parquet_names

    return is_table_of_answers(read_parquet_names(path), path.name)
