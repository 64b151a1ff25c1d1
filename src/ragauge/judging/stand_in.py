"""A reply that nobody gave, as a dry run needs one to go on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ragauge.core.flows import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.flows import Request

ITEMS = 4
"""So many items are taken for a list, where its schema leaves it open."""
EMPTY: Mapping[str, Any] = {"string": "…", "boolean": True, "null": None, "array": [], "object": {}}


def stand_in(request: Request) -> Reply:
    """A reply of the form that is asked for; what stands in it means nothing.

    >>> from ragauge.core.flows import Request
    >>> schema = {"type": "object", "properties": {"claims": {"type": "array", "items": {"type": "string"}}},
    ...           "required": ["claims"]}
    >>> stand_in(Request("claims", 1, "…", schema)).data
    {'claims': ['…', '…', '…', '…']}
    """
    if request.schema is not None:
        data = _value(request.schema)
        text = json.dumps(data, ensure_ascii=False)
        return Reply(text, data, texts=(text,) * request.samples)
    if request.labels:
        even = dict.fromkeys(request.labels, 1 / len(request.labels))
        return Reply(request.labels[0], probabilities=even, texts=(request.labels[0],) * request.samples)
    return Reply("…", texts=("…",) * request.samples)


def _value(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    kinds = schema.get("type", "object")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "object":
        return {name: _value(one) for name, one in schema.get("properties", {}).items()}
    if kind == "array" and "items" in schema:
        items = max(schema.get("minItems", 0), min(ITEMS, schema.get("maxItems", ITEMS)))
        return [_value(schema["items"]) for _ in range(items)]
    if kind in ("number", "integer"):
        return schema.get("minimum", schema.get("maximum", 0))
    return EMPTY[kind]
