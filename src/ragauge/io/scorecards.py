"""Reading scorecards back from the files that ``eval --json`` wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import json_complaint, parse_json
from ragauge.core.scorecard import EVIDENCE, FORMAT, Scorecard
from ragauge.io.files import existing_file, read_bytes, shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PARTS = ("scores", "warnings", "provenance", "questions")


def read_scorecard(path: str | Path) -> Scorecard:
    """The scorecard in a file.

    Raises: InputError for a file that is no scorecard, of a newer format, or damaged.
    """
    name = shown(path)
    try:
        data = parse_json(read_bytes(existing_file(path)).decode())
    except ValueError as error:
        row = getattr(error, "lineno", None)
        raise InputError([Problem(f"not JSON: {json_complaint(error)}", name, row)]) from error
    if problems := [Problem(message, name) for message in _complaints(data)]:
        raise InputError(problems)
    try:
        return Scorecard.from_dict(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError([Problem(f"a damaged scorecard: {type(error).__name__} {error}", name)]) from error


def _complaints(data: Any) -> Iterator[str]:
    """What makes it no scorecard that can be relied on."""
    if not isinstance(data, dict) or not all(part in data for part in PARTS):
        yield "no scorecard: write one with ragauge eval GOLD RUN --json FILE"
        return
    if data.get("format") != FORMAT:
        yield f"a scorecard of format {data.get('format')!r}; this version reads format {FORMAT}"
        return
    questions = data["questions"]
    if not isinstance(questions, dict) or not isinstance(questions.get("id"), list):
        yield "a damaged scorecard: no list of questions"
        return
    ids = questions["id"]
    if not all(isinstance(one, str) for one in ids) or len(set(ids)) < len(ids):
        yield "a damaged scorecard: an id of a question stands twice, or is no text"
    for group in ("values", "columns"):
        for name, cells in (questions.get(group) or {}).items():
            if not isinstance(cells, list) or len(cells) != len(ids):
                yield f"a damaged scorecard: {group} {name!r} does not have one entry a question"
    for name in ("status", *EVIDENCE):
        if name in questions and (not isinstance(questions[name], list) or len(questions[name]) not in (0, len(ids))):
            yield f"a damaged scorecard: {name} does not have one entry a question"
