"""JSON and JSONL files into rows, each with its line (or entry) number."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import json_complaint, parse_json
from ragauge.io.files import existing_file, read_bytes, shown
from ragauge.io.problem_list import ProblemList
from ragauge.io.table import Row, Table

if TYPE_CHECKING:
    from pathlib import Path


def read_json_rows(path: str | Path) -> list[Row]:
    """The objects of a UTF-8 JSONL file, or of a JSON list of objects, as (line or entry number, object).

    Raises: InputError naming every line that is not a JSON object.
    """
    file = existing_file(path)
    text, source = read_bytes(file).decode("utf-8"), shown(file)
    _refuse_blank(text, source)
    found = _entries(_load(text, source)) if text.lstrip().startswith("[") else _lines(text)
    rows, problems = _objects(found, source)
    if problems:
        raise InputError(problems.all())
    return rows


def json_content(text: str, source: str, *, by_line: bool = False) -> Table | dict[str, Any]:
    """The rows of a JSON list or of a JSONL text, or the mapping that a single JSON object is.

    With ``by_line`` (a ``.jsonl`` file) a single line is a row, and no mapping.

    >>> json_content('{"question": "Why?"}\\n{"question": 7}\\n', "gold.jsonl").columns
    {'question': ['Why?', 7]}
    >>> json_content('{"Why?": ["a.md"]}', "gold.json")
    {'Why?': ['a.md']}

    Raises: InputError when it is not JSON, or has no rows.
    """
    _refuse_blank(text, source)
    if text.lstrip().startswith("["):
        return _table(_entries(_load(text, source)), source, "json")
    if is_by_line(text, single=by_line):
        return _table(_lines(text), source, "jsonl")
    content = _load(text, source, hint="; write one object a line, or a list of objects")
    if not isinstance(content, dict):
        raise InputError([Problem(f"a list or an object is needed, got {type(content).__name__}", source)])
    return content


def is_by_line(text: str, *, single: bool = False) -> bool:
    """Whether a text has a JSON value on its first line, and more lines below; ``single``: or is to have them.

    >>> is_by_line('{"a": 1}\\n{"a": 2}'), is_by_line('{"a": 1}\\n'), is_by_line('{\\n"a": 1}')
    (True, False, False)
    """
    first = [line for _, line in islice(_numbered(text), 2)]
    try:
        parse_json(first[0])
    except json.JSONDecodeError:
        return single and not _is_one_value(text)
    except ValueError:
        return single
    return single or len(first) > 1


def _is_one_value(text: str) -> bool:
    try:
        json.JSONDecoder().decode(text)
    except (ValueError, RecursionError):
        return False
    return True


def _table(found: list[tuple[int, Any]], source: str, kind: str) -> Table:
    rows, problems = _objects(found, source)
    if not rows and not problems:
        raise InputError([Problem("no rows in it", source)])
    return Table.of_rows(rows, source=source, facts={"format": kind}, problems=problems.all())


def _refuse_blank(text: str, source: str) -> None:
    if not text.strip():
        raise InputError([Problem("the file is empty", source)])


def _numbered(text: str) -> list[tuple[int, str]]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def _entries(values: list[Any]) -> list[tuple[int, Any]]:
    return list(enumerate(values, start=1))


def _lines(text: str) -> list[tuple[int, Any]]:
    """The value of each line, or the error that it is none."""
    found: list[tuple[int, Any]] = []
    for number, line in _numbered(text):
        try:
            found.append((number, parse_json(line)))
        except ValueError as error:
            found.append((number, error))
    return found


def _objects(found: list[tuple[int, Any]], source: str) -> tuple[list[Row], ProblemList]:
    rows, problems = [], ProblemList()
    for number, entry in found:
        if isinstance(entry, dict):
            rows.append((number, entry))
        elif isinstance(entry, ValueError):
            problems.add(Problem(f"not JSON: {entry}", source, number))
        else:
            problems.add(Problem(f"a JSON object is needed, got {type(entry).__name__}", source, number))
    return rows, problems


def _load(text: str, source: str, *, hint: str = "") -> Any:
    try:
        return parse_json(text)
    except json.JSONDecodeError as error:
        more = "; was the file cut?" if error.pos >= len(text.rstrip()) else hint
        raise InputError([Problem(f"not JSON: {error.msg}{more}", source, error.lineno)]) from error
    except ValueError as error:
        raise InputError([Problem(f"not JSON: {json_complaint(error)}", source)]) from error
