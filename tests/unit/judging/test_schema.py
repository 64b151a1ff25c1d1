"""Schemas of replies: what fits, what does not, and what is not checked is refused."""

import pytest

from ragauge.judging.schema import complaint, refuse_unknown_words


@pytest.mark.parametrize(
    ("value", "schema", "wrong"),
    [
        (True, {"type": "integer"}, "$ must be of type integer, not True"),
        (1, {"type": "boolean"}, "$ must be of type boolean, not 1"),
        (2.0, {"type": "integer"}, None),
        (2.5, {"type": "integer"}, "$ must be of type integer, not 2.5"),
        (None, {"type": ["string", "null"]}, None),
        (3, {"type": ["string", "null"]}, "$ must be of type string or null, not 3"),
        (True, {"enum": [1]}, "$ must be one of 1, not True"),
        ("да", {"enum": ["да", "нет"]}, None),
        (6, {"type": "integer", "minimum": 1, "maximum": 5}, "$ must lie from 1 to 5, not 6"),
        ([1], {"type": "array", "minItems": 2, "maxItems": 2}, "$ must have 2 items, not 1"),
        ([1, 2, 3], {"type": "array", "minItems": 1, "maxItems": 2}, "$ must have 1 to 2 items, not 3"),
        ([1, "a"], {"type": "array", "items": {"type": "number"}}, "$[1] must be of type number, not 'a'"),
        ({"a": {"b": 1}}, {"properties": {"a": {"required": ["c"]}}}, "$.a has no 'c'"),
        ({"x": 1}, {"type": "object", "additionalProperties": False}, "$ must have no 'x'"),
        ({"x": 1}, {"type": "object"}, None),
    ],
)
def test_what_fits(value, schema, wrong):
    assert complaint(value, schema) == wrong


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "x"},
        {"properties": {"a": {"oneOf": []}}},
        {"items": {"$ref": "#"}},
        {"type": "text"},
        {"additionalProperties": {"type": "string"}},
    ],
)
def test_what_nothing_checks_is_refused(schema):
    with pytest.raises(ValueError, match="not checked in a schema"):
        refuse_unknown_words(schema)
