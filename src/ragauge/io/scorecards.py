"""Reading scorecards back from the files that ``eval --json`` wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.core.json_text import json_complaint, parse_json
from ragauge.core.scorecard import FORMAT, Scorecard
from ragauge.io.files import existing_file, read_bytes, shown
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PARTS = ("scores", "warnings", "provenance", "questions")
SLACK = 1e-9
TAKE = "write a scorecard with: ragauge eval GOLD RUN --json FILE; runs are compared with --gold"


def read_scorecard(path: str | Path) -> Scorecard:
    """The scorecard in a file.

    Raises: InputError for a file that is no scorecard, of a newer format, damaged, or that contradicts itself.
    """
    name = shown(path)
    try:
        data = parse_json(read_bytes(existing_file(path)).decode())
    except ValueError as error:
        row = getattr(error, "lineno", None)
        raise InputError([Problem(f"not JSON: {json_complaint(error)}; {TAKE}", name, row)]) from error
    try:
        problems = list(_complaints(data))
        card = None if problems else Scorecard.from_dict(data)
        problems = problems or list(contradictions(card))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        problems = [f"a damaged scorecard: {_why(error)}"]
    if problems or card is None:
        raise InputError([Problem(message, name) for message in problems])
    return card


def _why(error: Exception) -> str:
    """What is wrong, without the Python in it."""
    if isinstance(error, ValueError):
        return str(error).partition(": Score(")[0]
    return "a part of it does not have the form in which it was written"


def contradictions(card: Scorecard | None) -> Iterator[str]:
    """Where the scores of a scorecard are not those of its questions."""
    for score in card.scores if card else ():
        if score.slice is not None or card is None:
            continue
        values = card.values.get(score.metric)
        if values is None:
            yield f"a damaged scorecard: {score.metric} has a score, but no values"
            continue
        chosen = values.value[values.defined]
        unknown = sorted(values.undefined.keys() - score.excluded.keys() - score.failed.keys())
        if unknown:
            yield f"a damaged scorecard: {score.metric} has the values {', '.join(map(repr, unknown[:3]))}"
        elif len(chosen) != score.n:
            yield f"a damaged scorecard: {score.metric} says n = {score.n}, and has {len(chosen)} values"
        elif score.value is not None and abs(exact_mean(chosen) - score.value) > SLACK * max(1.0, abs(score.value)):
            yield f"a damaged scorecard: {score.metric} says {score.value:.6g}, and its values {exact_mean(chosen):.6g}"


def _complaints(data: Any) -> Iterator[str]:
    """What makes it no scorecard that can be relied on."""
    if not isinstance(data, dict) or not all(part in data for part in PARTS):
        yield f"no scorecard; {TAKE}"
        return
    if type(data.get("format")) is not int or data["format"] != FORMAT:
        yield f"a scorecard of format {data.get('format')!r}; this version reads format {FORMAT}"
        return
    for message in (*_shapes(data), *_provenance(data["provenance"])):
        yield f"a damaged scorecard: {message}"


def _shapes(data: dict[str, Any]) -> Iterator[str]:
    questions = data["questions"]
    if not isinstance(questions, dict) or not _are(questions.get("id"), str):
        yield "no list of questions"
        return
    ids = questions["id"]
    if len(set(ids)) < len(ids):
        yield "an id of a question stands twice"
    if not _are(data["warnings"], str) or not _are(data["scores"], dict):
        yield "scores or warnings are no lists"
    elif not all(isinstance(score.get("metric"), str) for score in data["scores"]):
        yield "a score without a metric"
    elif not all(score.get("slice") is None or isinstance(score["slice"], dict) for score in data["scores"]):
        yield "a slice that is no object"
    yield from _named(questions, "values", len(ids), int, float, str)
    yield from _named(questions, "columns", len(ids), str, int, float, type(None))
    yield from _per_question(questions, len(ids))


def _named(questions: dict[str, Any], group: str, count: int, *kinds: type) -> Iterator[str]:
    named = questions.get(group)
    if not isinstance(named, dict):
        yield f"{group} are no object"
        return
    for name, cells in named.items():
        if not _are(cells, *kinds) or len(cells) != count:
            yield f"{group} {name!r} does not have one entry a question"


def _per_question(questions: dict[str, Any], count: int) -> Iterator[str]:
    if not _are(questions.get("status"), str) or len(questions["status"]) not in (0, count):
        yield "status does not have one entry a question"
    for name, fits in (
        ("gold", lambda one: isinstance(one, str)),
        ("hits", lambda one: _are(one, str)),
        ("relevant", lambda one: _are(one, int)),
    ):
        cells = questions.get(name, [None] * count)
        good = isinstance(cells, list) and len(cells) == count
        if not good or (name in questions and not all(map(fits, cells))):
            yield f"{name} does not have one entry a question"


def _provenance(known: Any) -> Iterator[str]:
    if not isinstance(known, dict):
        yield "its provenance is no object"
        return
    for name in ("fingerprints", "metrics", "policies", "gold", "run"):
        if not isinstance(known.get(name, {}), dict):
            yield f"{name} of its provenance is no object"
    if not isinstance(known.get("clusters", ""), str):
        yield "clusters is no column"


def _are(cells: Any, *kinds: type) -> bool:
    """Whether it is a list of these kinds; true and false are no numbers."""
    if not isinstance(cells, list):
        return False
    return all(isinstance(cell, kinds) and not (isinstance(cell, bool) and bool not in kinds) for cell in cells)
