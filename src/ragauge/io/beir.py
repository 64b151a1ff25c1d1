"""BEIR folders: ``queries.jsonl``, ``qrels/<split>.tsv`` and ``corpus.jsonl``, plain or gzipped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.io.delimited import read_delimited
from ragauge.io.files import shown
from ragauge.io.json_lines import read_json_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.io.delimited import Row
    from ragauge.tables.golden import Golden


def is_beir_folder(path: Path) -> bool:
    """Whether the folder has the shape of a BEIR collection."""
    return path.is_dir() and (path / "qrels").is_dir()


def beir_qrels(folder: str | Path, *, split: str = "test") -> tuple[list[Row], str]:
    """The rows of ``qrels/<split>.tsv``, and its path.

    Raises: InputError naming the splits there are.
    """
    path = Path(folder) / "qrels" / f"{split}.tsv"
    if not path.exists():
        splits = sorted(file.stem for file in path.parent.glob("*.tsv"))
        raise InputError([Problem(f"no split {split!r}; there are: {', '.join(splits) or 'none'}", shown(folder))])
    return read_delimited(path), shown(path)


def with_texts(golden: Golden, folder: str | Path) -> Golden:
    """The golden set with the texts of its questions from ``queries.jsonl``."""
    path = _file(Path(folder), "queries.jsonl")
    texts = {str(row.get("_id")): str(row.get("text", "")) for _, row in read_json_rows(path)}
    found = [texts.get(question) for question in golden.questions["question"]]
    questions = golden.questions.with_columns(text=pl.Series(found, dtype=pl.String))
    return replace(golden, questions=questions)


def beir_corpus(folder: str | Path) -> Iterator[tuple[str, str]]:
    """Id and text (title, then body) of every document.

    Raises: InputError naming the lines without an ``_id``.
    """
    path = _file(Path(folder), "corpus.jsonl")
    rows = read_json_rows(path)
    bad = [Problem("no _id", shown(path), number, "_id") for number, row in rows if row.get("_id") in (None, "")]
    if bad:
        raise InputError(bad)
    return ((str(row["_id"]), _text(row)) for _, row in rows)


def _text(row: dict[str, Any]) -> str:
    return f"{row.get('title') or ''}\n{row.get('text') or ''}".strip()


def _file(folder: Path, name: str) -> Path:
    packed = folder / f"{name}.gz"
    return packed if packed.exists() else folder / name
