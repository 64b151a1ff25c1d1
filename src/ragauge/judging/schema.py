"""Whether a value fits a JSON schema, for the part of the language that requests use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

KINDS: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: (
        (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())
    ),
}
CHECKED = frozenset({
    "type", "properties", "required", "additionalProperties", "enum", "items", "minItems", "maxItems", "minimum",
    "maximum",
})  # fmt: skip
SAID = frozenset({"title", "description"})


def refuse_unknown_words(schema: Mapping[str, Any]) -> None:
    """Refuse a schema with words that nothing checks, because a reply would be taken for one that fits.

    Raises: ValueError.
    """
    unknown = sorted(schema.keys() - CHECKED - SAID)
    kinds = schema.get("type", [])
    unknown += [str(kind) for kind in (kinds if isinstance(kinds, list) else [kinds]) if kind not in KINDS]
    if not isinstance(schema.get("additionalProperties", False), bool):
        unknown.append("additionalProperties other than true or false")
    if unknown:
        raise ValueError(f"not checked in a schema: {', '.join(unknown)}")
    for inner in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        refuse_unknown_words(inner)


def complaint(value: Any, schema: Mapping[str, Any]) -> str | None:
    """The first thing that is wrong with a value; None where it fits.

    >>> schema = {"type": "object", "properties": {"verdicts": {"type": "array", "items": {"enum": ["yes", "no"]}}},
    ...           "required": ["verdicts"]}
    >>> complaint({"verdicts": ["yes", "maybe"]}, schema)
    "$.verdicts[1] must be one of 'yes', 'no', not 'maybe'"
    >>> complaint({}, schema), complaint({"verdicts": []}, schema)
    ("$ has no 'verdicts'", None)
    """
    return next(_complaints(value, schema, "$"), None)


def _complaints(value: Any, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if kinds and not any(KINDS[kind](value) for kind in kinds):
        yield f"{place} must be of type {' or '.join(kinds)}, not {brief(value)}"
        return
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        yield f"{place} must be one of {', '.join(map(repr, schema['enum']))}, not {brief(value)}"
    if KINDS["number"](value):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            yield f"{place} must lie from {schema.get('minimum', '')} to {schema.get('maximum', '')}, not {value}"
    elif isinstance(value, dict):
        yield from _of_object(value, schema, place)
    elif isinstance(value, list):
        yield from _of_array(value, schema, place)


def _of_object(value: dict[str, Any], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{place} has no {name!r}"
    for name, one in value.items():
        if name in properties:
            yield from _complaints(one, properties[name], f"{place}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{place} must have no {brief(name)}"


def _of_array(value: list[Any], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not least <= len(value) <= most:
        yield f"{place} must have {least if least == most else f'{least} to {most}'} items, not {len(value)}"
    if "items" in schema:
        for number, one in enumerate(value):
            yield from _complaints(one, schema["items"], f"{place}[{number}]")


def _same(value: Any, other: Any) -> bool:
    """Equal as JSON has it, where true is no 1."""
    return bool(value == other) and isinstance(value, bool) == isinstance(other, bool)
