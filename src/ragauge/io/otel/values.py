"""Values of attributes: those of OTLP, nested objects with flat names, lists under numbered names, and JSON in text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ragauge.io.otel.names import HEAVY, HIDDEN


def flat_attributes(given: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes with flat names: objects within objects, and objects within lists, take the names of what holds them.

    Nulls, hidden texts and vectors are left out; an empty list stays.

    >>> flat_attributes({"llm": {"model_name": "m"}, "retrieval.documents": [{"document.id": "d1"}], "tag.tags": ["a"]})
    {'llm.model_name': 'm', 'retrieval.documents.0.document.id': 'd1', 'tag.tags': ['a']}
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        if type(value) is str:  # as most are
            if value != HIDDEN and not name.startswith(HEAVY):
                found[name] = value
        else:
            found.update(_flat(name, value))
    return found


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if value is None or name.startswith(HEAVY):
        return
    if hasattr(value, "tolist"):  # an array in a cell of a data frame
        value = value.tolist()
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{name}.{key}", inner)
    elif isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
        for place, inner in enumerate(value):
            yield from _flat(f"{name}.{place}", inner)
    elif value != HIDDEN:
        yield name, value


def otlp_attributes(pairs: list[Any]) -> dict[str, Any]:
    """The attributes of an OTLP list of keys and values.

    >>> otlp_attributes([{"key": "llm.token_count.prompt", "value": {"intValue": "12"}}])
    {'llm.token_count.prompt': 12}
    """
    return {pair["key"]: otlp_value(pair.get("value") or {}) for pair in pairs}


def otlp_value(value: Mapping[str, Any]) -> Any:
    """The value of one OTLP ``AnyValue``; integers are text in JSON.

    >>> otlp_value({"arrayValue": {"values": [{"stringValue": "a"}, {"boolValue": True}]}})
    ['a', True]
    """
    for kind, content in value.items():
        kind = kind.replace("_v", "V")  # noqa: PLW2901  (string_value, as protobuf names it)
        if kind == "intValue":
            return int(content)
        if kind == "arrayValue":
            return [otlp_value(one) for one in content.get("values", [])]
        if kind == "kvlistValue":
            return otlp_attributes(content.get("values", []))
        return content
    return None


def numbered(attributes: Mapping[str, Any], name: str) -> list[dict[str, Any]] | None:
    """The objects of a list under numbered names, or of a JSON text that holds the list; None where there is neither.

    >>> numbered({"a.1.b": 2, "a.0.b": 1, "a.0.c.d": 3}, "a")
    [{'b': 1, 'c.d': 3}, {'b': 2}]
    >>> numbered({"a": "[]"}, "a"), numbered({"b": 1}, "a")
    ([], None)
    """
    if name in attributes:
        whole = opened(attributes[name])
        if not isinstance(whole, list):
            return None
        return [flat_attributes(one) if isinstance(one, Mapping) else {"document.id": one} for one in whole]
    found: dict[int, dict[str, Any]] = {}
    size = len(name) + 1
    for key, value in attributes.items():
        if key.startswith(name) and key[size - 1 : size] == ".":
            place, _, rest = key[size:].partition(".")
            if place.isdecimal() and rest:
                found.setdefault(int(place), {})[rest] = value
    return [found[place] for place in sorted(found)] or None


def under(attributes: Mapping[str, Any], name: str) -> dict[str, Any]:
    """An object that is the JSON text of an attribute, or the attributes whose names begin with its name.

    >>> under({"metadata": '{"query_id": "7"}'}, "metadata"), under({"metadata.query_id": "7"}, "metadata")
    ({'query_id': '7'}, {'query_id': '7'})
    """
    whole = opened(attributes.get(name))
    if isinstance(whole, Mapping):
        return dict(whole)
    start = f"{name}."
    return {key.removeprefix(start): value for key, value in attributes.items() if key.startswith(start)}


def opened(value: Any) -> Any:
    """The value that a JSON text of an object or a list holds; anything else as it is.

    >>> opened('["a"]'), opened("plain"), opened("{not JSON")
    (['a'], 'plain', '{not JSON')
    """
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
