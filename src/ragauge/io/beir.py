"""BEIR folders: ``queries.jsonl``, ``qrels/<split>.tsv`` and ``corpus.jsonl``, plain or gzipped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import clean_id
from ragauge.io.delimited import read_delimited
from ragauge.io.files import shown
from ragauge.io.json_lines import read_json_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.io.table import Row
    from ragauge.tables.golden import Golden


def is_beir_folder(path: Path) -> bool:
    """Whether the folder has the shape of a BEIR collection."""
    return path.is_dir() and (path / "qrels").is_dir()


def beir_qrels(folder: str | Path, *, split: str = "test") -> tuple[list[Row], str]:
    """The rows of ``qrels/<split>.tsv``, and its path.

    Raises: InputError naming the splits there are.
    """
    path = _file(Path(folder) / "qrels", f"{split}.tsv")
    if not path.exists():
        files = [*path.parent.glob("*.tsv"), *path.parent.glob("*.tsv.gz")]
        splits = sorted({file.name.removesuffix(".gz").removesuffix(".tsv") for file in files})
        raise InputError([Problem(f"no split {split!r}; there are: {', '.join(splits) or 'none'}", shown(folder))])
    return read_delimited(path), shown(path)


def with_texts(golden: Golden, folder: str | Path) -> Golden:
    """The golden set with the texts of its questions from ``queries.jsonl``; a blank text is none.

    Raises: InputError naming the lines without an ``_id``, or with one that stands there already.
    """
    texts = {name: _words(row.get("text")) or None for name, row in _by_id(_file(Path(folder), "queries.jsonl"))}
    found = [texts.get(question) for question in golden.questions["question"]]
    questions = golden.questions.with_columns(text=pl.Series(found, dtype=pl.String))
    return replace(golden, questions=questions)


def beir_corpus(folder: str | Path) -> Iterator[tuple[str, str]]:
    """Id and text (title, then body) of every document.

    Raises: InputError naming the lines without an ``_id``, or with one that stands there already.
    """
    documents = _by_id(_file(Path(folder), "corpus.jsonl"))
    return ((name, f"{_words(row.get('title'))}\n{_words(row.get('text'))}".strip()) for name, row in documents)


def _by_id(path: Path) -> list[tuple[str, dict[str, Any]]]:
    found: dict[str, dict[str, Any]] = {}
    problems = []
    for number, row in read_json_rows(path):
        try:
            name = clean_id(row.get("_id"))
        except ValueError as error:
            problems.append(Problem(str(error), shown(path), number, "_id"))
            continue
        if name is None or name in found:
            message = "no _id" if name is None else f"{name!r} stands on an earlier line already"
            problems.append(Problem(message, shown(path), number, "_id"))
            continue
        found[name] = row
    if problems:
        raise InputError(problems)
    return list(found.items())


def _words(text: Any) -> str:
    return "" if text is None else str(text).strip()


def _file(folder: Path, name: str) -> Path:
    packed = folder / f"{name}.gz"
    return packed if packed.exists() else folder / name
