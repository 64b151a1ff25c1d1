"""The JSON schema of a reply as servers want it that hold a model to one."""

from __future__ import annotations

from typing import Any


def closed(schema: Any) -> Any:
    """The same schema with no properties but those that it names, at every level.

    >>> closed({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})["additionalProperties"]
    False
    """
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    # the values of "properties" are schemas, whatever their names; those of "enum" are none
    made = {key: value if key == "enum" else closed(value) for key, value in schema.items() if key != "properties"}
    if "properties" in schema:
        made["properties"] = {name: closed(one) for name, one in schema["properties"].items()}
    if schema.get("type") == "object":
        made.setdefault("additionalProperties", False)
    return made


def is_strict(schema: Any) -> bool:
    """Whether every property is required, at every level: only then a server can be asked to be strict.

    >>> is_strict({"type": "object", "properties": {"a": {"type": "string"}}})
    False
    """
    if not isinstance(schema, dict):
        return True
    properties = schema.get("properties", {})
    if schema.get("type") == "object" and set(schema.get("required", ())) != set(properties):
        return False
    return all(is_strict(one) for one in [*properties.values(), schema.get("items")])
