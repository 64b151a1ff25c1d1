"""The JSON in what a judge wrote, also where it wrote more than JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ragauge.core.json_text import json_complaint, parse_json
from ragauge.core.texts.thoughts import without_thought
from ragauge.judging.schema import complaint

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

STARTS = 50
"""So many openings of an object or array are looked at."""
DEEPEST, LONGEST = 100, 1 << 18
"""What is nested deeper is no reply, and a longer text is not looked through."""
PAIRS = {"{": "}", "[": "]"}
NO_JSON = "there is no JSON in it"


def read_reply(text: str, schema: Mapping[str, Any]) -> tuple[Any, str | None]:
    """The data of a reply and None, or None and what is wrong with it.

    The whole text is read first. Failing that, objects (or arrays, as the schema says) that stand in it: in a code
    fence, with words around, with a comma after the last entry. What stands there more than once has to be the same.

    >>> schema = {"type": "object", "properties": {"supported": {"type": "boolean"}}, "required": ["supported"]}
    >>> read_reply('Sure!\\n```json\\n{"supported": true,}\\n```', schema)
    ({'supported': True}, None)
    >>> read_reply('{"supported": true} or {"supported": false}', schema)
    (None, 'there are different replies in it')
    >>> read_reply('{"supported": "yes"}', schema)
    (None, "$.supported must be of type boolean, not 'yes'")
    """
    text = without_thought(text).strip()
    try:
        data = parse_json(text)
    except ValueError as error:
        return _among_words(text, schema, json_complaint(error))
    wrong = complaint(data, schema)
    return (None, wrong) if wrong else (data, None)


def _among_words(text: str, schema: Mapping[str, Any], why: str) -> tuple[Any, str | None]:
    fitting: list[Any] = []
    found: str | None = None
    for part in _parts(text, "[" if schema.get("type") == "array" else "{"):
        try:
            data = parse_json(_without_last_commas(part))
        except ValueError as error:
            found = found or json_complaint(error)
            continue
        wrong = complaint(data, schema)
        if wrong is None and data not in fitting:
            fitting.append(data)
        found = found or wrong
    if len(fitting) > 1:
        return None, "there are different replies in it"
    if fitting:
        return fitting[0], None
    return None, found or (why if text[:1] in PAIRS else NO_JSON)


def _parts(text: str, opening: str) -> Iterator[str]:
    """The outermost balanced objects or arrays; one that never closes is passed over, and what is in it looked at."""
    start = text.find(opening) if len(text) <= LONGEST else -1
    for _ in range(STARTS):
        if start < 0:
            return
        end = _end(text, start)
        if end is not None:
            yield text[start:end]
        start = text.find(opening, start + 1 if end is None else end)


def _end(text: str, start: int) -> int | None:
    """Where what opens at ``start`` has closed, brackets in strings apart."""
    open_ones: list[str] = []
    for token in _TOKEN.finditer(text, start):
        mark = token[0]
        if mark in PAIRS:
            open_ones.append(PAIRS[mark])
            if len(open_ones) > DEEPEST:
                return None
        elif mark in "]}":
            if open_ones.pop() != mark:
                return None
            if not open_ones:
                return token.end()
    return None


def _without_last_commas(text: str) -> str:
    return _LAST_COMMA.sub(lambda found: found[1] or found[2], text)


_STRING = r'"(?:[^"\\]|\\.)*+"'
_TOKEN = re.compile(rf"{_STRING}|[\[\]{{}}]", re.DOTALL)
_LAST_COMMA = re.compile(rf"({_STRING})|,\s*([\]}}])", re.DOTALL)
