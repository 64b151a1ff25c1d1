"""A trace as the object on a line of a file, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from ragauge.core.anchors import ANCHOR_FIELDS, Anchor
from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import clean_id
from ragauge.core.trace import KINDS, TRACE_FIELDS, StageHits, Trace
from ragauge.core.traced_hits import ranked_hits

FORMAT = 1
MARK = "trace"
"""The first key of every line; its value is the number of the format."""


def trace_as_object(trace: Trace) -> dict[str, Any]:
    """A trace as JSON values: its parts in their order, without those not recorded, the keys of mappings sorted.

    >>> trace_as_object(Trace("q1", tokens={"prompt": 9, "completion": 2}))
    {'trace': 1, 'question': 'q1', 'tokens': {'completion': 2, 'prompt': 9}}

    Raises: TypeError or ValueError for what JSON has not.
    """
    plain: dict[str, Any] = {MARK: FORMAT}
    for name in TRACE_FIELDS:
        value = getattr(trace, name)
        if name == "anchors":
            value = {item: _told(anchor) for item, anchor in value.items()} or None
        elif name == "stages" and value is not None:
            value = [{part.name: getattr(stage, part.name) for part in fields(StageHits)} for stage in value]
        if value is not None:
            plain[name] = json.loads(json.dumps(value, sort_keys=True)) if isinstance(value, Mapping) else value
    return plain


def _told(anchor: Anchor) -> dict[str, Any]:
    return {name: value for name in ANCHOR_FIELDS if (value := getattr(anchor, name)) is not None}


def trace_of_object(row: Mapping[str, Any]) -> Trace:
    """The trace of the object on a line.

    >>> trace_of_object({"question": 7, "stages": [{"name": "bm25", "hits": ["c1"]}]}).stages
    (StageHits(name='bm25', kind='lane', hits=(('c1', None),)),)

    Raises: InputError with all that is wrong with it, without file and line.
    """
    problems = [
        Problem(f"no part of a trace; there are: {', '.join(TRACE_FIELDS)}", column=key)
        for key in row
        if key not in (*TRACE_FIELDS, MARK)
    ]
    if row.get(MARK, FORMAT) != FORMAT:
        problems.append(Problem(f"format {brief(row[MARK])}; this version reads format {FORMAT}", column=MARK))
    parts: dict[str, Any] = {name: row.get(name) for name in TRACE_FIELDS}
    anchors: dict[str, Anchor] = {}
    readers: dict[str, Callable[[Any], Any]] = {
        "question": lambda value: clean_id(value) or "",
        "stages": lambda value: None if value is None else tuple(_stage(stage, anchors) for stage in _list(value)),
        "anchors": lambda value: anchors | _anchors(value),
        **dict.fromkeys(("rewrites", "citations"), lambda value: tuple(value) if isinstance(value, list) else value),
    }
    for name, read in readers.items():
        try:
            parts[name] = read(parts[name])
        except ValueError as error:
            problems.append(Problem(str(error), column=name))
            parts[name] = "?" if name == "question" else {} if name == "anchors" else None
    try:
        trace = Trace(**parts)
    except InputError as error:
        raise InputError([*problems, *error.problems]) from error
    if problems:
        raise InputError(problems)
    return trace


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{brief(value)} is no list")  # noqa: TRY004  (a wrong value in a file)
    return value


def _anchors(value: Any) -> dict[str, Anchor]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(told, dict) for told in value.values()):
        raise ValueError(f"{brief(value)} is no object of places")
    for item, told in value.items():
        for key, part in told.items():
            whole = key in ("page_from", "page_to", "start", "end")
            if key not in ANCHOR_FIELDS or not isinstance(part, int if whole else str) or isinstance(part, bool):
                raise ValueError(f"{brief({key: part})} says nothing of the place of {item!r}")
    return {item: Anchor(**told) for item, told in value.items()}


def _stage(value: Any, anchors: dict[str, Anchor]) -> StageHits:
    if not isinstance(value, dict) or not {"name", "hits"} <= value.keys() <= {"name", "hits", "kind"}:
        raise ValueError(f"{brief(value)} is no stage: that is an object of a name, a kind and a list of hits")
    name, kind = value["name"], value.get("kind", "lane")
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"{brief(name)} is no name of a stage")
    if kind not in KINDS:
        raise ValueError(f"{brief(kind)} is no kind of a stage; there are: {', '.join(KINDS)}")
    return StageHits(name, kind, ranked_hits(value["hits"], anchors))
