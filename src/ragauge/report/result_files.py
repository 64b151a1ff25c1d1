"""Files with results of commands: read, told apart by what is in them, and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import json_complaint, parse_json
from ragauge.io.files import existing_file, read_bytes, shown
from ragauge.loading import load_scorecard
from ragauge.report.result_kinds import KINDS, SCORECARD, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MOST = 5
"""So many complaints of a file are told."""
SHOWN = ", ".join(kind.name for kind in KINDS if kind.shape is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a file holds: a scorecard as such, everything else as plain data."""

    file: str
    kind: str
    data: Any


def read_results(paths: Sequence[str | Path]) -> list[Result]:
    """The results in files, in their order.

    Raises: InputError with every file that is none, that a report does not show, or that is damaged.
    """
    found: list[Result] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            found.append(read_result(path))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return found


def read_result(path: str | Path) -> Result:
    """The result in a file.

    Raises: InputError when it is none, none that a report shows, or damaged.
    """
    name = shown(path)
    data = _parsed(path, name)
    if (kind := kind_of(data)) is not None and kind.name == SCORECARD:
        card = load_scorecard(path)
        return Result(name, checked(data, name), card)
    return Result(name, checked(data, name), data)


def checked(data: Any, name: str) -> str:
    """The kind of result that a JSON value is; a scorecard has been read before.

    Raises: InputError when it is none, none that a report shows, or damaged.
    """
    kind = kind_of(data)
    if kind is None:
        told = f"no result of a command: {_looks(data)}; a report shows what --json wrote: {SHOWN}"
        raise InputError([Problem(told, name)])
    if kind.shape is None:
        raise InputError([Problem(f"this is {kind.words}, which a report does not show; it shows {SHOWN}", name)])
    complaints = list(kind.shape(data, ""))
    if complaints:
        problems = [Problem(f"damaged: {kind.words}, but {one}", name) for one in complaints[:MOST]]
        raise InputError(problems, total=len(complaints))
    return kind.name


def _parsed(path: str | Path, name: str) -> Any:
    try:
        return parse_json(read_bytes(existing_file(path)).decode())
    except ValueError as error:
        row = getattr(error, "lineno", None)
        told = f"not JSON: {json_complaint(error)}; a report shows what --json wrote, and traces with --traces"
        raise InputError([Problem(told, name, row)]) from error


def _looks(data: Any) -> str:
    if isinstance(data, dict):
        return f"an object with {', '.join(map(brief, list(data)[:MOST]))}" if data else "an empty object"
    return f"a list of {len(data)}" if isinstance(data, list) else brief(data)
