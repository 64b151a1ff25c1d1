"""TREC qrels and runs."""

from __future__ import annotations

import gzip
import zlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.grades import HIGHEST, as_grade
from ragauge.io.fields import Layout, read_fields, read_head
from ragauge.io.files import HEAD, is_gzip, shown
from ragauge.tables.golden import Golden, golden_from_qrels
from ragauge.tables.run import Run, rank_notes

if TYPE_CHECKING:
    from collections.abc import Callable

RUN = Layout(("question", "Q0", "item", "rank", "score", "tag"), ("question", "item", "score"), "score", open_end=True)
RANKS = Layout(RUN.fields, ("question", "rank", "score"), "score", open_end=True)
QRELS = Layout(("question", "iteration", "item", "grade"), ("question", "item", "grade"), "grade")


TABLES = (".csv", ".tsv", ".tab", ".jsonl", ".ndjson", ".json", ".parquet", ".xlsx", ".xlsm", ".xls", ".ods")
OTHER_CONTENT = (b"PK\x03\x04", b"PAR1", b"{", b"[", b"\xd0\xcf\x11\xe0", b"\xef\xbb\xbf{", b"\xef\xbb\xbf[")
"""How workbooks, Parquet and JSON begin, whatever their names."""
NAMED = (".trec", ".run", ".qrels", ".qrel", ".treceval")
DELIMITERS = (b",", b";", b"|", b"\t")
LOOKED_AT = 50


def is_trec_file(path: Path, layout: Layout) -> bool:
    """Whether a file is to be read as TREC: by its name, or because it has such lines, or no delimiter of a table."""
    suffix = Path(path.name.lower().removesuffix(".gz")).suffix
    if suffix in TABLES or suffix in NAMED or not path.is_file():
        return suffix not in TABLES  # of a file that is not there, whoever opens it says so
    try:
        with gzip.open(path) if is_gzip(path) else path.open("rb") as stream:
            head = stream.read(HEAD)
    except (OSError, EOFError, zlib.error):
        return True
    if head.lstrip().startswith(OTHER_CONTENT):
        return False
    lines = [line for line in head.splitlines() if line.strip()][:LOOKED_AT]
    place = layout.fields.index(layout.number)
    return any(_has_number(line.split(), place) for line in lines) or not any(mark in lines[0] for mark in DELIMITERS)


def _has_number(words: list[bytes], place: int) -> bool:
    try:
        float(words[place])
    except (IndexError, ValueError):
        return False
    return True


def read_trec_run(path: str | Path) -> Run:
    """A TREC run: ``question Q0 item rank score tag``; the score ranks, the rank column does not.

    Raises: InputError with file and line for anything that is not such a line.
    """
    frame, line = read_fields(path, RUN)
    return Run(frame, "score", shown(path), notes=_rank_notes(path, frame), row_line=line, verbatim=True)


def _rank_notes(path: str | Path, frame: pl.DataFrame) -> tuple[str, ...]:
    """Whether ranks contradict scores: looked up in the whole file if a score rises, else in its first lines."""
    if frame.is_empty():
        return ()
    same = pl.col("question") == pl.col("question").shift()
    if frame.lazy().select((same & (pl.col("score") > pl.col("score").shift())).any()).collect().item():
        return rank_notes(read_fields(path, RANKS)[0], "score")
    head = read_head(path, RANKS)
    return rank_notes(head, "score", whole=head.height == frame.height)


def read_trec_qrels(path: str | Path, *, match: str = "all") -> Golden:
    """TREC qrels: ``question iteration item grade``.

    Raises: InputError with file and line for a bad line, a fractional grade, or grades that contradict.
    """
    frame, line = read_fields(path, QRELS)
    grades = whole_grades(frame["grade"], shown(path), line)
    golden = golden_from_qrels(frame.with_columns(grade=grades), source=shown(path), line=line, match=match)
    return replace(golden, verbatim=True)


def whole_grades(grade: pl.Series, source: str, line: Callable[[int], int]) -> pl.Series:
    """Grades as integers.

    Raises: InputError naming every row whose grade is not a whole number within ±1000.
    """
    odd = (grade.floor() != grade) | (grade.abs() > HIGHEST) | ~grade.is_finite()
    if odd.any():
        rows = odd.arg_true().to_list()
        problems = [Problem(_complaint(grade[row]), source, line(row), "grade") for row in rows[:20]]
        raise InputError(problems, total=len(rows))
    return grade.cast(pl.Int64)


def _complaint(grade: float) -> str:
    try:
        as_grade(grade)
    except ValueError as error:
        return str(error)
    return f"grade {grade} cannot be used"


def trec_run_text(run: Run, *, tag: str) -> str:
    """A run as TREC lines, ranks by the order of its rows.

    Raises: InputError for ids with white space, which the format cannot hold.
    """
    spaced = run.frame.filter(pl.col("question").str.contains(r"\s") | pl.col("item").str.contains(r"\s"))
    if not spaced.is_empty():
        question, item, _ = spaced.row(0)
        raise InputError(f"a TREC file cannot hold ids with spaces, like {question!r} or {item!r}")
    rank = pl.int_range(1, pl.len() + 1).over("question")
    rows = run.frame.with_columns(rank=rank, score=pl.col("score").fill_null(-rank.cast(pl.Float64)))
    return "".join(
        f"{question} Q0 {item} {place} {score!r} {tag}\n" for question, item, score, place in rows.iter_rows()
    )
