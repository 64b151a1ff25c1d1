"""Gold and run where the run is a table: a row a question with its answer, or a run like any other."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.answering.own_gold import reference_note
from ragauge.core.errors import InputError
from ragauge.golden.reading.containers import golden_rows_of
from ragauge.golden.reading.nested import without_nesting
from ragauge.golden.reading.rows import read_golden
from ragauge.io.answer_cells import SEPARATORS
from ragauge.io.answer_columns import answer_columns, is_table_of_answers, may_repeat
from ragauge.io.answer_rows import read_answers
from ragauge.io.files import shown
from ragauge.io.parquet import frame_rows, is_frame, to_frame
from ragauge.io.reading_tables import read_table_or_mapping
from ragauge.io.table import Table
from ragauge.io.trace_runs import traced_of_run
from ragauge.loading import golden_from, run_of_content
from ragauge.tables.golden import Golden

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.errors import Problem
    from ragauge.core.reading import Reading
    from ragauge.io.answer_rows import AnswerTable
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced

GOLD_FLAGS = ("refusal", "answerable", "reason", "type", "answer")
"""Roles of columns that say what a question is, and not what the system did with it."""


def inputs_of_tables(
    gold: Any, run: Any, reading: Reading, *, asked: bool, separator: str | None = None
) -> tuple[Golden, Run, Traced | None]:
    """Gold, run, and the answers of a run that is a table: a file, a data frame or a list of objects.

    A table with a row a question and an answer in it is answers; its gold may then do without evidence. One file may be
    both: what the system used and said is no gold then, and what is gold was not said by the system. Where the gold has
    no right answer of a question, one that stands beside the answer counts, and a note says for how many.

    ``asked``: metrics of answers were asked for. ``separator`` stands between the texts of a prompt in a cell; it is a
    name of ``SEPARATORS``, or any text.

    Raises: InputError with every problem of both files.
    """
    found, source = _content(run, reading if is_the_same(gold, run) else None)
    inputs = _of_answers(gold, found, source, reading, one_file=is_the_same(gold, run), separator=separator)
    if inputs is None:
        golden, ranked = _golden(gold, reading), run_of_content(found, source)
        return golden, ranked, traced_of_run(ranked) if asked else None
    return inputs


def inputs_of_answers(gold: Any, run: Any, reading: Reading) -> tuple[Golden, Traced] | None:
    """Gold and answers where the run is a table of answers; None for any other one, whose gold is not read.

    Raises: InputError with every problem of both files.
    """
    one_file = is_the_same(gold, run)
    found, source = _content(run, reading if one_file else None)
    inputs = _of_answers(gold, found, source, reading, one_file=one_file, separator=None)
    return None if inputs is None else (inputs[0], inputs[2])


def _of_answers(
    gold: Any, found: Table | dict[str, Any], source: str, reading: Reading, *, one_file: bool, separator: str | None
) -> tuple[Golden, Run, Traced] | None:
    given = {role: column for role, column in reading.columns.items() if one_file and role in ("id", "question")}
    table = _table_of_answers(found, source, given)
    if table is None:
        return None
    reading, separator = replace(reading, evidence=False), SEPARATORS.get(separator or "", separator)
    if one_file:
        golden, answers = _one_file(table, reading, given, separator)
    else:
        golden, answers = _two_files(gold, table, reading, separator)
    notes = reference_note(golden, answers.traced)
    return golden, replace(answers.run, notes=(*answers.run.notes, *notes)), answers.traced


def answers_alone(run: Any) -> tuple[None, Traced] | None:
    """The answers of a table of answers of which there is no gold; None for any other table.

    Raises: InputError with every problem of the table.
    """
    table = _table_of_answers(*_content(run, None), {})
    return None if table is None else (None, read_answers(table).traced)


def is_the_same(gold: Any, run: Any) -> bool:
    """Whether gold and run are one file, or one table in memory.

    >>> rows = [{"question": "How long?", "answer": "Two years."}]
    >>> is_the_same(rows, rows), is_the_same(rows, list(rows)), is_the_same("gold.csv", "no such file.csv")
    (True, False, False)
    """
    if isinstance(run, str | PathLike):
        both = isinstance(gold, str | PathLike) and Path(gold).is_file() and Path(run).is_file()
        return both and Path(gold).samefile(run)
    return gold is run


def _content(run: Any, own: Reading | None) -> tuple[Table | dict[str, Any], str]:
    """What a run holds, and how messages call it; ``own`` is how it is to be read, where the gold is the same file."""
    if isinstance(run, str | PathLike):
        how: dict[str, Any] = {} if own is None else {"encoding": own.encoding, "sheet": own.sheet}
        return read_table_or_mapping(Path(run), **how), shown(Path(run))
    if is_frame(run):
        return Table.of_rows(frame_rows(to_frame(run, "run")), source="run", facts={"format": "data frame"}), "run"
    rows = [(place, {str(key): cell for key, cell in row.items()}) for place, row in enumerate(run, start=1)]
    return Table.of_rows(rows, source="run", facts={"format": "list"}), "run"


def _golden(gold: Any, reading: Reading) -> Golden:
    return gold if isinstance(gold, Golden) else golden_from(gold, reading)


def _table_of_answers(found: Table | dict[str, Any], source: str, given: Mapping[str, str]) -> Table | None:
    """The table, or that in a JSON object, where its rows are questions with answers."""
    if isinstance(found, dict):
        rows = golden_rows_of(found)
        if not rows:
            return None
        found = Table.of_rows(rows, source=source, facts={"format": "json"})
    table = without_nesting(found)
    if not len(table) or not is_table_of_answers(table.names, source, given):
        return None
    if may_repeat(table.names, source):
        asked = [str(cell) for cell in table.columns[answer_columns(table.names, source, given=given).key]]
        if len(set(asked)) < len(asked):
            return None  # a row a hit
    return table


def _two_files(gold: Any, table: Table, reading: Reading, separator: str | None) -> tuple[Golden, AnswerTable]:
    """Gold and answers of a file each."""
    problems: list[Problem] = []
    golden = answers = None
    try:
        golden = _golden(gold, reading)
    except InputError as error:
        problems += error.problems
    try:
        answers = read_answers(table, separator=separator)
    except InputError as error:
        problems += error.problems
    if golden is None or answers is None:
        raise InputError(problems)
    return golden, answers


def _one_file(
    table: Table, reading: Reading, given: Mapping[str, str], separator: str | None
) -> tuple[Golden, AnswerTable]:
    """Gold and answers of one file, each without the columns of the other."""
    declared = {*reading.columns.values(), *reading.unanswerable()}
    ours = answer_columns(table.names, table.source, without=declared, given=given).of_system
    rest = {name: cells for name, cells in table.columns.items() if name not in ours}
    file = read_golden(replace(table, columns=rest), reading)
    taken = set(declared)
    if file.layout is not None:
        flags = {column for role, column in file.layout.columns.of.items() if role in GOLD_FLAGS}
        taken |= {*file.layout.evidence.values(), *flags}
    problems = list(file.problems)
    try:
        answers = read_answers(table, without=taken, given=given, separator=separator)
    except InputError as error:
        problems += [problem for problem in error.problems if problem not in problems]
    if problems or file.golden is None:
        raise InputError(problems)
    return file.golden, answers
