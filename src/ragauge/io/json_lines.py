"""JSON and JSONL files into rows, each with its line (or entry) number."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import parse_json
from ragauge.io.files import existing_file, read_bytes, shown

if TYPE_CHECKING:
    from pathlib import Path

    from ragauge.io.delimited import Row


def read_json_rows(path: str | Path) -> list[Row]:
    """The objects of a JSONL file, or of a JSON list of objects, as (line or entry number, object).

    Raises: InputError naming every line that is not a JSON object.
    """
    file = existing_file(path)
    text = read_bytes(file).decode("utf-8")
    if not text.strip():
        raise InputError([Problem("the file is empty", shown(file))])
    if text.lstrip().startswith("["):
        entries = enumerate(_load(text, shown(file)), start=1)
        return _objects([(number, entry) for number, entry in entries], shown(file))
    rows, problems = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            rows.append((number, parse_json(line)))
        except ValueError as error:
            problems.append(Problem(f"not JSON: {error}", shown(file), number))
    if problems:
        raise InputError(problems)
    return _objects(rows, shown(file))


def read_json(path: str | Path) -> Any:
    """The content of a JSON file.

    Raises: InputError when it is not JSON.
    """
    file = existing_file(path)
    return _load(read_bytes(file).decode("utf-8"), shown(file))


def _load(text: str, source: str) -> Any:
    try:
        return parse_json(text)
    except json.JSONDecodeError as error:
        raise InputError([Problem(f"not JSON: {error.msg}", source, error.lineno)]) from error
    except ValueError as error:
        raise InputError([Problem(f"not JSON: {error}", source)]) from error


def _objects(rows: list[tuple[int, Any]], source: str) -> list[Row]:
    problems = [
        Problem(f"a JSON object is needed, got {type(entry).__name__}", source, number)
        for number, entry in rows
        if not isinstance(entry, dict)
    ]
    if problems:
        raise InputError(problems)
    return rows
